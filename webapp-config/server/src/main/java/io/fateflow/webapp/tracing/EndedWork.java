package io.fateflow.webapp.tracing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;

/** What this site knows of a job that has ended: the job at the site's parties, and the attempts that ran there. */
final class EndedWork {

    /** Times are epoch milliseconds; {@code ended} is null of a job that was stopped before it began. */
    record Job(
            Party party,
            Party initiator,
            boolean isInitiator,
            String status,
            long submitted,
            @Nullable Long ended,
            String error) {}

    /** Times are epoch milliseconds: the first is the server's, the others its worker's. */
    record Attempt(
            Party party,
            String component,
            String module,
            String taskId,
            int version,
            String status,
            String worker,
            long created,
            @Nullable Long started,
            long ended,
            @Nullable Integer exitCode,
            @Nullable Long peakMemoryBytes,
            @Nullable Long cpuMillis,
            String error) {}

    private static final String JOBS = """
            select role, party_id, initiator_role, initiator_party_id, is_initiator, status, create_time, end_time, error_report
            from job
            where job_id = :job and status in (:ended)
            order by role, party_id
            """;

    private static final String ATTEMPTS = """
            select role, party_id, component_name, component_module, task_id, task_version, party_status, worker_id,
                create_time, start_time, end_time, exit_code, peak_memory_bytes, cpu_millis, error_report
            from task
            where job_id = :job and run_on_this_party = true and end_time is not null
            order by end_time, task_id, task_version, role, party_id
            """;

    private final JdbcClient jdbc;

    EndedWork(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    List<Job> jobs(String jobId, List<String> endStatuses) {
        return jdbc.sql(JOBS)
                .param("job", jobId)
                .param("ended", endStatuses)
                .query(EndedWork::job)
                .list();
    }

    List<Attempt> attempts(String jobId) {
        return jdbc.sql(ATTEMPTS).param("job", jobId).query(EndedWork::attempt).list();
    }

    private static Job job(ResultSet row, int number) throws SQLException {
        return new Job(
                Party.of(row.getString("role"), row.getString("party_id")),
                Party.of(row.getString("initiator_role"), row.getString("initiator_party_id")),
                row.getBoolean("is_initiator"),
                row.getString("status"),
                row.getLong("create_time"),
                row.getObject("end_time", Long.class),
                row.getString("error_report"));
    }

    private static Attempt attempt(ResultSet row, int number) throws SQLException {
        String worker = row.getString("worker_id");
        return new Attempt(
                Party.of(row.getString("role"), row.getString("party_id")),
                row.getString("component_name"),
                row.getString("component_module"),
                row.getString("task_id"),
                row.getInt("task_version"),
                row.getString("party_status"),
                worker == null ? "" : worker,
                row.getLong("create_time"),
                row.getObject("start_time", Long.class),
                row.getLong("end_time"),
                row.getObject("exit_code", Integer.class),
                row.getObject("peak_memory_bytes", Long.class),
                row.getObject("cpu_millis", Long.class),
                row.getString("error_report"));
    }
}
