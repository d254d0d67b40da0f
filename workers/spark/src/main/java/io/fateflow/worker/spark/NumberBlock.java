package io.fateflow.worker.spark;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.fateflow.worker.table.Instance;

/** The numbers of one batch of a table, row by row. */
final class NumberBlock implements Serializable {

    @Serial
    private static final long serialVersionUID = 1;

    private final int columns;
    private final double[] numbers;
    private final long[] present;

    /** @param places of the columns that count */
    NumberBlock(List<Instance> instances, int... places) {
        columns = places.length;
        numbers = new double[instances.size() * columns];
        present = new long[columns];
        int[] order = order(instances, places);
        int next = 0;
        for (Instance instance : instances) {
            for (int place : places) {
                numbers[next++] = instance.features().get(place);
            }
            // of sparse data, what is not stored is no value, although it is a number
            instance.features().forEach((place, value) -> {
                if (order[place] >= 0 && !Double.isNaN(value)) {
                    present[order[place]]++;
                }
            });
        }
    }

    /** Which of the columns that count each column is; -1 for the others. */
    private static int[] order(List<Instance> instances, int... places) {
        int[] order =
                new int[instances.isEmpty() ? 0 : instances.get(0).features().size()];
        Arrays.fill(order, -1);
        for (int i = 0; i < places.length && order.length > 0; i++) {
            order[places[i]] = i;
        }
        return order;
    }

    void forEach(Consumer<double[]> rows) {
        double[] row = new double[columns];
        for (int start = 0; start < numbers.length; start += columns) {
            System.arraycopy(numbers, start, row, 0, columns);
            rows.accept(row);
        }
    }

    /** How many values each column has. */
    long[] present() {
        return present.clone();
    }

    static long[] sum(long[] one, long[] other) {
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other[i];
        }
        return sum;
    }
}
