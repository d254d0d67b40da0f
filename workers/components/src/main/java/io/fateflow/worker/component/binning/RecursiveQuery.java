package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's {@code recursive_query}: asks for the rank of each bound, and halves the range that it must be in, until all ranks
 * are right but for the allowed error. The guest tells the arbiter when it is enough.
 */
final class RecursiveQuery {

    static final String IS_CONVERGE = "is_converge";
    private static final double NEARLY_ZERO = 1e-8;

    private final HomoBinningParameters parameters;
    private final HomoRanks ranks;
    private final List<Bound[]> bounds = new ArrayList<>();

    RecursiveQuery(HomoBinningParameters parameters, HomoRanks ranks, int columns) {
        this.parameters = parameters;
        this.ranks = ranks;
        double allowed = Math.ceil(parameters.error() * ranks.total());
        for (int column = 0; column < columns; column++) {
            bounds.add(start(column, allowed));
        }
    }

    /**
     * Searches.
     *
     * @param guest whether this party tells the arbiter
     */
    List<SplitPoints> splits(LinearVariables transfer, Party server, boolean guest)
            throws IOException, InterruptedException {
        long[][] known = query(-1);
        for (int round = 0; round < parameters.rounds(); round++) {
            for (int column = 0; column < bounds.size(); column++) {
                for (int i = 0; i < bounds.get(column).length; i++) {
                    bounds.get(column)[i].learn(known[column][i]);
                }
            }
            boolean done = bounds.stream().flatMap(Arrays::stream).allMatch(bound -> bound.fixed);
            if (guest) {
                transfer.sendJson(IS_CONVERGE, server, BooleanNode.valueOf(done), round);
            }
            if (done) {
                break;
            }
            known = query(round);
        }
        return bounds.stream().map(RecursiveQuery::splits).toList();
    }

    private long[][] query(int round) throws IOException, InterruptedException {
        double[][] points = bounds.stream()
                .map(column ->
                        Arrays.stream(column).mapToDouble(bound -> bound.value).toArray())
                .toArray(double[][]::new);
        return ranks.of("rank." + round, points);
    }

    private Bound[] start(int column, double allowed) {
        int bins = parameters.binNum();
        double least = ranks.least(column);
        double greatest = ranks.greatest(column);
        double[] points = VirtualSummary.spread(least, greatest, bins + 1);
        Bound[] start = new Bound[bins];
        for (int i = 0; i < bins; i++) {
            double share = i == bins - 1 ? 1 : (i + 1) * (1.0 / bins);
            start[i] = new Bound(points[i + 1], least, greatest, Math.floor(share * ranks.count(column)), allowed);
        }
        return start;
    }

    /** Ascending, and no two that could not be told apart. */
    private static SplitPoints splits(Bound... column) {
        double[] sorted =
                Arrays.stream(column).mapToDouble(bound -> bound.value).sorted().toArray();
        List<Double> kept = new ArrayList<>();
        double last = Double.NaN;
        for (double value : sorted) {
            double rounded = Math.abs(value) < NEARLY_ZERO ? 0 : value;
            // the first is not away from NaN, and kept
            if (!(Math.abs(rounded - last) <= NEARLY_ZERO)) {
                kept.add(rounded);
            }
            last = rounded;
        }
        return new SplitPoints(kept.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** One bound on its way to its rank. */
    private static final class Bound {

        private static final double LEAST_MOVE = NEARLY_ZERO * 0.9;

        private final double wanted;
        private final double allowed;
        private double value;
        private double least;
        private double greatest;
        private boolean fixed;

        Bound(double value, double least, double greatest, double wanted, double allowed) {
            this.value = value;
            this.least = least;
            this.greatest = greatest;
            this.wanted = wanted;
            this.allowed = allowed;
        }

        void learn(long rank) {
            if (fixed) {
                return;
            }
            if (Math.abs(rank - wanted) <= allowed) {
                fixed = true;
                return;
            }
            boolean tooGreat = rank > wanted;
            double next = (value + (tooGreat ? least : greatest)) / 2;
            if (Math.abs(next - value) <= LEAST_MOVE) {
                value += LEAST_MOVE;
                fixed = true;
                return;
            }
            if (tooGreat) {
                greatest = value;
            } else {
                least = value;
            }
            value = next;
        }
    }
}
