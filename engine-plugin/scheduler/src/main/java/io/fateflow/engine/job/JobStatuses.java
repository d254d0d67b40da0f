package io.fateflow.engine.job;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.JobStatus;

/**
 * How jobs move, and how they end; the rows are those of {@code job}. Statuses move along {@link JobStatus#transitions()}
 * only: a move that is not allowed changes nothing.
 */
public final class JobStatuses {

    private final JobTable table;
    private final Clock clock;

    JobStatuses(JobTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * Moves a job's status at some parties, with the times and the tag that go with it.
     *
     * @return how many rows moved
     */
    public int move(String jobId, List<Party> parties, JobStatus to) {
        String sources = JobStatus.transitions().sourcesOf(to).stream()
                .map(source -> "'" + source.wire() + "'")
                .collect(Collectors.joining(", ", "(", ")"));
        String where = " where job_id = :job and status in " + sources + " and (role, party_id) in (:parties)";
        return table.changed("update job set status = :status, update_time = :now" + besides(to) + where)
                .param("status", to.wire())
                .param("job", jobId)
                .param(
                        "parties",
                        parties.stream()
                                .map(party -> new Object[] {party.role(), party.idText()})
                                .toList())
                .update();
    }

    private static String besides(JobStatus to) {
        if (to.isEnd()) {
            return """
                    , tag = 'job_end', end_scheduling_updates = 1, end_time = case when start_time is null then null else :now end,
                    elapsed = :now - start_time, suspended_by = null, suspended_time = null,\s""" + JobTable.NO_WAIT;
        }
        return switch (to) {
            case RUNNING -> ", start_time = :now, end_time = null, elapsed = null, " + JobTable.NO_WAIT;
            case WAITING -> ", abandoned = false";
            default -> "";
        };
    }

    /**
     * Fails a running job at a party of this site whose initiator is not heard of, until {@link #verdict}.
     *
     * @return whether it ran
     */
    public boolean abandon(String jobId, Party party, String why) {
        if (move(jobId, List.of(party), JobStatus.FAILED) == 0) {
            return false;
        }
        table.sql("update job set abandoned = true, error_report = :why where " + JobTable.AT)
                .params(JobTable.at(jobId, party))
                .param("why", why)
                .update();
        return true;
    }

    /** This site has ended its part of another one's job by itself; what {@link #verdict} says counts more. */
    public void awaitVerdict(String jobId, Party party) {
        table.sql("update job set abandoned = true where " + JobTable.AT)
                .params(JobTable.at(jobId, party))
                .update();
    }

    /**
     * Takes the end that the initiator has decided on for a job that was ended here before, in the place of the presumed one.
     *
     * @return whether the job was ended here without its initiator
     */
    public boolean verdict(String jobId, Party party, JobStatus end) {
        return table.changed("""
                update job
                set status = :status, abandoned = false, update_time = :now,
                    error_report = case when :status = 'failed' then error_report else '' end
                where abandoned = true and\s""" + JobTable.AT)
                        .params(JobTable.at(jobId, party))
                        .param("status", end.wire())
                        .update()
                > 0;
    }

    /** Sets the progress where it is smaller; a value from 0 to 100. */
    public void progress(String jobId, int progress) {
        table.changed("""
                update job set progress = :progress, update_time = :now where job_id = :job and progress < :progress
                """).param("progress", progress).param("job", jobId).update();
    }

    /** Writes down when the job's time is over, counted from now. */
    public void timeout(String jobId, Duration timeout) {
        table.sql("update job set deadline = :deadline where " + JobTable.INITIATOR)
                .param("deadline", clock.millis() + timeout.toMillis())
                .param("job", jobId)
                .update();
    }

    /** Writes the job's error for the user. */
    public void error(String jobId, String report) {
        table.sql("update job set error_report = :report where job_id = :job")
                .param("report", report)
                .param("job", jobId)
                .update();
    }

    /** Says who has stopped a job, if that is how it has ended, and nobody has said more. */
    public void stoppedBy(String jobId, JobStatus status, String report) {
        table.sql("""
                update job set error_report = :report where job_id = :job and status = :status and error_report = ''
                """)
                .param("report", report)
                .param("job", jobId)
                .param("status", status.wire())
                .update();
    }

    /**
     * A job goes back to waiting for another run: progress, times and signals start again. What this site has ended by itself
     * since it began to wait stays so: its end is the initiator's to say.
     */
    public void resetForRerun(String jobId) {
        table.changed("""
                update job
                set progress = 0, start_time = null, end_time = null, elapsed = null, cancel_signal = false,
                    rerun_signal = false, error_report = '', update_time = :now,
                    preempted_by = '', preempted_for_queue = '', preempted_time = 0
                where job_id = :job
                """).param("job", jobId).update();
    }
}
