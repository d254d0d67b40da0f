package io.fateflow.worker.component.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How a row of text is to be understood; FATE's names.
 *
 * @param input {@code dense}, {@code sparse} or {@code tag}
 * @param exclusiveTypes types of single columns that differ from {@code dataType}
 * @param matchIdName which of several match ids; empty for the only one
 * @param matchIdIndex which of several match ids in sparse and tag data
 * @param idList the match ids' columns; empty for the first column
 * @param idRange how many match ids sparse and tag data have; 0 for one
 */
record RowFormat(
        String input,
        String delimiter,
        String dataType,
        Map<String, String> exclusiveTypes,
        boolean tagWithValue,
        String tagValueDelimiter,
        boolean withLabel,
        String labelName,
        String labelType,
        boolean withMatchId,
        String matchIdName,
        int matchIdIndex,
        List<String> idList,
        int idRange) {

    static final String DENSE = "dense";
    static final String SPARSE = "sparse";
    static final String TAG = "tag";
    static final String TEXT = "str";

    private static final List<String> INTEGERS = List.of("int", "int64", "long");

    /** The format that a table's {@code meta} tells. */
    static RowFormat of(ObjectNode meta) {
        return new RowFormat(DENSE, ",", "float64", Map.of(), false, ":", false, "y", "int", false, "", 0, List.of(), 0)
                .overriddenBy(meta);
    }

    /** A table that was uploaded with {@code meta} knows its format itself. */
    RowFormat overriddenBy(ObjectNode meta) {
        if (!meta.has("input_format")) {
            return this;
        }
        boolean labelled = meta.path("with_label").asBoolean();
        String format = meta.path("input_format").asText().toLowerCase(Locale.ROOT);
        return new RowFormat(
                format.equals("svmlight") ? SPARSE : format,
                meta.path("delimiter").asText(","),
                meta.path("data_type").asText(dataType),
                types(meta.path("exclusive_data_type")),
                meta.path("tag_with_value").asBoolean(),
                meta.path("tag_value_delimiter").asText(":"),
                labelled,
                meta.path("label_name").asText(labelName),
                labelled ? meta.path("label_type").asText("int") : labelType,
                meta.path("with_match_id").asBoolean(),
                matchIdName,
                matchIdIndex,
                texts(meta.path("id_list")),
                meta.path("id_range").asInt());
    }

    /**
     * A table's {@code meta} is checked by nobody before.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    void check() {
        if (!List.of(DENSE, SPARSE, TAG).contains(input)) {
            throw new IllegalArgumentException("the input format must be dense, sparse or tag, not " + input);
        }
        if (delimiter.isEmpty() || tagValueDelimiter.isEmpty()) {
            throw new IllegalArgumentException("a delimiter must have one character or more");
        }
        if (withLabel && labelType.equals(TEXT)) {
            throw new IllegalArgumentException(
                    "labels of type str cannot be computed with here; upload them with int or float in the table's meta");
        }
        if (hasTexts() && !input.equals(DENSE)) {
            throw new IllegalArgumentException("data of type str must be dense, not " + input);
        }
    }

    RowFormat withoutLabel() {
        return new RowFormat(
                input,
                delimiter,
                dataType,
                exclusiveTypes,
                tagWithValue,
                tagValueDelimiter,
                false,
                labelName,
                labelType,
                withMatchId,
                matchIdName,
                matchIdIndex,
                idList,
                idRange);
    }

    boolean integerLabel() {
        return INTEGERS.contains(labelType);
    }

    /** Whether a column's values are taken as texts. */
    boolean isText(String column) {
        return exclusiveTypes.getOrDefault(column, dataType).equals(TEXT);
    }

    /** Whether any column's may be. */
    boolean hasTexts() {
        return dataType.equals(TEXT) || exclusiveTypes.containsValue(TEXT);
    }

    boolean integer(String column) {
        return INTEGERS.contains(exclusiveTypes.getOrDefault(column, dataType));
    }

    /** How many match ids come first in sparse and tag data. */
    int leadingIds() {
        return withMatchId ? Math.max(1, idRange) : 0;
    }

    static Map<String, String> types(JsonNode json) {
        Map<String, String> types = new TreeMap<>();
        json.properties()
                .forEach(type ->
                        types.put(type.getKey(), type.getValue().asText().toLowerCase(Locale.ROOT)));
        return types;
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
