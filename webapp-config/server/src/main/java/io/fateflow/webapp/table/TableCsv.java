package io.fateflow.webapp.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;

/** A stored table as text: one line a row, values as they are, parted by the table's own delimiter. */
final class TableCsv {

    private final TableSchema schema;
    private final List<String> columns = new ArrayList<>();
    private final boolean withHeader;
    private final long limit;

    /**
     * A table's text.
     *
     * @param withHeader whether a line with the names comes first, if the table has names
     * @param limit how many rows at most; negative for all
     */
    TableCsv(TableSchema schema, boolean withHeader, long limit) {
        this.schema = schema;
        this.withHeader = withHeader && schema.haveHead();
        this.limit = limit;
        columns.add(schema.sid().isEmpty() ? "sid" : schema.sid());
        columns.addAll(
                schema.columns().equals(List.of(TableSchema.VALUE))
                                && !schema.header().isEmpty()
                        ? List.of(schema.header().split(Pattern.quote(schema.idDelimiter()), -1))
                        : schema.columns());
    }

    List<String> columns() {
        return columns;
    }

    /** Leaves the stream open. */
    void write(TableReader reader, OutputStream out) throws IOException {
        if (withHeader) {
            line(String.join(",", columns), out);
        }
        long left = limit < 0 ? Long.MAX_VALUE : limit;
        for (List<Row> rows = reader.next(); !rows.isEmpty() && left > 0; rows = reader.next()) {
            for (Row row : rows.subList(0, (int) Math.min(rows.size(), left))) {
                line(String.join(schema.idDelimiter(), cells(row)), out);
                left--;
            }
        }
    }

    private List<String> cells(Row row) {
        List<String> cells = new ArrayList<>(row.values().size() + 1);
        cells.add(row.id());
        cells.addAll(row.values());
        return TableText.cells(columns, cells);
    }

    private static void line(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }
}
