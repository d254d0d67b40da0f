package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
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
                : instances((instance, id, writer) -> {
                    if (common.get(id)) {
                        writer.add(shown(instance));
                    }
                });
    }

    /**
     * The first row of each id, once under each of the row ids that it gets.
     *
     * @param rowIds by id
     */
    TableInfo rowsUnder(Map<Integer, List<String>> rowIds) throws IOException {
        BitSet written = new BitSet();
        return instances((instance, id, writer) -> {
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

    private TableInfo instances(InstanceWriter chosen) throws IOException {
        try (TableReader reader = context.tables().open(ids.table().name());
                TableWriter writer = context.tables().create(context.newOutputTable(), instanceSchema())) {
            int next = 0;
            for (List<Instance> rows = reader.nextInstances(); !rows.isEmpty(); rows = reader.nextInstances()) {
                for (Instance row : rows) {
                    chosen.write(row, ids.byRow()[next++], writer);
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

    private Instance shown(Instance row) {
        return parameters.onlyKeys() ? new Instance(row.id(), row.matchId(), Double.NaN, 1, new DenseFeatures()) : row;
    }

    /** Writes what a row becomes. */
    @FunctionalInterface
    private interface InstanceWriter {
        void write(Instance row, int id, TableWriter writer) throws IOException;
    }
}
