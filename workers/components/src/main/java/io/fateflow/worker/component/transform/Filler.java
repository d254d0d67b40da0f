package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.summary.NumberRows;

/**
 * Replaces first missing values, then outliers, as FATE does: what fills a gap may be an outlier itself. Counts what it
 * replaced.
 */
final class Filler {

    private final Marks outliers;
    private final @Nullable Replacement missing;
    private final @Nullable Replacement outlier;
    private final long[] missingCounts;
    private final long[] outlierCounts;

    /** Null for what is not to be replaced. */
    Filler(Marks outliers, @Nullable Replacement missing, @Nullable Replacement outlier, int columns) {
        this.outliers = outliers;
        this.missing = missing;
        this.outlier = outlier;
        this.missingCounts = new long[columns];
        this.outlierCounts = new long[columns];
    }

    /** Finds out in passes over the data what to replace by. */
    static Filler fit(TransformParameters parameters, List<String> header, Cells cells, FieldRows rows)
            throws IOException {
        Filling missing = parameters.missing();
        Filling outlier = parameters.outlier();
        int columns = header.size();
        Replacement forMissing = missing.on()
                ? Replacement.fit(
                        missing, header, values(rows, cells, new Filler(Marks.none(), null, null, columns), false))
                : null;
        Filler first = new Filler(outlier.marks(), forMissing, null, columns);
        Replacement forOutlier =
                outlier.on() ? Replacement.fit(outlier, header, values(rows, cells, first, true)) : null;
        return new Filler(outlier.marks(), forMissing, forOutlier, columns);
    }

    @Nullable
    Replacement missing() {
        return missing;
    }

    @Nullable
    Replacement outlier() {
        return outlier;
    }

    /** How many values of each column were missing and replaced. */
    long[] missingCounts() {
        return missingCounts;
    }

    long[] outlierCounts() {
        return outlierCounts;
    }

    /** Replaces in {@code values} what {@code states} say; changes the states too. */
    void fill(double[] values, byte[] states) {
        for (int column = 0; column < values.length; column++) {
            if (states[column] == Cells.MISSING && missing != null) {
                values[column] = missing.value(column);
                missingCounts[column]++;
                states[column] = marked(missing, column) ? Cells.OUTLIER : Cells.VALUE;
            }
            if (states[column] == Cells.OUTLIER && outlier != null) {
                values[column] = outlier.value(column);
                outlierCounts[column]++;
            }
        }
    }

    private boolean marked(Replacement replacement, int column) {
        return outliers.match(replacement.shown(column)) || outliers.match(replacement.value(column));
    }

    /** The rows as {@code before} leaves them, with NaN for outliers if they do not count. */
    private static NumberRows values(FieldRows rows, Cells cells, Filler before, boolean withoutOutliers) {
        return new NumberRows() {
            @Override
            public int columns() {
                return cells.columns();
            }

            @Override
            public void forEach(RowConsumer consumer) throws IOException {
                double[] values = new double[cells.columns()];
                byte[] states = new byte[cells.columns()];
                rows.forEach((row, fields) -> {
                    cells.read(fields, values, states);
                    before.fill(values, states);
                    for (int column = 0; withoutOutliers && column < values.length; column++) {
                        values[column] = states[column] == Cells.OUTLIER ? Double.NaN : values[column];
                    }
                    consumer.row(values);
                });
            }
        };
    }
}
