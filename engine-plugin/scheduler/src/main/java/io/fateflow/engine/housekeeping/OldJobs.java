package io.fateflow.engine.housekeeping;

import java.util.List;
import java.util.OptionalLong;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Jobs that ended long ago, and the removal of their rows. */
public final class OldJobs {

    private static final String OPEN = "'ready', 'waiting', 'running'";

    /** In this order: what others are found by goes last. */
    private static final List<String> BY_TASK = List.of("task_report", "task_parameters");

    private static final List<String> BY_JOB = List.of(
            "tracking_output_data_info",
            "tracking_metric",
            "component_summary",
            "component_cache",
            "party_command",
            "notification",
            "task",
            "job",
            "job_body");

    private final JdbcClient jdbc;

    public OldJobs(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * Whether nothing of the job has changed since, and nothing will by itself.
     *
     * @param time epoch milliseconds
     * @return true for a job that is not known
     */
    public boolean restedSince(String jobId, long time) {
        return jdbc.sql("""
                select job_id from job
                where job_id = :job and (status in (%s) or update_time >= :time)
                limit 1
                """.formatted(OPEN))
                .param("job", jobId)
                .param("time", time)
                .query(String.class)
                .list()
                .isEmpty();
    }

    /** When the oldest job began that has not ended; empty if all have. */
    public OptionalLong oldestOpen() {
        return jdbc.sql("select min(create_time) from job where status in (%s)".formatted(OPEN))
                .query((row, number) -> {
                    long time = row.getLong(1);
                    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(time);
                })
                .single();
    }

    /** Jobs whose rows may go, oldest first: without a model, a lease, a command that is not
     * answered yet, or a process that waits for an operator. */
    public List<String> removable(long time, int most) {
        return jdbc.sql("""
                select j.job_id from job j
                where not exists (select 1 from resource_lease l where l.job_id = j.job_id)
                    and not exists (select 1 from pipeline_model p where p.job_id = j.job_id)
                    and not exists (select 1 from component_model c where c.model_version = j.job_id)
                    and not exists (select 1 from act_ru_execution e where e.business_key_ = j.job_id)
                    and not exists (
                        select 1 from party_command c where c.job_id = j.job_id and c.answer_time is null)
                group by j.job_id
                having max(j.update_time) < :time and sum(case when j.status in (%s) then 1 else 0 end) = 0
                order by max(j.update_time)
                limit :most
                """.formatted(OPEN))
                .param("time", time)
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** Removes a job's rows; its task rows are locked by the caller. One that somebody has woken meanwhile stays. */
    public boolean remove(String jobId, long time) {
        of(jobId, "select job_id from job where job_id = :job order by role, party_id for update")
                .query(String.class)
                .list();
        if (!restedSince(jobId, time)) {
            return false;
        }
        BY_TASK.forEach(table -> of(
                        jobId,
                        "delete from " + table + " where task_id in (select task_id from task where job_id = :job)")
                .update());
        of(jobId, "delete from component_checkpoint where model_version = :job").update();
        BY_JOB.forEach(table ->
                of(jobId, "delete from " + table + " where job_id = :job").update());
        return true;
    }

    private StatementSpec of(String jobId, String sql) {
        return jdbc.sql(sql).param("job", jobId);
    }
}
