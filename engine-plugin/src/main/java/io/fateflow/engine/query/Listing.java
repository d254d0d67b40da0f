package io.fateflow.engine.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A page to be listed.
 *
 * @param filter conditions, see {@link JobQueries#find}
 * @param order null for the list's own order
 * @param limit how many rows at most; 0 for all
 * @param offset how many to skip
 */
public record Listing(ObjectNode filter, @Nullable Order order, int limit, long offset) {

    String limitSql() {
        return limit <= 0 ? "" : " limit " + limit + " offset " + Math.max(0, offset);
    }
}
