package io.fateflow.operations.query;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The beginning of a stored table, as far as its row tells.
 *
 * @param count how many rows the table has
 * @param origin {@code upload}, {@code reader} or {@code output}
 * @param columns all columns' names, the id's first
 * @param rows the first hundred, each with the id first
 */
public record TablePreview(
        String name, String namespace, long count, String origin, List<String> columns, List<List<String>> rows) {

    /** FATE's columns of a table of predictions, after the id. */
    public static final List<String> PREDICTION =
            List.of("label", "predict_result", "predict_score", "predict_detail", "type");

    /** The column that holds an object, and so the delimiter. */
    public static final int PREDICT_DETAIL = PREDICTION.indexOf("predict_detail");

    private static final String NO_SID = "sid";

    static TablePreview of(
            String name,
            String namespace,
            long count,
            String origin,
            String delimiter,
            JsonNode schema,
            JsonNode first) {
        List<String> columns = columns(schema, delimiter);
        List<List<String>> rows = new ArrayList<>();
        for (JsonNode row : first) {
            List<String> values = new ArrayList<>();
            values.add(row.path(0).asText());
            values.addAll(split(row.path(1).asText(), delimiter, columns));
            rows.add(values);
        }
        return new TablePreview(name, namespace, count, origin, columns, rows);
    }

    /** FATE writes {@code header} as a text or as a list. */
    private static List<String> columns(JsonNode schema, String delimiter) {
        List<String> columns = new ArrayList<>();
        String sid = schema.path("sid").asText();
        columns.add(sid.isEmpty() ? NO_SID : sid);
        JsonNode header = schema.path("header");
        if (header.isArray()) {
            header.forEach(column -> columns.add(column.asText()));
        } else if (!header.asText().isEmpty()) {
            columns.addAll(parts(header.asText(), delimiter));
        }
        return List.copyOf(columns);
    }

    /** Values are joined by the delimiter and not quoted; only a prediction's detail may hold it too. */
    private static List<String> split(String values, String delimiter, List<String> columns) {
        List<String> parts = parts(values, delimiter);
        if (parts.size() < columns.size() || !columns.subList(1, columns.size()).equals(PREDICTION)) {
            return parts;
        }
        int last = parts.size() - 1;
        List<String> glued = new ArrayList<>(parts.subList(0, PREDICT_DETAIL));
        glued.add(String.join(delimiter, parts.subList(PREDICT_DETAIL, last)));
        glued.add(parts.get(last));
        return glued;
    }

    private static List<String> parts(String text, String delimiter) {
        return List.of(text.split(Pattern.quote(delimiter), -1));
    }
}
