package io.fateflow.worker.component.storage;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A table of a database outside, as {@code table/bind} or a Writer names it.
 *
 * @param database empty for the connector's
 * @param schema of PostgreSQL; empty for the account's own
 */
public record DatabaseTable(String database, String schema, String name) {

    /** As {@code address} has it. */
    public static DatabaseTable of(JsonNode address) {
        return new DatabaseTable(text(address, "db"), text(address, "schema"), text(address, "name"));
    }

    /**
     * Of such a table what a Reader wants.
     *
     * @param id the column of the ids
     * @param features the other columns; empty for all there are
     */
    public record Selection(DatabaseTable table, String id, List<String> features) {

        /** As a bound table keeps it. */
        public static Selection of(ObjectNode bound) {
            List<String> features = new ArrayList<>();
            bound.path("features").forEach(name -> features.add(name.asText()));
            return new Selection(DatabaseTable.of(bound.path("address")), text(bound, "id"), List.copyOf(features));
        }
    }

    private static String text(JsonNode json, String key) {
        JsonNode value = json.path(key);
        return value.isNull() ? "" : value.asText();
    }
}
