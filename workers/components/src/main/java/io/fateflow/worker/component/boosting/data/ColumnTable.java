package io.fateflow.worker.component.boosting.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

/**
 * Transformed rows column by column, which takes 8 bytes for a value; a row is known by its place, from 0.
 *
 * @param labels NaN where there is none
 * @param weights empty if rows have none
 * @param columns the values of each column; a sparse one's that is not there is 0, a missing one is NaN
 */
// nobody compares data
@SuppressWarnings("ArrayRecordComponent")
public record ColumnTable(TableSchema table, List<String> ids, double[] labels, double[] weights, double[][] columns) {

    /** Reads a whole table. */
    public static ColumnTable load(TableStore tables, TableName name) throws IOException {
        InstanceTable source = InstanceTable.find(tables, name);
        int rows = Math.toIntExact(source.count());
        List<String> ids = new ArrayList<>(rows);
        double[] labels = new double[rows];
        double[] weights = new double[source.schema().weighted() ? rows : 0];
        double[][] columns = new double[source.header().size()][rows];
        source.forEach(instance -> {
            int row = ids.size();
            ids.add(instance.id());
            labels[row] = instance.label();
            if (weights.length > 0) {
                weights[row] = instance.weight();
            }
            instance.features().forEach((column, value) -> columns[column][row] = value);
        });
        return new ColumnTable(source.table(), ids, labels, weights, columns);
    }

    public InstanceSchema schema() {
        return table.requireInstances();
    }

    public List<String> header() {
        return schema().header();
    }

    public int size() {
        return ids.size();
    }

    public boolean weighted() {
        return weights.length > 0;
    }

    /** Places by id. */
    public Map<String, Integer> places() {
        Map<String, Integer> places = new HashMap<>(size() * 2);
        for (int row = 0; row < size(); row++) {
            places.put(ids.get(row), row);
        }
        return places;
    }

    /** Some rows, in the given order. */
    public ColumnTable rows(int... rows) {
        return new ColumnTable(
                table,
                IntStream.of(rows).mapToObj(ids::get).toList(),
                pick(labels, rows),
                weighted() ? pick(weights, rows) : weights,
                Arrays.stream(columns).map(column -> pick(column, rows)).toArray(double[][]::new));
    }

    /** As {@link #rows}, but this table gives its columns up for it, so that they are never held twice. */
    public ColumnTable take(int... rows) {
        Arrays.setAll(columns, column -> pick(columns[column], rows));
        return new ColumnTable(
                table,
                IntStream.of(rows).mapToObj(ids::get).toList(),
                pick(labels, rows),
                weighted() ? pick(weights, rows) : weights,
                columns);
    }

    /**
     * The columns of a model, in its order.
     *
     * @throws IllegalArgumentException naming the columns that are missing
     */
    public ColumnTable withColumns(List<String> wanted) {
        if (wanted.equals(header())) {
            return this;
        }
        List<String> missing = new ArrayList<>(wanted);
        missing.removeAll(header());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the model was trained with columns that the data has not: "
                    + String.join(", ", missing) + "; it has " + header().size()
                    + " columns: give the model the same transformations as in training");
        }
        int[] places = wanted.stream().mapToInt(header()::indexOf).toArray();
        List<String> anonymous =
                IntStream.of(places).mapToObj(schema().anonymousHeader()::get).toList();
        return new ColumnTable(
                table.withInstances(schema().withHeader(wanted, anonymous)),
                ids,
                labels,
                weights,
                IntStream.of(places).mapToObj(place -> columns[place]).toArray(double[][]::new));
    }

    private static double[] pick(double[] values, int... rows) {
        double[] picked = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            picked[i] = values[rows[i]];
        }
        return picked;
    }
}
