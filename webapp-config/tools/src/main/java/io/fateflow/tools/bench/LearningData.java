package io.fateflow.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
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

    /** One fewer than bins of a tree, so that each value is a bin. */
    private static final int COARSE_VALUES = 31;

    private final TableStore tables;

    LearningData(TableStore tables) {
        this.tables = tables;
    }

    /** Writes a table; with a label, its first column is {@code y}. */
    void write(String name, int rows, int columns, boolean label) throws IOException {
        Random random = new Random(name.hashCode());
        write(name, rows, columns, label, random, row -> random.doubles(columns, -1, 1)
                .toArray());
    }

    /** Writes a table each of whose columns has the same values equally often: any way to find quantiles tells them apart. */
    void writeCoarse(String name, int rows, int columns, boolean label) throws IOException {
        Random random = new Random(name.hashCode());
        List<List<Double>> values = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            List<Double> shuffled = new ArrayList<>(IntStream.range(0, rows)
                    .mapToObj(row -> (row % COARSE_VALUES - COARSE_VALUES / 2) / 10.0)
                    .toList());
            Collections.shuffle(shuffled, random);
            values.add(shuffled);
        }
        write(name, rows, columns, label, random, row -> values.stream()
                .mapToDouble(column -> column.get(row))
                .toArray());
    }

    private void write(String name, int rows, int columns, boolean label, Random random, IntFunction<double[]> features)
            throws IOException {
        List<String> header = new ArrayList<>();
        if (label) {
            header.add("y");
        }
        IntStream.range(0, columns).forEach(column -> header.add("x" + column));
        TableSchema schema = TableSchema.of("id", header, PARTITIONS);
        try (TableWriter writer = tables.create(new TableName(NAMESPACE, name), schema)) {
            for (int row = 0; row < rows; row++) {
                writer.add(new Row("customer" + row, values(random, label, features.apply(row))));
            }
            writer.commit();
        }
    }

    /** The label follows the first column, so that there is something to learn. */
    private static List<String> values(Random random, boolean label, double... features) {
        List<String> values = new ArrayList<>(features.length + 1);
        if (label) {
            values.add(features[0] + random.nextGaussian() > 0 ? "1" : "0");
        }
        for (double feature : features) {
            values.add(String.format(Locale.ROOT, "%.6f", feature));
        }
        return values;
    }
}
