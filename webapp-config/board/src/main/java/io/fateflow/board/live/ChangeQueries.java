package io.fateflow.board.live;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.stereotype.Component;

/** A short text for what a page shows: another one, once that has changed. */
@Component
final class ChangeQueries {

    /** What the database takes in one question. */
    private static final int AT_ONCE = 500;

    private final NamedParameterJdbcTemplate jdbc;

    ChangeQueries(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Of jobs, by their ids; of those that this site does not know, nothing. */
    Map<String, String> states(List<String> jobs) {
        Map<String, String> states = new HashMap<>();
        for (int from = 0; from < jobs.size(); from += AT_ONCE) {
            Map<String, List<String>> some = Map.of("jobs", jobs.subList(from, Math.min(jobs.size(), from + AT_ONCE)));
            jdbc.query(
                    "select job_id, max(update_time), min(status), max(status), max(progress), max(wait_since),"
                            + " max(length(error_report)), max(length(description)), count(suspended_by)"
                            + " from job where job_id in (:jobs) group by job_id",
                    some,
                    row -> {
                        add(states, row.getString(1), line(row, 8));
                    });
            jdbc.query(
                    "select job_id, count(*), sum(update_time), max(wait_since), count(wait_reason), count(start_time),"
                            + " count(end_time), count(exit_reason)"
                            + " from task where job_id in (:jobs) group by job_id",
                    some,
                    row -> {
                        add(states, row.getString(1), line(row, 7));
                    });
        }
        return states;
    }

    private static void add(Map<String, String> states, String job, String state) {
        states.merge(job, state, String::concat);
    }

    private static String line(ResultSet row, int columns) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int column = 2; column < 2 + columns; column++) {
            line.append(row.getString(column)).append('|');
        }
        return line.toString();
    }

    /** Of the list of all jobs: those that are open, and the newest. */
    String stateOfList() {
        StringBuilder state = new StringBuilder();
        jdbc.query(
                "select status, count(*), sum(update_time), sum(progress), max(wait_since) from job"
                        + " where status in ('waiting', 'running') group by status order by status",
                row -> {
                    state.append(row.getString(1)).append(line(row, 4));
                });
        jdbc.query(
                "select job_id, status, update_time from job order by create_time desc, job_id, role, party_id limit 30",
                row -> {
                    state.append(row.getString(1)).append(line(row, 2));
                });
        return state.toString();
    }
}
