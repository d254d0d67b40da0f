package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/** What FATE-Board shows of a table that was read: its columns, a few values of each, and its size. */
final class ReaderMetric {

    private static final int SAMPLE_ROWS = 100;
    private static final int SAMPLES = 5;

    private ReaderMetric() {}

    static ObjectNode of(TableName source, TableInfo table, AnonymousNames names, TableStore tables)
            throws IOException {
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("table_name", source.name())
                .put("namespace", source.namespace());
        samples(metas.putObject("table_info"), table, tables);
        names.putInto(metas.putObject("anonymous_info"));
        metas.putObject("attribute_info");
        return metas.put("partitions", table.schema().partitions())
                .put("storage_engine", "STANDALONE")
                .put("count", table.count());
    }

    private static void samples(ObjectNode byColumn, TableInfo table, TableStore tables) throws IOException {
        List<Row> rows = firstRows(table, tables);
        if (!table.schema().sid().isEmpty()) {
            byColumn.put(table.schema().sid(), distinct(rows, -1));
        }
        for (int i = 0; i < table.schema().columns().size(); i++) {
            byColumn.put(table.schema().columns().get(i), distinct(rows, i));
        }
    }

    private static List<Row> firstRows(TableInfo table, TableStore tables) throws IOException {
        try (TableReader reader = tables.open(table.name())) {
            return reader.next().stream().limit(SAMPLE_ROWS).toList();
        }
    }

    private static String distinct(List<Row> rows, int column) {
        Set<String> values = new LinkedHashSet<>();
        for (Row row : rows) {
            if (values.size() < SAMPLES) {
                values.add(column < 0 ? row.id() : row.values().get(column));
            }
        }
        return String.join(",", values);
    }
}
