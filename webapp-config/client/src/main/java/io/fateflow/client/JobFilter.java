package io.fateflow.client;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list, newest first.
 *
 * @param text part of a job's id, name, notes or owner; empty for any
 * @param statuses empty for any
 * @param party a site that takes part; empty for any
 * @param uploads those that move data, or all others
 * @param limit at most so many, 1 to 1000
 * @param behind the last job of the page before; null for the first page
 */
public record JobFilter(
        String text,
        List<String> statuses,
        String party,
        boolean uploads,
        int limit,
        @Nullable Job behind) {

    public JobFilter {
        statuses = List.copyOf(statuses);
    }

    /** The newest. */
    public static JobFilter newest(int limit) {
        return new JobFilter("", List.of(), "", false, limit, null);
    }

    /** The next page. */
    public JobFilter behind(Job last) {
        return new JobFilter(text, statuses, party, uploads, limit, last);
    }
}
