package io.fateflow.operations.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A page to be listed.
 *
 * @param filter conditions, see {@link JobQueries#find}
 * @param visible whose jobs; of others nothing is listed or counted
 * @param order null for the list's own order
 * @param limit how many rows at most; 0 for as many as one answer may have
 * @param offset how many to skip
 */
public record Listing(
        ObjectNode filter, VisibleJobs visible, @Nullable Order order, int limit, long offset) {

    /** No answer has more rows, whatever is asked for: it is made in memory. */
    public static final int MOST = 1_000;

    /**
     * What a cut answer says where clients show it.
     *
     * @param remedy how to get at the rest
     */
    public static String more(String remedy) {
        return "success; these are the first " + MOST + ", there are more: " + remedy;
    }

    String limitSql() {
        return " limit " + (limit <= 0 ? MOST : Math.min(limit, MOST)) + " offset " + Math.max(0, offset);
    }

    /** Whether there are rows that were asked for and are not on the page, since it would be too long. */
    public boolean isCut(Page page) {
        return (limit <= 0 || limit > MOST) && page.rows().size() == MOST && page.count() > offset + MOST;
    }
}
