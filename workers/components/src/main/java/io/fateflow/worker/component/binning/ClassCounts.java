package io.fateflow.worker.component.binning;

import java.util.Arrays;

/** How many rows of each class are in each bin of a column. The bins end with the last one that has a row, as in FATE. */
final class ClassCounts {

    private final long[][] byBin;

    /**
     * Takes the array as its own.
     *
     * @param byBin for each bin one number for each class
     */
    ClassCounts(long[][] byBin) {
        this.byBin = byBin;
    }

    /**
     * Counts.
     *
     * @param bins of each row
     * @param classes of each row
     */
    static ClassCounts of(int[] bins, int[] classes, int classCount) {
        long[][] counts = new long[Arrays.stream(bins).max().orElse(-1) + 1][classCount];
        for (int row = 0; row < bins.length; row++) {
            counts[bins[row]][classes[row]]++;
        }
        return new ClassCounts(counts);
    }

    int bins() {
        return byBin.length;
    }

    /** Rows of one class, by bin. */
    long[] of(int whichClass) {
        return Arrays.stream(byBin).mapToLong(bin -> bin[whichClass]).toArray();
    }

    /** Rows of all classes but one, by bin. */
    long[] allBut(int whichClass) {
        return Arrays.stream(byBin)
                .mapToLong(bin -> Arrays.stream(bin).sum() - bin[whichClass])
                .toArray();
    }

    /** Rows of one class, in all bins. */
    long total(int whichClass) {
        return Arrays.stream(of(whichClass)).sum();
    }

    /** Bins that follow each other made one, each ending with the bin at one of these places. */
    ClassCounts merge(int... ends) {
        long[][] merged = new long[ends.length][];
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
            merged[i] = new long[byBin[start].length];
            for (; start <= ends[i]; start++) {
                for (int c = 0; c < merged[i].length; c++) {
                    merged[i][c] += byBin[start][c];
                }
            }
        }
        return new ClassCounts(merged);
    }
}
