package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What starts executors on a machine.
 *
 * @param places how many at once
 * @param running how many now
 * @param trouble why it starts none; empty if it does
 * @param draining whether it takes no more tasks, as somebody has asked
 * @param seen epoch milliseconds of its last heartbeat
 */
public record Worker(String name, String host, long places, long running, String trouble, boolean draining, long seen) {

    static Worker of(JsonNode row) {
        return new Worker(
                Fields.text(row, "name"),
                Fields.text(row, "host"),
                row.path("places").asLong(),
                row.path("running").asLong(),
                Fields.text(row, "trouble"),
                row.path("drain").asBoolean(),
                row.path("seen_time").asLong());
    }
}
