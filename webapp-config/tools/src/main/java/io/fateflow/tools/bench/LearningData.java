package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Made-up tables of a guest and a host with the same ids, put into the site's store as an upload leaves them. */
final class LearningData {

    static final String NAMESPACE = "bench";
    private static final int PARTITIONS = 4;

    private final TableStore tables;

    LearningData(TableStore tables) {
        this.tables = tables;
    }

    /** Writes a table; with a label, its first column is {@code y}. */
    void write(String name, int rows, int columns, boolean label) throws IOException {
        write(name, rows, columns, label, "%.6f");
    }

    /** Writes a table whose columns have 21 values each, which any way to find quantiles tells apart. */
    void writeCoarse(String name, int rows, int columns, boolean label) throws IOException {
        write(name, rows, columns, label, "%.1f");
    }

    private void write(String name, int rows, int columns, boolean label, String format) throws IOException {
        List<String> header = new ArrayList<>();
        if (label) {
            header.add("y");
        }
        IntStream.range(0, columns).forEach(column -> header.add("x" + column));
        Random random = new Random(name.hashCode());
        TableSchema schema = TableSchema.of("id", header, PARTITIONS);
        try (TableWriter writer = tables.create(new TableName(NAMESPACE, name), schema)) {
            for (int row = 0; row < rows; row++) {
                writer.add(new Row("customer" + row, values(random, columns, label, format)));
            }
            writer.commit();
        }
    }

    /** The label follows the first column, so that there is something to learn. */
    private static List<String> values(Random random, int columns, boolean label, String format) {
        List<String> values = new ArrayList<>(columns + 1);
        double[] features = random.doubles(columns, -1, 1).toArray();
        if (label) {
            values.add(features[0] + random.nextGaussian() > 0 ? "1" : "0");
        }
        for (double feature : features) {
            values.add(String.format(Locale.ROOT, format, feature));
        }
        return values;
    }
}
