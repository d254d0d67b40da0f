package io.fateflow.operations.query;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * A short text for what a page shows: another one, once that has changed; the same one on each node, and after a restart.
 * Topics are ids of jobs, and the two names here.
 */
public final class ChangeQueries {

    /** The list of all jobs. */
    public static final String LIST = "";

    /** Who has which cores and nodes, and who waits for them. */
    public static final String RESOURCES = "resources";

    /** What the database takes in one question. */
    private static final int AT_ONCE = 500;

    private static final String JOBS = """
            select job_id, role, party_id, update_time, status, progress, wait_since, suspended_by, error_report,
                description
            from job
            where job_id in (:jobs)
            order by job_id, role, party_id
            """;

    private static final String TASKS = """
            select job_id, count(*), sum(update_time), max(wait_since), count(wait_reason), count(start_time),
                count(end_time), count(exit_reason), sum(length(error_report))
            from task
            where job_id in (:jobs)
            group by job_id
            """;

    private static final String METRICS = """
            select job_id, count(*), max(create_time)
            from tracking_metric
            where job_id in (:jobs)
            group by job_id
            """;

    private static final String OPEN_JOBS = """
            select status, count(*), sum(update_time), sum(progress), max(wait_since)
            from job
            where status in ('waiting', 'running')
            group by status
            order by status
            """;

    private static final String WAITING_ATTEMPTS = """
            select count(*), count(t.wait_reason), max(t.wait_since)
            from job j
            join task t on t.job_id = j.job_id and t.role = j.role and t.party_id = j.party_id
            where j.status = 'running' and t.party_status = 'waiting'
            """;

    private static final String NEWEST_JOBS = """
            select job_id, status, update_time, description, suspended_by
            from job
            order by create_time desc, job_id, role, party_id
            limit 30
            """;

    private static final String WAITING_JOBS = """
            select count(*), max(wait_since), max(create_time), count(suspended_by)
            from job
            where status = 'waiting'
            """;

    private final NamedParameterJdbcTemplate jdbc;

    public ChangeQueries(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Of topics; of jobs that this site does not know, nothing. */
    public Map<String, String> states(Collection<String> topics) {
        List<String> jobs = topics.stream()
                .filter(topic -> !topic.equals(LIST) && !topic.equals(RESOURCES))
                .toList();
        Map<String, String> states = new HashMap<>();
        for (int from = 0; from < jobs.size(); from += AT_ONCE) {
            addJobs(states, jobs.subList(from, Math.min(jobs.size(), from + AT_ONCE)));
        }
        if (topics.contains(LIST)) {
            states.put(LIST, list());
        }
        if (topics.contains(RESOURCES)) {
            states.put(RESOURCES, resources());
        }
        states.replaceAll((topic, state) -> digest(state));
        return states;
    }

    private void addJobs(Map<String, String> states, List<String> jobs) {
        add(states, jobs, JOBS);
        add(states, jobs, TASKS);
        add(states, jobs, METRICS);
    }

    private void add(Map<String, String> states, List<String> jobs, String sql) {
        jdbc.query(sql, Map.of("jobs", jobs), row -> {
            states.merge(row.getString("job_id"), line(row, 2), String::concat);
        });
    }

    /** Of the list of all jobs: those that are open, with what their attempts wait for, and the newest. */
    private String list() {
        return lines(OPEN_JOBS) + lines(WAITING_ATTEMPTS) + lines(NEWEST_JOBS);
    }

    private String resources() {
        return lines("select engine_name, remaining_cores, remaining_memory from engine_registry order by engine_name")
                + lines("select count(*), max(since_time), max(fencing_token) from resource_lease")
                + lines(WAITING_JOBS)
                + lines("select node_name, label, total, leased, fixed from node_resource order by node_name, label")
                + lines("select worker_id, running, drain, trouble from worker order by worker_id")
                + lines("select count(*), max(place_number) from placement_queue")
                + lines("select node_name from server_node order by node_name");
    }

    private String lines(String sql) {
        StringBuilder lines = new StringBuilder();
        jdbc.query(sql, row -> {
            lines.append(line(row, 1));
        });
        return lines.toString();
    }

    /** All that was selected from a column on, whatever it is. */
    private static String line(ResultSet row, int first) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int column = first; column <= row.getMetaData().getColumnCount(); column++) {
            line.append(row.getString(column)).append('|');
        }
        return line.append('\n').toString();
    }

    private static String digest(String state) {
        return UUID.nameUUIDFromBytes(state.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
