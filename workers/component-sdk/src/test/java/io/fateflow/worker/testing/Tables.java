package io.fateflow.worker.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** One party's tables, written and read as tests like to. */
public final class Tables {

    private final TableStore store;

    public Tables(TableStore store) {
        this.store = store;
    }

    /** A table of text, as it is after an upload without {@code meta}; the first line is the header. */
    public TableName text(String csv) throws IOException {
        return text(csv, null);
    }

    /** A table of text, as it is after an upload with {@code meta}. */
    public TableName text(String csv, @Nullable ObjectNode meta) throws IOException {
        List<String> lines = csv.lines().toList();
        List<String> header = fields(lines.get(0));
        TableSchema schema = TableSchema.of(header.get(0), header.subList(1, header.size()), 1);
        List<Row> rows = lines.subList(1, lines.size()).stream()
                .map(line -> new Row(
                        fields(line).get(0),
                        fields(line).subList(1, fields(line).size())))
                .toList();
        return write(meta == null ? schema : schema.withMeta(meta), rows);
    }

    /** A table of text whose rows have no fixed width; each line is an id, the delimiter, and the rest. */
    public TableName ragged(String lines, String delimiter) throws IOException {
        TableSchema schema = new TableSchema(
                "",
                "",
                JsonNodeFactory.instance.objectNode(),
                List.of(TableSchema.VALUE),
                1,
                delimiter,
                false,
                false,
                false,
                null);
        List<Row> rows = new ArrayList<>();
        lines.lines().forEach(line -> {
            int end = line.indexOf(delimiter);
            rows.add(new Row(line.substring(0, end), List.of(line.substring(end + delimiter.length()))));
        });
        return write(schema, rows);
    }

    public TableName instances(InstanceSchema schema, Instance... instances) throws IOException {
        TableSchema table = TableSchema.of("id", List.of(), 1).withInstances(schema);
        return new DataSet(table, List.of(instances)).save(store, newName()).name();
    }

    public DataSet load(TableName name) throws IOException {
        return DataSet.load(store, name);
    }

    /** The rows as text. */
    public List<Row> rows(TableName name) throws IOException {
        List<Row> all = new ArrayList<>();
        try (TableReader reader = store.open(name)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                all.addAll(rows);
            }
        }
        return all;
    }

    private TableName write(TableSchema schema, List<Row> rows) throws IOException {
        try (TableWriter writer = store.create(newName(), schema)) {
            for (Row row : rows) {
                writer.add(row);
            }
            return writer.commit().name();
        }
    }

    private static TableName newName() {
        return new TableName("test", UUID.randomUUID().toString());
    }

    private static List<String> fields(String line) {
        return List.of(line.split(",", -1));
    }
}
