package io.fateflow.webapp.table;

import java.util.ArrayList;
import java.util.List;

import io.fateflow.operations.query.TablePreview;

/** Cells as FATE's clients read them. */
public final class TableText {

    private TableText() {}

    /**
     * A row of a table with these columns, the id's first in both. The detail of a prediction becomes a quoted text that
     * looks like a Python dict: {@code "{'0': 0.9, '1': 0.1}"}. Clients take it apart by just that.
     */
    public static List<String> cells(List<String> columns, List<String> row) {
        int detail = TablePreview.PREDICT_DETAIL + 1;
        if (row.size() != columns.size() || !columns.subList(1, columns.size()).equals(TablePreview.PREDICTION)) {
            return row;
        }
        List<String> cells = new ArrayList<>(row);
        cells.set(detail, quoted(row.get(detail)));
        return cells;
    }

    private static String quoted(String detail) {
        boolean already = detail.length() > 1 && detail.startsWith("\"") && detail.endsWith("\"");
        String dict = already ? detail.substring(1, detail.length() - 1) : detail;
        return '"' + dict.replace('"', '\'') + '"';
    }
}
