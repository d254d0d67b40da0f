package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.testing.Federation;

/** Rows with columns and labels, parted among parties, and what linear models make of them. */
public final class LinearFixture {

    public static final String GUEST = "guest:9999";
    public static final String HOST = "host:10000";
    public static final String SECOND_HOST = "host:10001";
    public static final String ARBITER = "arbiter:10000";

    private LinearFixture() {}

    /** Standard normal columns. */
    public static double[][] columns(long seed, int rows, int columns) {
        Random random = new Random(seed);
        double[][] x = new double[rows][columns];
        for (double[] row : x) {
            Arrays.setAll(row, i -> random.nextGaussian());
        }
        return x;
    }

    /** Labels that depend on all columns, with noise. */
    public static double[] labels(long seed, double[][] x) {
        Random random = new Random(seed);
        return Arrays.stream(x)
                .mapToDouble(row -> {
                    double u = 0.3 + random.nextGaussian();
                    for (int i = 0; i < row.length; i++) {
                        u += (i % 2 == 0 ? 1 : -0.7) * row[i];
                    }
                    return u > 0 ? 1 : 0;
                })
                .toArray();
    }

    /** Powers of 4, from 1 to 4^6. */
    public static double[] powers(int count) {
        return IntStream.range(0, count).mapToDouble(i -> Math.pow(4, i % 7)).toArray();
    }

    public static double[][] part(double[][] x, int from, int to) {
        return Arrays.stream(x).map(row -> Arrays.copyOfRange(row, from, to)).toArray(double[][]::new);
    }

    /** Which columns are named {@code x<number>}, from {@code first}. */
    public static List<String> header(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(i -> "x" + i).toList();
    }

    /** A party's table; no labels if there are none. */
    public static Table table(double[][] x, int firstColumn) {
        return new Table(x, firstColumn);
    }

    /** A table to be stored. */
    public static final class Table {

        private final double[][] x;
        private final int firstColumn;
        private double[] labels = new double[0];
        private double[] weights = new double[0];
        private boolean integerLabels = true;
        private boolean sparse;
        private boolean reversed;
        private boolean empty;
        private String idPrefix = "person-";
        private List<String> ids = List.of();

        private Table(double[][] x, int firstColumn) {
            this.x = x;
            this.firstColumn = firstColumn;
        }

        public Table labels(double[] values) {
            labels = values;
            return this;
        }

        public Table numericLabels(double[] values) {
            labels = values;
            integerLabels = false;
            return this;
        }

        public Table weights(double[] values) {
            weights = values;
            return this;
        }

        public Table sparse() {
            sparse = true;
            return this;
        }

        /** In another order than other tables of the same rows. */
        public Table reversed() {
            reversed = true;
            return this;
        }

        /** With columns, but no rows. */
        public Table empty() {
            empty = true;
            return this;
        }

        public Table ids(String prefix) {
            idPrefix = prefix;
            return this;
        }

        public Table ids(List<String> values) {
            ids = values;
            return this;
        }

        /** With ids whose order as texts is that of the rows, so that batches are parts of them in their order. */
        public Table ordered() {
            return ids(IntStream.range(0, x.length)
                    .mapToObj("person-%04d"::formatted)
                    .toList());
        }

        public TableName in(Federation federation, String party, String name) throws IOException {
            return store(federation.tables(party), name);
        }

        /** Stored at a party, which learns from it. */
        public void trains(Federation federation, String party) throws IOException {
            federation.input(party, "train_data", in(federation, party, "train"));
        }

        public TableName store(TableStore tables, String name) throws IOException {
            int columns = x[0].length;
            List<String> header = header(firstColumn, columns);
            InstanceSchema schema = InstanceSchema.dense(header, header)
                    .withSparse(sparse)
                    .withWeights(weights.length > 0)
                    .withLabel(labels.length > 0 ? "y" : null, integerLabels);
            List<Instance> instances = new ArrayList<>();
            for (int i = 0; i < (empty ? 0 : x.length); i++) {
                int row = reversed ? x.length - 1 - i : i;
                instances.add(new Instance(
                        ids.isEmpty() ? idPrefix + row : ids.get(row),
                        "",
                        labels.length > 0 ? labels[row] : Double.NaN,
                        weights.length > 0 ? weights[row] : 1,
                        features(x[row])));
            }
            TableName table = new TableName("test", name);
            new DataSet(TableSchema.of("id", List.of(), 4).withInstances(schema), instances).save(tables, table);
            return table;
        }

        private Features features(double[] row) {
            if (!sparse) {
                return new DenseFeatures(row.clone());
            }
            int[] stored =
                    IntStream.range(0, row.length).filter(i -> row[i] != 0).toArray();
            return new SparseFeatures(
                    row.length,
                    stored,
                    Arrays.stream(stored).mapToDouble(i -> row[i]).toArray());
        }
    }

    /** A model's coefficients in the order of its header. */
    public static double[] coefficients(Model model) {
        List<Double> weights = new ArrayList<>();
        for (JsonNode column : model.param().path("header")) {
            weights.add(model.param().path("weight").path(column.asText()).asDouble());
        }
        return weights.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** All coefficients of guest and hosts in the order of columns, guest's first, then the intercept. */
    public static double[] weights(Federation.Run run, String... hosts) {
        List<Double> all = new ArrayList<>();
        Arrays.stream(coefficients(run.model(GUEST))).forEach(all::add);
        for (String host : hosts) {
            Arrays.stream(coefficients(run.model(host))).forEach(all::add);
        }
        all.add(run.model(GUEST).param().path("intercept").asDouble());
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    public static double greatestDifference(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new AssertionError(a.length + " numbers are compared with " + b.length);
        }
        return IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i] - b[i]))
                .max()
                .orElse(0);
    }

    public static List<Row> rows(Federation federation, String party, TableName table) throws IOException {
        List<Row> all = new ArrayList<>();
        try (TableReader reader = federation.tables(party).open(table)) {
            for (List<Row> next = reader.next(); !next.isEmpty(); next = reader.next()) {
                all.addAll(next);
            }
        }
        return all;
    }

    /** A metric of a result, by namespace and name. */
    public static JsonNode metric(JsonNode result, String namespace, String name) {
        for (JsonNode metric : result.path("metrics")) {
            if (metric.path("namespace").asText().equals(namespace)
                    && metric.path("name").asText().equals(name)) {
                return metric;
            }
        }
        throw new AssertionError("no metric " + namespace + " " + name + " in " + result.path("metrics"));
    }
}
