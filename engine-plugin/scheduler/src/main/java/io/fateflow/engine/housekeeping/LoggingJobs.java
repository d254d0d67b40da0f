package io.fateflow.engine.housekeeping;

import java.util.HashSet;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.task.TaskSql;

/** Which executors may still log: those of attempts that have not ended, or not long ago. */
public final class LoggingJobs {

    private final JdbcClient jdbc;
    private final OldJobs jobs;

    public LoggingJobs(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
        this.jobs = new OldJobs(jdbc);
    }

    /** A component of a job at a party. */
    public record Place(String role, String partyId, String component) {}

    /**
     * Who may log of a job.
     *
     * @param job whether the job has not ended, or has changed since
     * @param components whose attempts have not ended, or have changed since
     */
    public record Loggers(boolean job, Set<Place> components) {

        /** Whether nobody does. */
        public boolean isNobody() {
            return !job && components.isEmpty();
        }
    }

    /**
     * Jobs of which somebody may log, or may have.
     *
     * @param time attempts that were made since, in epoch milliseconds, count though they have ended
     */
    public Set<String> since(long time) {
        return new HashSet<>(jdbc.sql("""
                select job_id from task where create_time >= :time
                union
                select job_id from task where status in %s""".formatted(TaskSql.ONGOING))
                .param("time", time)
                .query(String.class)
                .list());
    }

    /**
     * Who may log of a job.
     *
     * @param time who has ended since, in epoch milliseconds, may have more to say
     */
    public Loggers of(String jobId, long time) {
        Set<Place> components = new HashSet<>(jdbc.sql("""
                select distinct role, party_id, component_name
                from task
                where job_id = :job and (status in %1$s or party_status in %1$s or update_time >= :time)
                """.formatted(TaskSql.ONGOING))
                .param("job", jobId)
                .param("time", time)
                .query((row, number) ->
                        new Place(row.getString("role"), row.getString("party_id"), row.getString("component_name")))
                .list());
        return new Loggers(!jobs.restedSince(jobId, time), components);
    }
}
