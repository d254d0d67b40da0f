package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A server of the site.
 *
 * @param started epoch milliseconds
 * @param seen epoch milliseconds of its last heartbeat
 */
public record Node(String name, String url, String version, long started, long seen) {

    static Node of(JsonNode row) {
        return new Node(
                Fields.text(row, "name"),
                Fields.text(row, "url"),
                Fields.text(row, "version"),
                row.path("start_time").asLong(),
                row.path("seen_time").asLong());
    }
}
