package io.fateflow.worker.component.stability;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.summary.NumberRows;
import io.fateflow.worker.summary.Quantiles;

/**
 * How one column is distributed in two tables. A bin of shares e and a adds {@code (a − e) · ln(a / e)} to the index; an empty
 * bin counts as a share of 1e-6.
 *
 * @param bounds of the bins, the last one open
 * @param counts of the expected and of the actual rows, by bin, missing values in the last one
 */
// nobody compares shifts
@SuppressWarnings("ArrayRecordComponent")
record Shift(String column, double[] bounds, long[][] counts, long[] rows) {

    private static final double LEAST_SHARE = 1e-6;
    private static final double DECIMALS = 1e6;

    /**
     * Of all columns.
     *
     * @param fitted the expected rows as bounds are made of them, with the zeros that sparse data leave out
     */
    static List<Shift> of(List<String> header, int bins, NumberRows fitted, NumberRows expected, NumberRows actual)
            throws IOException {
        double[] shares = new double[bins];
        for (int i = 1; i < bins; i++) {
            shares[i - 1] = i * (1.0 / bins);
        }
        shares[bins - 1] = 1;
        double[][] quantiles = Quantiles.of(fitted, shares);
        List<Shift> shifts = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            double[] bounds = Arrays.stream(quantiles[column]).distinct().toArray();
            long[][] counts = new long[2][bounds.length + 1];
            shifts.add(new Shift(header.get(column), bounds, counts, new long[2]));
        }
        count(expected, shifts, 0);
        count(actual, shifts, 1);
        return shifts;
    }

    /** Of each bin, rounded, the missing values' last. */
    double[] psi() {
        return round(raw());
    }

    double total() {
        return Arrays.stream(raw()).sum();
    }

    double[] expectedShares() {
        return round(shares(0));
    }

    double[] actualShares() {
        return round(shares(1));
    }

    /** As FATE shows them. */
    List<String> intervals() {
        List<String> intervals = new ArrayList<>();
        for (int bin = 0; bin < bounds.length; bin++) {
            String from = bin == 0 ? "" : show(bounds[bin - 1]) + "<";
            String to = bin == bounds.length - 1 ? "" : "<=" + show(bounds[bin]);
            intervals.add(from + column + to);
        }
        intervals.add("missing");
        return intervals;
    }

    private double[] raw() {
        double[] psi = new double[counts[0].length];
        double[] expected = shares(0);
        double[] actual = shares(1);
        for (int bin = 0; bin < psi.length; bin++) {
            double e = expected[bin] == 0 ? LEAST_SHARE : expected[bin];
            double a = actual[bin] == 0 ? LEAST_SHARE : actual[bin];
            psi[bin] = (a - e) * Math.log(a / e);
        }
        return psi;
    }

    private double[] shares(int table) {
        return Arrays.stream(counts[table])
                .mapToDouble(count -> (double) count / rows[table])
                .toArray();
    }

    private static void count(NumberRows table, List<Shift> shifts, int which) throws IOException {
        table.forEach(values -> {
            for (int column = 0; column < values.length; column++) {
                Shift shift = shifts.get(column);
                shift.counts[which][shift.bin(values[column])]++;
                shift.rows[which]++;
            }
        });
    }

    private int bin(double value) {
        if (Double.isNaN(value)) {
            return bounds.length;
        }
        int place = Arrays.binarySearch(bounds, 0, bounds.length - 1, value);
        return place >= 0 ? place : -place - 1;
    }

    private static double[] round(double... values) {
        return Arrays.stream(values)
                .map(value -> Math.rint(value * DECIMALS) / DECIMALS)
                .toArray();
    }

    private static String show(double value) {
        return Double.toString(Math.rint(value * DECIMALS) / DECIMALS);
    }
}
