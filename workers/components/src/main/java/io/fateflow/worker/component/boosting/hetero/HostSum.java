package io.fateflow.worker.component.boosting.hetero;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.boosting.packing.GradientPacking;
import io.fateflow.worker.component.boosting.packing.SumPacking;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.component.boosting.tree.Sums;
import io.fateflow.worker.crypto.paillier.PaillierPrivateKey;

/** The guest's look at a host's candidates: decrypts the sums and finds the best of each node. */
record HostSum(GradientPacking packing, SumPacking sumPacking, PaillierPrivateKey key, SplitRules rules, int outputs) {

    /** The best split of each node, in their order. */
    List<Split> best(Candidates candidates, int host) {
        BigInteger[] numbers = Arrays.stream(candidates.numbers())
                .parallel()
                .map(number -> key.decryptExactly(number).mantissa())
                .toArray(BigInteger[]::new);
        List<Split> best = new ArrayList<>();
        int from = 0;
        for (int[] rows : candidates.rows()) {
            int count = rows.length == 0 ? 0 : sumPacking.numbers(rows.length);
            if (count > numbers.length - from) {
                throw new IllegalArgumentException("a host sent fewer encrypted sums than candidates");
            }
            best.add(best(Arrays.copyOfRange(numbers, from, from + count), rows, host));
            from += count;
        }
        return best;
    }

    private Split best(BigInteger[] numbers, int[] rows, int host) {
        Split best = Split.none(rules.leastGain(), outputs);
        if (rows.length == 0) {
            return best;
        }
        List<BigInteger[]> sums = sumPacking.unpack(numbers, rows.length);
        Sums node = packing.unpack(sums.get(rows.length - 1), rows[rows.length - 1]);
        for (int candidate = 0; candidate < rows.length - 1; candidate++) {
            Sums left = packing.unpack(sums.get(candidate), rows[candidate]);
            Sums right = node.minus(left);
            double gain = rules.criterion().gain(node, left, right);
            if (rules.enoughWeight(left, right) && rules.better(gain, best.gain())) {
                best = new Split(host, -1, candidate, 1, gain, left);
            }
        }
        return best;
    }
}
