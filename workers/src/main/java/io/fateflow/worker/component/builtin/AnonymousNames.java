package io.fateflow.worker.component.builtin;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableSchema;

/** The names under which other parties get to know a table's columns, such as {@code host_10000_x3}. */
record AnonymousNames(List<String> columns, List<String> anonymous) {

    private static final String KEY = "anonymous_header";

    static AnonymousNames of(Party party, TableSchema schema) {
        List<String> anonymous = new ArrayList<>();
        JsonNode given = schema.meta().path(KEY);
        for (int i = 0; i < schema.columns().size(); i++) {
            String name = given.path(i).asText("x" + i);
            anonymous.add(party.role() + "_" + party.partyId() + "_" + name);
        }
        return new AnonymousNames(schema.columns(), List.copyOf(anonymous));
    }

    /** A schema without {@code meta} stays without: FATE adds names only to what was uploaded with it. */
    TableSchema addedTo(TableSchema schema) {
        if (schema.meta().isEmpty()) {
            return schema;
        }
        ObjectNode meta = schema.meta().deepCopy();
        anonymous.forEach(meta.putArray(KEY)::add);
        return schema.withMeta(meta);
    }

    void putInto(ObjectNode byColumn) {
        for (int i = 0; i < columns.size(); i++) {
            byColumn.put(columns.get(i), anonymous.get(i));
        }
    }
}
