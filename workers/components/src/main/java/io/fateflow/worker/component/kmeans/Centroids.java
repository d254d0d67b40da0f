package io.fateflow.worker.component.kmeans;

import java.util.Arrays;

/** One party's columns of the clusters' centres. All distances are squared. */
// nobody compares centres
@SuppressWarnings("ArrayRecordComponent")
record Centroids(double[][] centres) {

    int count() {
        return centres.length;
    }

    /** From each row to each centre, row by row. */
    double[] distances(double[][] rows) {
        double[] distances = new double[rows.length * count()];
        for (int row = 0; row < rows.length; row++) {
            for (int cluster = 0; cluster < count(); cluster++) {
                distances[row * count() + cluster] = distance(rows[row], centres[cluster]);
            }
        }
        return distances;
    }

    /** From each centre to each other one. */
    double[] between() {
        double[] between = new double[count() * (count() - 1)];
        int place = 0;
        for (int i = 0; i < count(); i++) {
            for (int j = 0; j < count(); j++) {
                if (i != j) {
                    between[place++] = distance(centres[i], centres[j]);
                }
            }
        }
        return between;
    }

    /** The means of the rows of each cluster; a cluster without rows stays where it is. */
    Centroids moved(double[][] rows, long... clusters) {
        double[][] sums = new double[count()][];
        Arrays.setAll(sums, cluster -> new double[centres[cluster].length]);
        long[] counts = counts(clusters);
        for (int row = 0; row < rows.length; row++) {
            double[] sum = sums[(int) clusters[row]];
            for (int column = 0; column < sum.length; column++) {
                sum[column] += rows[row][column] / counts[(int) clusters[row]];
            }
        }
        for (int cluster = 0; cluster < count(); cluster++) {
            sums[cluster] = counts[cluster] == 0 ? centres[cluster] : sums[cluster];
        }
        return new Centroids(sums);
    }

    /** How many rows each cluster has. */
    long[] counts(long... clusters) {
        long[] counts = new long[count()];
        for (long cluster : clusters) {
            counts[(int) cluster]++;
        }
        return counts;
    }

    /** How far all centres are from others. */
    double movedFrom(Centroids others) {
        double sum = 0;
        for (int cluster = 0; cluster < count(); cluster++) {
            sum += distance(centres[cluster], others.centres[cluster]);
        }
        return sum;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }
}
