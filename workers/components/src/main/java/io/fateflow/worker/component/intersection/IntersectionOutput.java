package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.SparseFeatures;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** Writes the party's own rows of the common ids, in the order of its table, which is read once more for that. */
record IntersectionOutput(ComponentContext context, IntersectionParameters parameters, HashedIds ids) {

    /** All rows of some ids. */
    TableInfo rowsOf(BitSet common) throws IOException {
        return isKeysOfText() || ids.table().schema().instances() == null
                ? textRows(common)
                : instances(instanceSchema(), List.of(), (instance, id, writer) -> {
                    if (common.get(id)) {
                        writer.add(shown(instance));
                    }
                });
    }

    /**
     * The first row of each id, once under each of the row ids that it gets, and rows without values behind them. Those have
     * no match id either, which only the party knows that they are of.
     *
     * @param rowIds by id
     * @param without ids of rows that this party has no values of
     */
    TableInfo rowsUnder(Map<Integer, List<String>> rowIds, List<String> without) throws IOException {
        BitSet written = new BitSet();
        return instances(without.isEmpty() ? instanceSchema() : schemaOfSome(), without, (instance, id, writer) -> {
            if (!written.get(id)) {
                written.set(id);
                Instance shown = shown(instance);
                for (String rowId : rowIds.getOrDefault(id, List.of())) {
                    writer.add(new Instance(rowId, shown.matchId(), shown.label(), shown.weight(), shown.features()));
                }
            }
        });
    }

    private TableInfo textRows(BitSet common) throws IOException {
        TableSchema own = ids.table().schema();
        TableSchema schema = parameters.onlyKeys() ? TableSchema.of(own.sid(), List.of(), own.partitions()) : own;
        try (TableReader reader = context.tables().open(ids.table().name());
                TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            int next = 0;
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    if (common.get(ids.byRow()[next++])) {
                        writer.add(parameters.onlyKeys() ? new Row(row.id(), List.of()) : row);
                    }
                }
            }
            return writer.commit();
        }
    }

    private TableInfo instances(TableSchema schema, List<String> without, InstanceWriter chosen) throws IOException {
        try (TableReader reader = context.tables().open(ids.table().name());
                TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            int next = 0;
            for (List<Instance> rows = reader.nextInstances(); !rows.isEmpty(); rows = reader.nextInstances()) {
                for (Instance row : rows) {
                    chosen.write(row, ids.byRow()[next++], writer);
                }
            }
            if (!without.isEmpty()) {
                Features none = missing(Objects.requireNonNull(schema.instances()));
                for (String id : without) {
                    writer.add(Instance.of(id, Double.NaN, none));
                }
            }
            return writer.commit();
        }
    }

    /** Keys of rows without match id are no instances: nothing else is left. */
    private boolean isKeysOfText() {
        return parameters.onlyKeys() && !ids.usesMatchIds();
    }

    private TableSchema instanceSchema() {
        TableSchema own = ids.table().schema();
        @Nullable InstanceSchema instances = own.instances();
        return parameters.onlyKeys() && instances != null
                ? own.withInstances(InstanceSchema.dense(List.of(), List.of()).withMatchId(instances.matchIdName()))
                : own;
    }

    /** Where some rows have no values: without a label, labels are no whole numbers any more. */
    private TableSchema schemaOfSome() {
        TableSchema own = instanceSchema();
        InstanceSchema instances = Objects.requireNonNull(own.instances());
        return own.withInstances(instances.withLabel(instances.labelName(), false));
    }

    private static Features missing(InstanceSchema schema) {
        int size = schema.header().size();
        double[] values = new double[size];
        Arrays.fill(values, Double.NaN);
        return schema.sparse()
                ? new SparseFeatures(size, IntStream.range(0, size).toArray(), values)
                : new DenseFeatures(values);
    }

    private Instance shown(Instance row) {
        return parameters.onlyKeys() ? new Instance(row.id(), row.matchId(), Double.NaN, 1, new DenseFeatures()) : row;
    }

    /** Writes what a row becomes. */
    @FunctionalInterface
    private interface InstanceWriter {
        void write(Instance row, int id, TableWriter writer) throws IOException;
    }
}
