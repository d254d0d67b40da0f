package io.fateflow.engine.housekeeping;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

/** Jobs that ended long ago, and the removal of their rows. */
public final class OldJobs {

    private static final String OPEN = "'ready', 'waiting', 'running'";

    /** In this order: what others are found by goes last. */
    private static final List<String> BY_TASK = List.of("task_report", "task_parameters");

    private static final List<String> BY_JOB = List.of(
            "tracking_output_data_info",
            "tracking_metric",
            "component_summary",
            "party_command",
            "task",
            "job",
            "job_body");

    private final JdbcTemplate jdbc;

    public OldJobs(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Whether nothing of the job has changed since, and nothing will by itself.
     *
     * @param time epoch milliseconds
     * @return true for a job that is not known
     */
    public boolean restedSince(String jobId, long time) {
        Integer awake = jdbc.queryForObject(
                "select count(*) from job where job_id = ? and (status in (" + OPEN + ") or update_time >= ?)",
                Integer.class,
                jobId,
                time);
        return awake != null && awake == 0;
    }

    /** Jobs whose rows may go, oldest first: without a model, a lease, a command that is not
     * answered yet, or a process that waits for an operator. */
    public List<String> removable(long time, int most) {
        return jdbc.queryForList(
                "select j.job_id from job j where not exists (select 1 from resource_lease l where l.job_id = j.job_id)"
                        + " and not exists (select 1 from pipeline_model p where p.job_id = j.job_id)"
                        + " and not exists (select 1 from component_model c where c.model_version = j.job_id)"
                        + " and not exists (select 1 from act_ru_execution e where e.business_key_ = j.job_id)"
                        + " and not exists (select 1 from party_command c where c.job_id = j.job_id"
                        + " and c.answer_time is null)"
                        + " group by j.job_id having max(j.update_time) < ? and sum(case when j.status in (" + OPEN
                        + ") then 1 else 0 end) = 0 order by max(j.update_time) limit ?",
                String.class,
                time,
                most);
    }

    /** Removes a job's rows; its task rows are locked by the caller. One that somebody has woken meanwhile stays. */
    public boolean remove(String jobId, long time) {
        jdbc.query("select job_id from job where job_id = ? order by role, party_id for update", row -> {}, jobId);
        if (!restedSince(jobId, time)) {
            return false;
        }
        BY_TASK.forEach(table -> jdbc.update(
                "delete from " + table + " where task_id in (select task_id from task where job_id = ?)", jobId));
        BY_JOB.forEach(table -> jdbc.update("delete from " + table + " where job_id = ?", jobId));
        return true;
    }
}
