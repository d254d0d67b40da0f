package io.fateflow.worker.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.fateflow.worker.summary.NumberRows;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Transformed data on disk, for components that go through it row by row; one batch in memory at a time. */
public final class InstanceTable {

    private final TableStore tables;
    private final TableInfo info;

    private InstanceTable(TableStore tables, TableInfo info) {
        this.tables = tables;
        this.info = info;
    }

    /**
     * Finds a table without reading its rows.
     *
     * @throws IllegalStateException if it holds text, or one of its columns does
     */
    public static InstanceTable find(TableStore tables, TableName name) throws IOException {
        InstanceTable found = findWithTexts(tables, name);
        found.schema().requireNumbers();
        return found;
    }

    /**
     * Finds a table of whose columns some may hold texts: what {@link InstanceSchema#texts} has of them.
     *
     * @throws IllegalStateException if it holds text
     */
    public static InstanceTable findWithTexts(TableStore tables, TableName name) throws IOException {
        TableInfo info = tables.find(name).orElseThrow(() -> new IOException("can not found " + name));
        info.schema().requireInstances();
        return new InstanceTable(tables, info);
    }

    /** Where it is on the disk, for whoever reads it in another process. */
    public Path stored() {
        return tables.stored(info.name())
                .orElseThrow(() -> new IllegalStateException(info.name() + " was deleted meanwhile"));
    }

    /** In how many batches its rows are stored. */
    public int batches() throws IOException {
        try (TableReader reader = tables.open(info.name())) {
            return reader.batches();
        }
    }

    public TableName name() {
        return info.name();
    }

    public TableSchema table() {
        return info.schema();
    }

    public InstanceSchema schema() {
        return info.schema().requireInstances();
    }

    public List<String> header() {
        return schema().header();
    }

    public long count() {
        return info.count();
    }

    /** Takes one instance. */
    @FunctionalInterface
    public interface InstanceConsumer {
        void accept(Instance instance) throws IOException;
    }

    public void forEach(InstanceConsumer consumer) throws IOException {
        try (TableReader reader = tables.open(info.name())) {
            for (List<Instance> batch = reader.nextInstancesOrTexts();
                    !batch.isEmpty();
                    batch = reader.nextInstancesOrTexts()) {
                for (Instance instance : batch) {
                    consumer.accept(instance);
                }
            }
        }
    }

    /** Some of its columns, as numbers; a sparse column without a value is 0. */
    public NumberRows numbers(int... columns) {
        return new NumberRows() {
            @Override
            public int columns() {
                return columns.length;
            }

            @Override
            public void forEach(RowConsumer consumer) throws IOException {
                double[] values = new double[columns.length];
                InstanceTable.this.forEach(instance -> {
                    for (int i = 0; i < columns.length; i++) {
                        values[i] = instance.features().get(columns[i]);
                    }
                    consumer.row(values);
                });
            }
        };
    }

    /** Each instance changed into another, as a new table. */
    public TableInfo map(TableName target, InstanceSchema newSchema, UnaryOperator<Instance> change)
            throws IOException {
        try (TableWriter writer = tables.create(target, table().withInstances(newSchema))) {
            forEach(instance -> writer.add(change.apply(instance)));
            return writer.commit();
        }
    }

    /** The instances that are wanted, in their order, as a new table. */
    public TableInfo filter(TableName target, Predicate<Instance> wanted) throws IOException {
        try (TableWriter writer = tables.create(target, table())) {
            forEach(instance -> {
                if (wanted.test(instance)) {
                    writer.add(instance);
                }
            });
            return writer.commit();
        }
    }
}
