package io.fateflow.worker.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of transformed data are.
 *
 * @param header the features' names
 * @param anonymousHeader the features' names for other parties, such as {@code host_10000_x3}; as many as the header's
 * @param matchIdName null if rows have no match id
 * @param labelName null if rows have no label
 * @param integerLabel whether labels are whole numbers, and shown so
 * @param weighted whether rows have weights of their own
 * @param sparse whether features that are 0 are left out
 * @param texts by column, of those that hold texts: a feature is the place of its text in this list. Nothing can be computed
 *     with them before they are encoded
 */
public record InstanceSchema(
        List<String> header,
        List<String> anonymousHeader,
        @Nullable String matchIdName,
        @Nullable String labelName,
        boolean integerLabel,
        boolean weighted,
        boolean sparse,
        Map<String, List<String>> texts) {

    private static final String WEIGHT = "inst_weight";

    public InstanceSchema {
        header = List.copyOf(header);
        anonymousHeader = List.copyOf(anonymousHeader);
        texts = Map.copyOf(texts);
        if (header.size() != anonymousHeader.size()) {
            throw new IllegalArgumentException(
                    header.size() + " columns have " + anonymousHeader.size() + " anonymous names");
        }
    }

    /** Dense features without label, match id and weight. */
    public static InstanceSchema dense(List<String> header, List<String> anonymousHeader) {
        return new InstanceSchema(header, anonymousHeader, null, null, false, false, false, Map.of());
    }

    public boolean hasLabel() {
        return labelName != null;
    }

    public boolean hasMatchId() {
        return matchIdName != null;
    }

    public InstanceSchema withLabel(@Nullable String name, boolean integer) {
        return new InstanceSchema(header, anonymousHeader, matchIdName, name, integer, weighted, sparse, texts);
    }

    public InstanceSchema withMatchId(@Nullable String name) {
        return new InstanceSchema(header, anonymousHeader, name, labelName, integerLabel, weighted, sparse, texts);
    }

    public InstanceSchema withWeights(boolean present) {
        return new InstanceSchema(
                header, anonymousHeader, matchIdName, labelName, integerLabel, present, sparse, texts);
    }

    public InstanceSchema withSparse(boolean leaveOutZeros) {
        return new InstanceSchema(
                header, anonymousHeader, matchIdName, labelName, integerLabel, weighted, leaveOutZeros, texts);
    }

    public InstanceSchema withHeader(List<String> names, List<String> anonymous) {
        Map<String, List<String>> kept = new HashMap<>(texts);
        kept.keySet().retainAll(names);
        return new InstanceSchema(names, anonymous, matchIdName, labelName, integerLabel, weighted, sparse, kept);
    }

    public InstanceSchema withTexts(Map<String, List<String>> byColumn) {
        return new InstanceSchema(
                header, anonymousHeader, matchIdName, labelName, integerLabel, weighted, sparse, byColumn);
    }

    /**
     * The same, with numbers only.
     *
     * @throws IllegalStateException naming a column that holds texts
     */
    public InstanceSchema requireNumbers() {
        header.stream().filter(texts::containsKey).findFirst().ifPresent(column -> {
            throw new IllegalStateException("column " + column + " holds texts, with which nothing can be computed:"
                    + " put a OneHotEncoder or a HomoOneHotEncoder before");
        });
        return this;
    }

    /** A feature as text. */
    private String show(int column, double value) {
        List<String> ofColumn = texts.get(header.get(column));
        return ofColumn == null ? Double.toString(value) : ofColumn.get((int) value);
    }

    /** The columns as FATE shows them: match id, label and weight if there are any, then the features. */
    public List<String> columns() {
        List<String> columns = new ArrayList<>();
        if (matchIdName != null) {
            columns.add(matchIdName);
        }
        if (labelName != null) {
            columns.add(labelName);
        }
        if (weighted) {
            columns.add(WEIGHT);
        }
        columns.addAll(header);
        return columns;
    }

    /** An instance as text, one for each of {@link #columns}. */
    List<String> show(Instance instance) {
        List<String> values = new ArrayList<>(header.size() + 3);
        if (matchIdName != null) {
            values.add(instance.matchId());
        }
        if (labelName != null) {
            values.add(integerLabel ? Long.toString((long) instance.label()) : Double.toString(instance.label()));
        }
        if (weighted) {
            values.add(Double.toString(instance.weight()));
        }
        for (int column = 0; column < header.size(); column++) {
            values.add(show(column, instance.features().get(column)));
        }
        return values;
    }

    /** As {@link #fromJson} reads it. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("match_id_name", matchIdName)
                .put("label_name", labelName)
                .put("integer_label", integerLabel)
                .put("weighted", weighted)
                .put("sparse", sparse);
        header.forEach(json.putArray("header")::add);
        anonymousHeader.forEach(json.putArray("anonymous_header")::add);
        texts.forEach(
                (column, of) -> of.forEach(json.withObjectProperty("texts").putArray(column)::add));
        return json;
    }

    /**
     * One that was written by {@link #toJson}; null for what is no object.
     *
     * @throws IllegalArgumentException if the columns have not as many anonymous names
     */
    public static @Nullable InstanceSchema fromJson(JsonNode json) {
        if (!json.isObject()) {
            return null;
        }
        return new InstanceSchema(
                texts(json.path("header")),
                texts(json.path("anonymous_header")),
                json.path("match_id_name").textValue(),
                json.path("label_name").textValue(),
                json.path("integer_label").asBoolean(),
                json.path("weighted").asBoolean(),
                json.path("sparse").asBoolean(),
                textsByColumn(json.path("texts")));
    }

    private static Map<String, List<String>> textsByColumn(JsonNode json) {
        Map<String, List<String>> byColumn = new HashMap<>();
        json.properties().forEach(column -> byColumn.put(column.getKey(), texts(column.getValue())));
        return byColumn;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
