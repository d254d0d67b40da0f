package io.fateflow.engine.task;

import org.springframework.jdbc.core.JdbcTemplate;

/** How far a job is: components whose latest attempt has ended, of all components, in percent, rounded down. */
public final class JobProgress {

    private final JdbcTemplate jdbc;

    public JobProgress(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public int percent(String jobId) {
        Integer percent = jdbc.queryForObject(
                "select count(distinct case when status in ('success', 'pass', 'failed', 'timeout', 'canceled')"
                        + " and not exists (select 1 from task n where n.task_id = t.task_id"
                        + " and n.task_version > t.task_version) then component_name end) * 100"
                        + " / count(distinct component_name) from task t where job_id = ?",
                Integer.class,
                jobId);
        return percent == null ? 0 : percent;
    }
}
