package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.Sums;

/** The arbiter's splits as numbers, one after the other. */
final class SplitNumbers {

    private static final int HEAD = 5;

    private SplitNumbers() {}

    static double[] of(List<Split> splits, int outputs) {
        int width = HEAD + 2 * outputs;
        double[] numbers = new double[splits.size() * width];
        for (int i = 0; i < splits.size(); i++) {
            Split split = splits.get(i);
            int at = i * width;
            numbers[at] = split.exists() ? 1 : 0;
            numbers[at + 1] = split.feature();
            numbers[at + 2] = split.bin();
            numbers[at + 3] = split.missingDirection();
            numbers[at + 4] = split.gain();
            for (int k = 0; k < outputs; k++) {
                numbers[at + HEAD + 2 * k] = split.left().g()[k];
                numbers[at + HEAD + 2 * k + 1] = split.left().h()[k];
            }
        }
        return numbers;
    }

    static List<Split> read(double[] numbers, int count, int outputs) throws IOException {
        int width = HEAD + 2 * outputs;
        if (numbers.length != count * width) {
            throw new IOException("the arbiter sent splits of other nodes than asked for");
        }
        List<Split> splits = new ArrayList<>();
        for (int at = 0; at < numbers.length; at += width) {
            Sums left = Sums.zero(outputs);
            for (int k = 0; k < outputs; k++) {
                left.g()[k] = numbers[at + HEAD + 2 * k];
                left.h()[k] = numbers[at + HEAD + 2 * k + 1];
            }
            splits.add(new Split(
                    numbers[at] == 1 ? Split.GUEST : Split.NOBODY,
                    (int) numbers[at + 1],
                    (int) numbers[at + 2],
                    (int) numbers[at + 3],
                    numbers[at + 4],
                    left));
        }
        return splits;
    }
}
