package io.fateflow.engine.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.audit.JobEvent.Source;

/**
 * Everything that is known of a job, in the order in which it happened, also long after it ended: who did what, what the
 * processes did, how each attempt ended, and what needed an operator.
 */
public final class JobHistory {

    private static final Comparator<JobEvent> ORDER =
            Comparator.comparingLong(JobEvent::time).thenComparing(JobEvent::source);

    private final JdbcClient jdbc;
    private final AuditQueries audit;
    private final EngineHistory history;

    public JobHistory(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
        this.audit = new AuditQueries(jdbc);
        this.history = new EngineHistory(jdbc);
    }

    /**
     * A part of a story.
     *
     * @param events in their order; empty if nothing is known of the job
     * @param isCut there are more, which begin in the last one's millisecond or later
     */
    public record Part(List<JobEvent> events, boolean isCut) {}

    /**
     * What began at a time or later.
     *
     * @param since epoch milliseconds
     * @param most how many events at most
     */
    public Part of(String jobId, long since, int most) {
        List<JobEvent> events = new ArrayList<>(history.of(jobId, since, most + 1));
        audit.each(new AuditQueries.Filter(jobId, since, 0), most + 1L, entry -> events.add(told(entry)));
        events.addAll(attempts(jobId, since, most + 1));
        // stable: what one source tells of the same millisecond keeps its order
        events.sort(ORDER);
        return new Part(List.copyOf(events.subList(0, Math.min(most, events.size()))), events.size() > most);
    }

    private static JobEvent told(AuditRecord entry) {
        Map<String, Object> details = new TreeMap<>(Map.of("outcome", entry.outcome(), "details", entry.details()));
        if (!entry.origin().isEmpty()) {
            details.put("origin", entry.origin());
        }
        return new JobEvent(
                entry.time(),
                null,
                Source.AUDIT,
                entry.action(),
                entry.component(),
                entry.role(),
                entry.partyId(),
                null,
                entry.actor(),
                details);
    }

    /** From when a worker took it, or else from when it was made. */
    private List<JobEvent> attempts(String jobId, long since, int limit) {
        return jdbc.sql("""
                select component_name, role, party_id, task_version, coalesce(start_time, create_time) as began, end_time,
                    party_status, exit_reason, exit_code, error_report, wait_reason, worker_id, peak_memory_bytes, cpu_millis
                from task
                where job_id = :job and coalesce(start_time, create_time) >= :since
                order by coalesce(start_time, create_time), task_id, task_version, role, party_id
                limit :most
                """)
                .param("job", jobId)
                .param("since", since)
                .param("most", limit)
                .query(JobHistory::attempt)
                .list();
    }

    private static JobEvent attempt(ResultSet row, int number) throws SQLException {
        long end = row.getLong("end_time");
        boolean hasEnded = !row.wasNull();
        Map<String, Object> details = new TreeMap<>();
        for (String column : List.of(
                "exit_reason",
                "exit_code",
                "error_report",
                "wait_reason",
                "worker_id",
                "peak_memory_bytes",
                "cpu_millis")) {
            Object value = row.getObject(column);
            if (value instanceof Number
                    || (value != null && !row.getString(column).isEmpty())) {
                details.put(column, value instanceof Number ? value : row.getString(column));
            }
        }
        return new JobEvent(
                row.getLong("began"),
                hasEnded ? (Long) end : null,
                Source.TASK,
                "attempt " + row.getString("party_status"),
                row.getString("component_name"),
                row.getString("role"),
                row.getString("party_id"),
                row.getInt("task_version"),
                "",
                details);
    }
}
