package io.fateflow.worker.component.binning;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Information values computed the long way, row by row, with nothing of the code that they are to check. */
final class PlainIv {

    private PlainIv() {}

    /** Of bins whose upper bounds are given; labels are 0 and 1. */
    static double of(double[] values, double[] labels, List<Double> bounds) {
        TreeMap<Integer, double[]> bins = new TreeMap<>();
        double[] total = new double[2];
        for (int row = 0; row < values.length; row++) {
            int bin = 0;
            while (bin < bounds.size() - 1 && values[row] > bounds.get(bin)) {
                bin++;
            }
            if (Double.isNaN(values[row])) {
                bin = bounds.size();
            }
            bins.computeIfAbsent(bin, none -> new double[2])[(int) labels[row]]++;
            total[(int) labels[row]]++;
        }
        double iv = 0;
        for (double[] bin : bins.values()) {
            double adjustment = bin[0] == 0 || bin[1] == 0 ? 0.5 : 0;
            double good = (bin[0] + adjustment) / total[0];
            double bad = (bin[1] + adjustment) / total[1];
            iv += (bad - good) * Math.log(bad / good);
        }
        return iv;
    }

    /** The bounds of ten bins by quantiles, found by counting. */
    static List<Double> deciles(double[] values) {
        Set<Double> bounds = new HashSet<>();
        for (int tenth = 1; tenth <= 10; tenth++) {
            double bound = Double.POSITIVE_INFINITY;
            for (double candidate : values) {
                int atMost = 0;
                for (double value : values) {
                    atMost += value <= candidate ? 1 : 0;
                }
                if (atMost >= Math.ceil(tenth * 0.1 * values.length) && candidate < bound) {
                    bound = candidate;
                }
            }
            bounds.add(bound);
        }
        return bounds.stream().sorted().toList();
    }
}
