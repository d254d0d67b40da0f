package io.fateflow.worker.component.evaluation;

import java.util.Arrays;

/** Numbers in ascending order, which are counted by bisection. */
final class SortedDoubles {

    private final double[] ascending;

    /** Takes the array over. */
    SortedDoubles(double[] values) {
        this.ascending = values;
        Arrays.sort(ascending);
    }

    int size() {
        return ascending.length;
    }

    double at(int index) {
        return ascending[index];
    }

    /** The number at a place of the descending order. */
    double fromTop(int place) {
        return ascending[ascending.length - 1 - place];
    }

    /** How many are greater. */
    int above(double threshold) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] > threshold) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return ascending.length - low;
    }

    /** How many are greater or equal. */
    int atLeast(double threshold) {
        return above(Math.nextDown(threshold));
    }

    /** The element nearest to a quantile from 0 to 1; of two that are equally near the one with the even index. */
    double quantile(double share) {
        return ascending[(int) Math.rint(share * (ascending.length - 1))];
    }

    /** Each number once, in descending order. */
    double[] distinctDescending() {
        double[] distinct = new double[ascending.length];
        int count = 0;
        for (int place = 0; place < ascending.length; place++) {
            if (count == 0 || fromTop(place) != distinct[count - 1]) {
                distinct[count++] = fromTop(place);
            }
        }
        return Arrays.copyOf(distinct, count);
    }
}
