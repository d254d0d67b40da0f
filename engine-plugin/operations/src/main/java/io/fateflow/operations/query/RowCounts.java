package io.fateflow.operations.query;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * How many rows there are of a kind. Where they are many, those of the past are counted once a minute, and those that came
 * since each time: with 1,000,000 rows a count of all takes longer than all else that a page of a list needs. No row begins
 * in the past; what housekeeping takes away is missing from the count a minute later.
 */
final class RowCounts {

    /** A transaction that makes rows has committed by then, and no clock of a site is wrong by so much. */
    static final Duration PAST = Duration.ofHours(1);

    static final Duration KEPT = Duration.ofMinutes(1);

    /** Fewer are counted as they are: it is quick, and exact. */
    static final long MANY = 10_000;

    /** What a row has as long as there is one. Others change, and with them how many rows of the past there are. */
    private static final Set<String> FOR_GOOD = Set.of("job_id", "task_id", "component_name", "role", "party_id");

    private static final int MOST_KEPT = 100;

    private final NamedParameterJdbcTemplate jdbc;
    private final Clock clock;
    private final String rows;
    private final String time;
    private final Map<Asked, Past> counted = Collections.synchronizedMap(new Newest());

    /** What rows were asked for: conditions and their values. */
    private record Asked(String where, Map<String, Object> values) {}

    /**
     * Rows that were made until a time.
     *
     * @param until epoch milliseconds
     * @param at when they were counted
     */
    private record Past(long until, long rows, long at) {}

    /**
     * @param rows the table, with its alias
     * @param time the column with the time that a row was made, in epoch milliseconds; in an index
     */
    RowCounts(NamedParameterJdbcTemplate jdbc, Clock clock, String rows, String time) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.rows = rows;
        this.time = time;
    }

    long count(Criteria criteria) {
        if (!FOR_GOOD.containsAll(criteria.columns()) || hasLists(criteria)) {
            return query("select count(*) from " + rows + criteria.where(), criteria.parameters());
        }
        Past past = past(criteria);
        return past.rows() + countWhere(criteria, " > ", past.until());
    }

    /** As long as a body may be: nothing to remember. */
    private static boolean hasLists(Criteria criteria) {
        return criteria.parameters().getValues().values().stream().anyMatch(Collection.class::isInstance);
    }

    private Past past(Criteria criteria) {
        Asked asked =
                new Asked(criteria.where(), Map.copyOf(criteria.parameters().getValues()));
        Past known = counted.get(asked);
        long now = clock.millis();
        if (known != null && now - known.at() < KEPT.toMillis()) {
            return known;
        }
        if (known != null && !counted.replace(asked, known, new Past(known.until(), known.rows(), now))) {
            // somebody counts just now
            return known;
        }
        long until = now - PAST.toMillis();
        Past past = new Past(until, countWhere(criteria, " <= ", until), now);
        if (past.rows() < MANY) {
            counted.remove(asked);
        } else {
            counted.put(asked, past);
        }
        return past;
    }

    private long countWhere(Criteria criteria, String comparison, long until) {
        MapSqlParameterSource values =
                new MapSqlParameterSource(criteria.parameters().getValues()).addValue("until", until);
        String also = criteria.isEmpty() ? " where " : criteria.where() + " and ";
        return query("select count(*) from " + rows + also + time + comparison + ":until", values);
    }

    private long query(String sql, MapSqlParameterSource values) {
        return Objects.requireNonNull(jdbc.queryForObject(sql, values, Long.class));
    }

    private static final class Newest extends LinkedHashMap<Asked, Past> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Past> eldest) {
            return size() > MOST_KEPT;
        }
    }
}
