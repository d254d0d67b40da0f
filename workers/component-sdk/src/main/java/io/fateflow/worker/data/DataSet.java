package io.fateflow.worker.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/**
 * All instances of one table.
 *
 * @param table the schema of the table they came from
 * @param instances in the table's order
 */
public record DataSet(TableSchema table, List<Instance> instances) {

    public DataSet {
        table.requireInstances();
        instances = List.copyOf(instances);
    }

    /**
     * Reads a whole table.
     *
     * @throws IllegalStateException if it holds text
     */
    public static DataSet load(TableStore tables, TableName name) throws IOException {
        try (TableReader reader = tables.open(name)) {
            List<Instance> instances = new ArrayList<>();
            for (List<Instance> batch = reader.nextInstances(); !batch.isEmpty(); batch = reader.nextInstances()) {
                instances.addAll(batch);
            }
            return new DataSet(reader.info().schema(), instances);
        }
    }

    public TableInfo save(TableStore tables, TableName name) throws IOException {
        try (TableWriter writer = tables.create(name, table)) {
            for (Instance instance : instances) {
                writer.add(instance);
            }
            return writer.commit();
        }
    }

    public InstanceSchema schema() {
        return table.requireInstances();
    }

    public List<String> header() {
        return schema().header();
    }

    public int size() {
        return instances.size();
    }

    public List<String> ids() {
        return instances.stream().map(Instance::id).toList();
    }

    /** The labels, in the instances' order; NaN where there is none. */
    public double[] labels() {
        return instances.stream().mapToDouble(Instance::label).toArray();
    }

    /** The instances that are wanted, in their order. */
    public DataSet filter(Predicate<Instance> wanted) {
        return new DataSet(table, instances.stream().filter(wanted).toList());
    }

    /** Each instance replaced by another; the columns stay. */
    public DataSet map(UnaryOperator<Instance> change) {
        return new DataSet(table, instances.stream().map(change).toList());
    }

    /** Other instances under another schema. */
    public DataSet with(InstanceSchema schema, List<Instance> others) {
        return new DataSet(table.withInstances(schema), others);
    }

    /** The columns of {@code columns} only, in that order. */
    public DataSet select(int... columns) {
        List<String> names = new ArrayList<>();
        List<String> anonymous = new ArrayList<>();
        for (int column : columns) {
            names.add(schema().header().get(column));
            anonymous.add(schema().anonymousHeader().get(column));
        }
        return with(
                schema().withHeader(names, anonymous),
                instances.stream()
                        .map(instance ->
                                instance.withFeatures(instance.features().select(columns)))
                        .toList());
    }
}
