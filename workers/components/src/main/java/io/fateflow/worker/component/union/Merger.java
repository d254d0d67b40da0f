package io.fateflow.worker.component.union;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Writes tables one behind the other. Keeps their ids in memory, unless duplicates are kept. */
final class Merger {

    private final TableStore tables;
    private final TableSchema target;
    private final boolean keepDuplicate;
    private final Set<String> seen = new HashSet<>();

    Merger(TableStore tables, TableSchema target, boolean keepDuplicate) {
        this.tables = tables;
        this.target = target;
        this.keepDuplicate = keepDuplicate;
    }

    void append(Source source, TableWriter writer) throws IOException {
        try (TableReader reader = tables.open(source.info().name())) {
            if (target.instances() == null) {
                appendRows(source, reader, writer);
            } else {
                appendInstances(source, reader, writer);
            }
        }
    }

    private void appendRows(Source source, TableReader reader, TableWriter writer) throws IOException {
        boolean joined = !reader.info().schema().columns().equals(target.columns());
        for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
            for (Row row : rows) {
                if (keepDuplicate || seen.add(row.id())) {
                    List<String> values =
                            joined ? List.of(String.join(target.idDelimiter(), row.values())) : row.values();
                    writer.add(new Row(id(source, row.id()), values));
                }
            }
        }
    }

    private void appendInstances(Source source, TableReader reader, TableWriter writer) throws IOException {
        for (List<Instance> batch = reader.nextInstances(); !batch.isEmpty(); batch = reader.nextInstances()) {
            for (Instance instance : batch) {
                if (keepDuplicate || seen.add(instance.id())) {
                    writer.add(instance.withId(id(source, instance.id())));
                }
            }
        }
    }

    private String id(Source source, String id) {
        return keepDuplicate ? id + "_" + source.key() : id;
    }
}
