package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.table.TextRow;

/**
 * The different texts of each column whose {@code data_type} is {@code str}: a feature is the place of its text among them.
 *
 * @param byColumn places by text; none for columns of numbers
 */
record TextValues(Map<String, Map<String, Integer>> byColumn) {

    /** FATE's encoders take far fewer. */
    private static final int MOST_VALUES = 1 << 16;

    /** Goes through the rows once if there is any such column. */
    static TextValues of(FieldRows rows, Layout layout, RowFormat format) throws IOException {
        Map<String, Map<String, Integer>> byColumn = new LinkedHashMap<>();
        layout.header().stream()
                .filter(column -> layout.hasPlaces() && format.isText(column))
                .forEach(column -> byColumn.put(column, new LinkedHashMap<>()));
        if (!byColumn.isEmpty()) {
            rows.forEach((row, fields) -> {
                for (Map.Entry<String, Map<String, Integer>> column : byColumn.entrySet()) {
                    add(column, fields, layout.placeOf(column.getKey()));
                }
            });
        }
        return new TextValues(byColumn);
    }

    private static void add(Map.Entry<String, Map<String, Integer>> column, TextRow fields, int place)
            throws BadFieldException {
        // a row that is too short is refused where it is read
        if (place < fields.size()) {
            Map<String, Integer> places = column.getValue();
            places.putIfAbsent(fields.text(place), places.size());
            if (places.size() > MOST_VALUES) {
                throw new BadFieldException("has one text too many: there may be " + MOST_VALUES + " different ones")
                        .in("column " + column.getKey());
            }
        }
    }

    /** As a table's schema has it. */
    Map<String, List<String>> toSchema() {
        Map<String, List<String>> texts = new HashMap<>();
        byColumn.forEach((column, places) -> texts.put(column, List.copyOf(places.keySet())));
        return texts;
    }
}
