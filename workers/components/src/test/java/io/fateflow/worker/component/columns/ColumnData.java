package io.fateflow.worker.component.columns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.testing.Federation;

/** Data given by columns, named x0, x1 and so on, with the ids 0, 1 and so on. */
public final class ColumnData {

    private final List<double[]> columns = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private double[] labels = {};
    private boolean sparse;

    public static ColumnData of(double[]... columns) {
        ColumnData data = new ColumnData();
        data.columns.addAll(Arrays.asList(columns));
        IntStream.range(0, columns[0].length).forEach(row -> data.ids.add(Integer.toString(row)));
        return data;
    }

    /** A file with a header line, whose first column is the id and whose column {@code y}, if any, is the label. */
    public static ColumnData read(Path csv) {
        try {
            List<String[]> lines = Files.readAllLines(csv).stream()
                    .map(line -> line.split(",", -1))
                    .toList();
            List<String[]> rows = lines.subList(1, lines.size());
            ColumnData data = new ColumnData();
            rows.forEach(row -> data.ids.add(row[0]));
            for (int i = 1; i < lines.get(0).length; i++) {
                int place = i;
                double[] values = rows.stream()
                        .mapToDouble(row -> Double.parseDouble(row[place]))
                        .toArray();
                if (lines.get(0)[i].equals("y")) {
                    data.labels = values;
                } else {
                    data.columns.add(values);
                }
            }
            return data;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ColumnData labels(double... newLabels) {
        labels = newLabels;
        return this;
    }

    public ColumnData sparse() {
        sparse = true;
        return this;
    }

    /** With the rows in another order, which components must not care about. */
    public ColumnData reversed() {
        ColumnData data = new ColumnData();
        columns.forEach(column -> data.columns.add(IntStream.rangeClosed(1, column.length)
                .mapToDouble(i -> column[column.length - i])
                .toArray()));
        IntStream.rangeClosed(1, ids.size()).forEach(i -> data.ids.add(ids.get(ids.size() - i)));
        return data;
    }

    public double[] column(int place) {
        return columns.get(place);
    }

    public double[] labels() {
        return labels;
    }

    /** Becomes a table of one party. */
    public TableName at(Federation federation, String party) throws IOException {
        TableName name = new TableName("test", "columns");
        dataSet(Federation.party(party)).save(federation.tables(party), name);
        return name;
    }

    public DataSet dataSet(Party party) {
        List<String> header =
                IntStream.range(0, columns.size()).mapToObj(i -> "x" + i).toList();
        List<String> anonymous = header.stream()
                .map(column -> party.role() + "_" + party.partyId() + "_" + column)
                .toList();
        InstanceSchema schema = InstanceSchema.dense(header, anonymous)
                .withSparse(sparse)
                .withLabel(labels.length == 0 ? null : "y", false);
        List<Instance> rows = IntStream.range(0, ids.size())
                .mapToObj(row -> Instance.of(
                        ids.get(row),
                        labels.length == 0 ? Double.NaN : labels[row],
                        new DenseFeatures(columns.stream()
                                .mapToDouble(column -> column[row])
                                .toArray())))
                .toList();
        return new DataSet(TableSchema.of("id", List.of(), 1).withInstances(schema), rows);
    }
}
