package io.fateflow.worker.component.linear.hetero;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

import io.fateflow.worker.component.linear.parameter.Batching;

/** How the guest parts its rows, by FATE's rules: when all rows are in one batch, nothing is shuffled or masked. */
final class Batches {

    private final int[] rows;
    private final int size;
    private final int maskedSize;
    private final boolean random;
    private final boolean shuffle;
    private final RandomGenerator generator;

    /** Takes the rows' places as its own; they are in the order in which batches have them when nothing is shuffled. */
    Batches(int[] rows, Batching parameters, RandomGenerator generator) {
        this.rows = rows;
        this.size = parameters.sizeOf(rows.length);
        boolean whole = size >= rows.length;
        this.maskedSize = whole ? size : (int) Math.min(rows.length, Math.round((1 + parameters.maskedRate()) * size));
        this.random = parameters.random() && !whole;
        this.shuffle = parameters.shuffle() && !whole;
        this.generator = generator;
    }

    /** How many there are in an iteration. */
    int count() {
        return random ? 1 : (rows.length + size - 1) / size;
    }

    int size() {
        return size;
    }

    /** How many rows hosts are told of for each batch. */
    int maskedSize() {
        return maskedSize;
    }

    boolean masked() {
        return maskedSize > size;
    }

    /** Whether each iteration has its own. */
    boolean mutable() {
        return random || shuffle || masked();
    }

    /** The batches of an iteration. */
    List<Batch> draw() {
        int[] order = rows.clone();
        if (random || shuffle) {
            shuffle(order);
        }
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            int[] chosen = Arrays.copyOfRange(order, i * size, Math.min(rows.length, (i + 1) * size));
            batches.add(masked() ? mask(chosen) : Batch.plain(chosen));
        }
        return batches;
    }

    /** Named in the table's order, which does not tell which are in the batch. */
    private Batch mask(int[] chosen) {
        BitSet named = new BitSet(rows.length);
        Arrays.stream(chosen).forEach(named::set);
        int[] order = rows.clone();
        shuffle(order);
        for (int i = 0; named.cardinality() < maskedSize; i++) {
            named.set(order[i]);
        }
        return new Batch(chosen, named.stream().toArray());
    }

    private void shuffle(int[] order) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = generator.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
    }
}
