package io.fateflow.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A table of the site.
 *
 * @param origin how it came, such as {@code upload}
 * @param createTime epoch milliseconds
 */
public record Table(String namespace, String name, long rows, String origin, long createTime) {

    static Table of(JsonNode row) {
        return new Table(
                Fields.text(row, "namespace"),
                Fields.text(row, "name"),
                row.path("rows").asLong(),
                Fields.text(row, "origin"),
                row.path("create_time").asLong());
    }
}
