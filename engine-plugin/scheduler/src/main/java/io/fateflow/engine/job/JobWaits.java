package io.fateflow.engine.job;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.fateflow.database.TextColumn;
import io.fateflow.engine.resource.Claim;

/** Which jobs wait for cores, at which place, for what, since when; the rows are those of {@code job}. */
public final class JobWaits {

    private final JobTable table;

    JobWaits(JobTable table) {
        this.table = table;
    }

    /**
     * Writes down why the job waits for resources, and how much of them, on this site in all.
     *
     * @param engine whose cores it waits for; then the reason says only how many, and null if it says everything
     */
    public void waitFor(String jobId, String reason, @Nullable String engine) {
        waitFor(jobId, reason, engine, false);
    }

    /** Writes down that the job waits for what nodes of this site have: no cores are kept for it. */
    public void waitForNodes(String jobId, String reason) {
        waitFor(jobId, reason, null, true);
    }

    private void waitFor(String jobId, String reason, @Nullable String engine, boolean forNodes) {
        table.changed("""
                update job
                set wait_reason = :reason, wait_engine = :engine, wait_since = coalesce(wait_since, :now),
                    waits_for_nodes = :nodes, update_time = :now,
                    wanted_cores = (select sum(o.task_cores * o.gate_slots) from job o where o.job_id = job.job_id)
                where job_id = :job
                """)
                .param("reason", reason)
                .param("engine", engine)
                .param("nodes", forNodes)
                .param("job", jobId)
                .update();
    }

    /** Writes down where a job waits for its cores, and how soon its turn is there. */
    public void place(String jobId, QueuePlace place) {
        Map<String, @Nullable Object> columns = place.columns();
        table.sql("update job set " + JobTable.assignments(columns.keySet()) + " where job_id = :job")
                .params(columns)
                .param("job", jobId)
                .update();
    }

    /** An operator moves a job to the front of all that wait; the last one moved is the first. */
    public void front(String jobId, String by) {
        table.changed("update job set front_time = :now, front_by = :by, update_time = :now where job_id = :job")
                .param("by", TextColumn.JOB_USER.fitted(by))
                .param("job", jobId)
                .update();
    }

    /** Writes down how long a job will probably run, unless somebody has said it. */
    public void expected(String jobId, Duration duration) {
        table.sql("update job set expected_millis = :expected where job_id = :job and expected_millis is null")
                .param("expected", duration.toMillis())
                .param("job", jobId)
                .update();
    }

    /**
     * Writes down whether the job waits for parties on other sites.
     *
     * @param awaits whether for their answers
     * @param elsewhere whether it is them that it waits for: then nothing of this site is kept for it
     */
    public void awaitAnswers(String jobId, boolean awaits, boolean elsewhere) {
        table.sql("update job set awaits_answers = :awaits, waits_elsewhere = :elsewhere where " + JobTable.INITIATOR)
                .param("awaits", awaits)
                .param("elsewhere", elsewhere)
                .param("job", jobId)
                .update();
    }

    public boolean awaitsAnswers(String jobId) {
        return table.has(jobId, JobTable.INITIATOR + " and awaits_answers = true");
    }

    /** Writes down for whom a job was preempted; {@link JobStatuses#resetForRerun} takes it back. */
    public void preempted(String jobId, Claim claim) {
        table.changed("""
                update job
                set preempted_by = :by, preempted_for_queue = :queue, preempted_time = :now, update_time = :now
                where job_id = :job
                """)
                .param("by", claim.jobId())
                .param("queue", claim.queue())
                .param("job", jobId)
                .update();
    }
}
