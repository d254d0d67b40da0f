package io.fateflow.engine.plugin;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.impl.cmd.DefaultJobRetryCmd;
import org.camunda.bpm.engine.impl.cmd.JobRetryCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.DatabaseError;
import io.fateflow.engine.executor.LostRace;
import io.fateflow.engine.process.DeferredException;

/**
 * The engine's retries, but for the last: what has used up its tries is due at once, so that an operator's retry does not
 * wait for the rest of a delay that nobody sees. A step that is deferred loses no try; nor does one that the database has
 * broken off, which is repeated until the database answers, nor one that has lost a race for a row, which is repeated at once.
 * Where a lost race looks like a bug of the engine, it takes a try, for it may be one, but waits no longer than the database.
 */
final class RetriesAtOnce implements FailedJobCommandFactory {

    /** Whoever waits for so short a time stays what it is. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final DatabasePauses pauses = new DatabasePauses();

    @Override
    public Command<Object> getCommand(String jobId, Throwable exception) {
        if (exception instanceof DeferredException deferred) {
            return new RepeatLater(jobId, exception, deferred.until());
        }
        Instant now = ClockUtil.getCurrentTime().toInstant();
        if (exception != null && DatabaseError.isTransient(exception)) {
            return new RepeatLater(jobId, exception, now.plus(pauses.next(jobId)));
        }
        // the engine takes no try either, but lets a step with retry times of its own wait: a collected report was a
        // minute late
        if (exception instanceof OptimisticLockingException) {
            return new RepeatLater(jobId, exception, now);
        }
        boolean isLostRace = exception != null && LostRace.is(exception);
        return new Retry(jobId, exception, isLostRace ? pauses.next(jobId) : null);
    }

    /** A first try that the database has broken off stays one. */
    private static @Nullable JobEntity processStep(@Nullable JobEntity failed, Throwable failure) {
        return failed == null || !FirstTries.isOne(failed) || DatabaseError.isTransient(failure)
                ? failed
                : FirstTries.becomesProcess(failed, failure);
    }

    /** The job keeps its tries, and is due again later. */
    private static final class RepeatLater extends JobRetryCmd {

        private static final long serialVersionUID = 1;

        private final Instant due;

        RepeatLater(String jobId, Throwable exception, Instant due) {
            super(jobId, exception);
            this.due = due;
        }

        /** With 16 jobs of three sites at once, 254 calls of 600 jobs waited for a place: that is no failure to be looked at. */
        @Override
        public @Nullable Object execute(CommandContext context) {
            boolean isSoon = due.isBefore(ClockUtil.getCurrentTime().toInstant().plus(SOON));
            JobEntity job = isSoon ? getJob() : processStep(getJob(), exception);
            if (job != null) {
                job.unlock();
                job.setDuedate(Date.from(due));
                notifyAcquisition(context);
            }
            return job;
        }
    }

    private static final class Retry extends DefaultJobRetryCmd {

        private static final long serialVersionUID = 1;

        private final @Nullable Duration longest;

        private transient @Nullable JobEntity job;

        /** @param longest to wait, whatever the step's retry times say */
        Retry(String jobId, Throwable exception, @Nullable Duration longest) {
            super(jobId, exception);
            this.longest = longest;
        }

        /** The engine asks twice. */
        @Override
        protected @Nullable JobEntity getJob() {
            if (job == null) {
                job = processStep(super.getJob(), exception);
            }
            return job;
        }

        @Override
        protected void executeCustomStrategy(CommandContext context, JobEntity job, ActivityImpl activity)
                throws Exception {
            super.executeCustomStrategy(context, job, activity);
            if (job.getRetries() == 0) {
                job.setDuedate(null);
            } else if (longest != null) {
                Instant due = job.getDuedate().toInstant();
                Instant latest = ClockUtil.getCurrentTime().toInstant().plus(longest);
                job.setDuedate(Date.from(due.isBefore(latest) ? due : latest));
            }
        }
    }
}
