package io.fateflow.worker.component.kmeans;

import java.util.Arrays;

/**
 * What the arbiter knows of rows: their squared distances from all centres, over the columns of all parties.
 *
 * @param distances row by row
 */
// nobody compares clusterings
@SuppressWarnings("ArrayRecordComponent")
record Clustering(double[] distances, int clusters) {

    int rows() {
        return distances.length / clusters;
    }

    double distance(int row, int cluster) {
        return distances[row * clusters + cluster];
    }

    /** The nearest centre of each row, the first of those. */
    long[] nearest() {
        long[] nearest = new long[rows()];
        Arrays.setAll(nearest, row -> {
            int best = 0;
            for (int cluster = 1; cluster < clusters; cluster++) {
                best = distance(row, cluster) < distance(row, best) ? cluster : best;
            }
            return best;
        });
        return nearest;
    }

    /** The mean distance of the rows of each cluster from its centre, not squared; NaN for a cluster without rows. */
    double[] meanDistances(long... members) {
        double[] sums = new double[clusters];
        long[] counts = new long[clusters];
        for (int row = 0; row < members.length; row++) {
            int cluster = (int) members[row];
            sums[cluster] += Math.sqrt(distance(row, cluster));
            counts[cluster]++;
        }
        Arrays.setAll(sums, cluster -> counts[cluster] == 0 ? Double.NaN : sums[cluster] / counts[cluster]);
        return sums;
    }

    /**
     * The index of Davies and Bouldin: the mean over the clusters of how near the worst other one is for their size.
     *
     * @param means of distances in each cluster; a cluster whose mean is NaN is left out
     * @param between squared distances of each centre from each other one
     */
    static double daviesBouldin(double[] means, double[] between) {
        double sum = 0;
        int counted = 0;
        for (int i = 0; i < means.length; i++) {
            double worst = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < means.length; j++) {
                if (i != j && !Double.isNaN(means[j])) {
                    double apart = between[i * (means.length - 1) + (j < i ? j : j - 1)];
                    worst = Math.max(worst, (means[i] + means[j]) / Math.sqrt(apart));
                }
            }
            if (!Double.isNaN(means[i])) {
                sum += worst;
                counted++;
            }
        }
        return sum / counted;
    }
}
