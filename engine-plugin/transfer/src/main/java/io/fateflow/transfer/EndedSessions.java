package io.fateflow.transfer;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.federation.status.JobStatus;

/**
 * Whether anybody may still want what is spooled for an attempt. Nobody does when at each of its parties here it has ended,
 * or a later one has taken its place, or the job has ended: with that an attempt that never began is over, too.
 */
public final class EndedSessions {

    private static final String ENDED = " in ('success', 'pass', 'failed', 'timeout', 'canceled')";
    private static final String WANTED =
            "select count(*) from task t join job j on j.job_id = t.job_id and j.role = t.role and j.party_id = t.party_id"
                    + " where t.task_id = ? and t.task_version = ? and not t.party_status" + ENDED
                    + " and not j.status" + ENDED
                    + " and not exists (select 1 from task l where l.task_id = t.task_id and l.role = t.role"
                    + " and l.party_id = t.party_id and l.task_version > t.task_version)";

    private final JdbcTemplate jdbc;

    public EndedSessions(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether it has ended by now; false for what is no session of an attempt. */
    public boolean hasEnded(String session) {
        OptionalInt version = version(session);
        if (version.isEmpty()) {
            return false;
        }
        String taskId = taskId(session);
        int attempts =
                count("select count(*) from task where task_id = ? and task_version = ?", taskId, version.getAsInt());
        return attempts == 0 ? jobHasEnded(taskId) : count(WANTED, taskId, version.getAsInt()) == 0;
    }

    /** Whether it had ended then: nothing about its job or task has changed since, and it has ended. */
    public boolean hadEnded(String session, Instant then) {
        String taskId = taskId(session);
        return hasEnded(session)
                && count("select count(*) from task where task_id = ? and update_time > ?", taskId, then.toEpochMilli())
                        == 0
                && count(
                                "select count(*) from job where job_id = ? and update_time > ?",
                                jobId(taskId),
                                then.toEpochMilli())
                        == 0;
    }

    /** What another site sends may be here before the attempt is. */
    private boolean jobHasEnded(String taskId) {
        List<String> statuses =
                jdbc.queryForList("select status from job where job_id = ?", String.class, jobId(taskId));
        return statuses.stream().allMatch(status -> JobStatus.of(status).isEnd());
    }

    private int count(String sql, Object... arguments) {
        return Objects.requireNonNull(jdbc.queryForObject(sql, Integer.class, arguments));
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
