package io.fateflow.engine.job;

import java.time.Clock;

import io.fateflow.engine.resource.Suspension;

/** What people have asked of a job: that it ends, runs again, or is suspended; the rows are those of {@code job}. */
public final class JobRequests {

    private final JobTable table;
    private final Clock clock;

    JobRequests(JobTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Writes down that somebody wants the job stopped. */
    public void cancel(String jobId) {
        table.changed("""
                update job set cancel_signal = true, cancel_time = :now where job_id = :job and cancel_signal = false
                """).param("job", jobId).update();
    }

    /** Writes down that somebody wants an ended job to run again; {@link JobStatuses#resetForRerun} takes it back. */
    public void rerun(String jobId) {
        table.sql("update job set rerun_signal = true where job_id = :job")
                .param("job", jobId)
                .update();
    }

    public boolean isRerunAsked(String jobId) {
        return table.has(jobId, "job_id = :job and rerun_signal = true");
    }

    /** Suspends a job that has not ended; one that is suspended stays so since when it was. */
    public boolean suspend(String jobId, String by) {
        long now = clock.millis();
        return table.sql("""
                update job
                set suspended_by = :by, suspended_time = :now, wait_reason = :reason, wait_engine = null,
                    wait_since = coalesce(wait_since, :now), update_time = :now
                where job_id = :job and suspended_by is null
                """)
                        .param("by", by)
                        .param("now", now)
                        .param("reason", new Suspension(by, now).reason())
                        .param("job", jobId)
                        .update()
                > 0;
    }

    public boolean isSuspended(String jobId) {
        return table.has(jobId, JobTable.INITIATOR + " and suspended_by is not null");
    }

    /** Takes {@link #suspend} back. A waiting job keeps its place in the queue. */
    public boolean resume(String jobId) {
        return table.changed("""
                update job
                set suspended_by = null, suspended_time = null, wait_reason = null, wait_engine = null,
                    wait_since = case when status = 'waiting' then wait_since else null end, update_time = :now
                where job_id = :job and suspended_by is not null
                """).param("job", jobId).update() > 0;
    }
}
