package io.fateflow.worker.summary;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Exact quantiles, found by narrowing each one down digit by digit: five passes over the rows, and 64 KiB for each
 * quantile, however many rows there are. FATE's quantile summary gives a value within its {@code error} of this one.
 */
public final class Quantiles {

    private static final int DIGIT = 13;
    private static final int BUCKETS = 1 << DIGIT;
    private static final int BITS = Long.SIZE;

    private Quantiles() {}

    /**
     * The value of rank {@code ceil(share * n)} among a column's n values, of rank 1 at least; NaN for a column without
     * values.
     *
     * @param shares from 0 to 1
     * @return by column, then in the order of {@code shares}
     */
    public static double[][] of(NumberPasses rows, double... shares) throws IOException {
        long[] counts = counts(rows);
        double[][] quantiles = new double[rows.columns()][shares.length];
        List<Search> searches = new ArrayList<>();
        for (int column = 0; column < counts.length; column++) {
            for (int i = 0; i < shares.length; i++) {
                long rank = Math.max(1, (long) Math.ceil(shares[i] * counts[column]));
                searches.add(new Search(column, i, rank));
            }
        }
        for (int bits = BITS; bits > 0; bits -= DIGIT) {
            narrow(rows, searches, Math.max(0, bits - DIGIT));
        }
        for (Search search : searches) {
            boolean none = counts[search.column] == 0;
            quantiles[search.column][search.place] = none ? Double.NaN : number(search.key);
        }
        return quantiles;
    }

    /** The lower of two middle values. */
    public static double[] medians(NumberPasses rows) throws IOException {
        double[][] quantiles = of(rows, 0.5);
        double[] medians = new double[quantiles.length];
        for (int column = 0; column < medians.length; column++) {
            medians[column] = quantiles[column][0];
        }
        return medians;
    }

    private static long[] counts(NumberPasses rows) throws IOException {
        return rows.pass(new Counts(rows.columns()));
    }

    private static void narrow(NumberPasses rows, List<Search> searches, int shift) throws IOException {
        long[][] buckets = rows.pass(new Narrowing(
                rows.columns(),
                searches.stream().map(search -> search.at(shift)).toList(),
                shift));
        for (int i = 0; i < buckets.length; i++) {
            searches.get(i).decide(buckets[i], shift);
        }
    }

    private record Counts(int columns) implements Pass<long[]> {

        @Override
        public long[] begin() {
            return new long[columns];
        }

        @Override
        public void row(long[] counts, double[] values) {
            for (int column = 0; column < columns; column++) {
                counts[column] += Double.isNaN(values[column]) ? 0 : 1;
            }
        }

        @Override
        public long[] merge(long[] one, long[] other) {
            return sum(one, other);
        }

        @Override
        public boolean isSensitiveToOrder() {
            return false;
        }
    }

    /** How many values of each search have which next digit; by search, then by digit. */
    private record Narrowing(int columns, List<Candidates> searches, int shift) implements Pass<long[][]> {

        @Override
        public long[][] begin() {
            return new long[searches.size()][BUCKETS];
        }

        @Override
        public void row(long[][] buckets, double[] values) {
            for (int i = 0; i < searches.size(); i++) {
                Candidates search = searches.get(i);
                double value = values[search.column];
                if (!Double.isNaN(value)) {
                    search.see(key(value), shift, buckets[i]);
                }
            }
        }

        @Override
        public long[][] merge(long[][] one, long[][] other) {
            for (int i = 0; i < one.length; i++) {
                sum(one[i], other[i]);
            }
            return one;
        }

        @Override
        public boolean isSensitiveToOrder() {
            return false;
        }
    }

    private static long[] sum(long[] one, long[] other) {
        for (int i = 0; i < one.length; i++) {
            one[i] += other[i];
        }
        return one;
    }

    /** Keys are in the order of their numbers when compared as unsigned; 0 and -0 are one number. */
    private static long key(double value) {
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    private static double number(long key) {
        return Double.longBitsToDouble(key ^ (~key >> 63 | Long.MIN_VALUE));
    }

    /**
     * The values among which a quantile is.
     *
     * @param key whose upper digits they have
     * @param known how many bits of it those are
     */
    private record Candidates(int column, long key, int known, int mask) implements Serializable {

        void see(long candidate, int shift, long[] buckets) {
            if (known == 0 || (candidate ^ key) >>> (BITS - known) == 0) {
                buckets[(int) (candidate >>> shift) & mask]++;
            }
        }
    }

    /** The search for one quantile: the upper digits of its key are known, and its rank among the values that share them. */
    private static final class Search {

        private final int column;
        private final int place;
        private long rank;
        private long key;
        private int known;

        Search(int column, int place, long rank) {
            this.column = column;
            this.place = place;
            this.rank = rank;
        }

        Candidates at(int shift) {
            return new Candidates(column, key, known, (1 << Math.min(DIGIT, BITS - known - shift)) - 1);
        }

        void decide(long[] buckets, int shift) {
            int digit = 0;
            while (digit < BUCKETS - 1 && buckets[digit] < rank) {
                rank -= buckets[digit++];
            }
            key |= (long) digit << shift;
            known = BITS - shift;
        }
    }
}
