package io.fateflow.worker.component.correlation;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/** Columns with mean 0 and (population) deviation 1; one that does not vary has none, and is all NaN. */
final class StandardizedColumns {

    private final double[][] columns;

    private StandardizedColumns(double[][] columns) {
        this.columns = columns;
    }

    /**
     * Reads and standardizes.
     *
     * @param places of the columns in the header
     * @throws IOException if a value is missing or infinite
     */
    static StandardizedColumns of(DataSet data, List<Integer> places, Party self) throws IOException {
        double[][] columns = new double[places.size()][];
        for (int i = 0; i < columns.length; i++) {
            int place = places.get(i);
            columns[i] = Columns.values(data, place);
            for (int row = 0; row < columns[i].length; row++) {
                if (!Double.isFinite(columns[i][row])) {
                    throw new IOException("column " + data.header().get(place) + " of " + self + " has no value in row "
                            + (row + 1) + ", and correlations need one: impute it, or leave the column out");
                }
            }
            standardize(columns[i]);
        }
        return new StandardizedColumns(columns);
    }

    int count() {
        return columns.length;
    }

    boolean varies(int column) {
        return !Double.isNaN(columns[column][0]);
    }

    double[] column(int column) {
        return columns[column].clone();
    }

    /** NaN if one of both does not vary. */
    double correlation(int one, int other) {
        double sum = 0;
        for (int row = 0; row < columns[one].length; row++) {
            sum += columns[one][row] * columns[other][row];
        }
        return clip(sum / columns[one].length);
    }

    /** Rounding may take a correlation beyond its range. */
    static double clip(double correlation) {
        return Double.isNaN(correlation) ? correlation : Math.max(-1, Math.min(1, correlation));
    }

    private static void standardize(double[] values) {
        double mean = Arrays.stream(values).sum() / values.length;
        double variance = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / values.length;
        double deviation = variance > 0 ? Math.sqrt(variance) : Double.NaN;
        for (int row = 0; row < values.length; row++) {
            values[row] = (values[row] - mean) / deviation;
        }
    }
}
