package io.fateflow.engine.task;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How far a job is: components whose latest attempt has ended, of all components, in percent, rounded down. */
public final class JobProgress {

    private final JdbcClient jdbc;

    public JobProgress(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    public int percent(String jobId) {
        return jdbc.sql("""
                select coalesce(
                    count(distinct case
                        when status not in %s and not exists (
                            select 1 from task n
                            where n.task_id = t.task_id and n.task_version > t.task_version)
                        then component_name
                    end) * 100 / nullif(count(distinct component_name), 0), 0)
                from task t
                where job_id = :job
                """.formatted(TaskSql.ONGOING))
                .param("job", jobId)
                .query(Integer.class)
                .single();
    }
}
