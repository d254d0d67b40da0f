package io.fateflow.worker.component.builtin;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableSchema;

/**
 * The names under which other parties get to know a table's columns, such as {@code host_10000_x3}.
 *
 * @param label of the label; empty if the table's {@code meta} names none
 */
record AnonymousNames(List<String> columns, List<String> anonymous, String label) {

    private static final String HEADER = "header";
    private static final String ANONYMOUS_HEADER = "anonymous_header";
    private static final String ANONYMOUS_LABEL = "anonymous_label";
    private static final List<String> WITHOUT_HEADER = List.of("sparse", "svmlight", "tag");

    static AnonymousNames of(Party party, TableSchema schema) {
        String prefix = party.role() + "_" + party.partyId() + "_";
        JsonNode given = schema.meta().path(ANONYMOUS_HEADER);
        List<String> columns = columns(schema);
        List<String> anonymous = IntStream.range(0, columns.size())
                .mapToObj(i -> prefix + given.path(i).asText("x" + i))
                .toList();
        String label = schema.meta().path(ANONYMOUS_LABEL).asText();
        return new AnonymousNames(columns, anonymous, label.isEmpty() ? "" : prefix + label);
    }

    /** A schema without {@code meta} stays without: FATE adds names only to what was uploaded with it. */
    TableSchema addedTo(TableSchema schema) {
        if (schema.meta().isEmpty()) {
            return schema;
        }
        ObjectNode meta = schema.meta().deepCopy();
        if (!columns.isEmpty()) {
            anonymous.forEach(meta.putArray(ANONYMOUS_HEADER)::add);
        }
        if (!label.isEmpty()) {
            meta.put(ANONYMOUS_LABEL, label);
        }
        return schema.withMeta(meta);
    }

    void putInto(ObjectNode byColumn) {
        for (int i = 0; i < columns.size(); i++) {
            byColumn.put(columns.get(i), anonymous.get(i));
        }
    }

    /** The features; of sparse and tag data nobody knows them yet. */
    private static List<String> columns(TableSchema schema) {
        JsonNode header = schema.meta().path(HEADER);
        if (!header.isArray()) {
            String format = schema.meta().path("input_format").asText();
            return WITHOUT_HEADER.contains(format) ? List.of() : schema.columns();
        }
        List<String> columns = new ArrayList<>();
        header.forEach(name -> columns.add(name.asText()));
        return columns;
    }
}
