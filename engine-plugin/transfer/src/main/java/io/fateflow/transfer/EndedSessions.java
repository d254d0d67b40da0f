package io.fateflow.transfer;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.federation.status.JobStatus;

/**
 * Whether anybody may still want what is spooled for an attempt. Nobody does when at each of its parties here it has ended,
 * or a later one has taken its place, or the job has ended: with that an attempt that never began is over, too.
 */
public final class EndedSessions {

    private static final String ENDED = "('success', 'pass', 'failed', 'timeout', 'canceled')";
    private static final String ATTEMPTS =
            "select count(*) from task where task_id = :task and task_version = :version";

    private static final String WANTED = """
            select count(*)
            from task t join job j on j.job_id = t.job_id and j.role = t.role and j.party_id = t.party_id
            where t.task_id = :task and t.task_version = :version
                and t.party_status not in %1$s and j.status not in %1$s
                and not exists (
                    select 1 from task l
                    where l.task_id = t.task_id and l.role = t.role and l.party_id = t.party_id
                        and l.task_version > t.task_version)
            """.formatted(ENDED);

    private final JdbcClient jdbc;

    public EndedSessions(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Whether it has ended by now; false for what is no session of an attempt. */
    public boolean hasEnded(String session) {
        OptionalInt version = version(session);
        if (version.isEmpty()) {
            return false;
        }
        String taskId = taskId(session);
        return count(ATTEMPTS, taskId, version.getAsInt()) == 0
                ? jobHasEnded(taskId)
                : count(WANTED, taskId, version.getAsInt()) == 0;
    }

    /** Whether it had ended then: nothing about its job or task has changed since, and it has ended. */
    public boolean hadEnded(String session, Instant then) {
        String taskId = taskId(session);
        return hasEnded(session)
                && !isLater("select count(*) from task where task_id = :id and update_time > :then", taskId, then)
                && !isLater("select count(*) from job where job_id = :id and update_time > :then", jobId(taskId), then);
    }

    private boolean isLater(String sql, String id, Instant then) {
        return jdbc.sql(sql)
                        .param("id", id)
                        .param("then", then.toEpochMilli())
                        .query(Long.class)
                        .single()
                > 0;
    }

    /** What another site sends may be here before the attempt is. */
    private boolean jobHasEnded(String taskId) {
        List<String> statuses = jdbc.sql("select status from job where job_id = :job")
                .param("job", jobId(taskId))
                .query(String.class)
                .list();
        return statuses.stream().allMatch(status -> JobStatus.of(status).isEnd());
    }

    private long count(String sql, String taskId, int version) {
        return jdbc.sql(sql)
                .param("task", taskId)
                .param("version", version)
                .query(Long.class)
                .single();
    }

    private static String taskId(String session) {
        return session.substring(0, Math.max(0, session.lastIndexOf(' ')));
    }

    private static OptionalInt version(String session) {
        try {
            return session.indexOf(' ') < 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(session.substring(session.lastIndexOf(' ') + 1)));
        } catch (NumberFormatException notOfAnAttempt) {
            return OptionalInt.empty();
        }
    }

    private static String jobId(String taskId) {
        return taskId.substring(0, Math.max(0, taskId.indexOf('_')));
    }
}
