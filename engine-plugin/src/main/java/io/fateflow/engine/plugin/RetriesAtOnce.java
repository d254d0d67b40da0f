package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.Date;

import org.camunda.bpm.engine.impl.cmd.DefaultJobRetryCmd;
import org.camunda.bpm.engine.impl.cmd.JobRetryCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.sql.DatabaseError;

/**
 * The engine's retries, but for the last: what has used up its tries is due at once, so that an operator's retry does not
 * wait for the rest of a delay that nobody sees. A failure of the database uses up no try: the step is repeated until the
 * database answers.
 */
final class RetriesAtOnce implements FailedJobCommandFactory {

    private final DatabasePauses pauses = new DatabasePauses();

    @Override
    public Command<Object> getCommand(String jobId, Throwable exception) {
        return exception != null && DatabaseError.isTransient(exception)
                ? new RepeatLater(jobId, exception, pauses.next(jobId))
                : new Retry(jobId, exception);
    }

    /** The job keeps its tries, and is due again after a pause. */
    private static final class RepeatLater extends JobRetryCmd {

        private static final long serialVersionUID = 1;

        private final Duration pause;

        RepeatLater(String jobId, Throwable exception, Duration pause) {
            super(jobId, exception);
            this.pause = pause;
        }

        @Override
        public @Nullable Object execute(CommandContext context) {
            JobEntity job = getJob();
            if (job != null) {
                job.unlock();
                job.setDuedate(Date.from(ClockUtil.getCurrentTime().toInstant().plus(pause)));
            }
            return null;
        }
    }

    private static final class Retry extends DefaultJobRetryCmd {

        private static final long serialVersionUID = 1;

        Retry(String jobId, Throwable exception) {
            super(jobId, exception);
        }

        @Override
        protected void executeCustomStrategy(CommandContext context, JobEntity job, ActivityImpl activity)
                throws Exception {
            super.executeCustomStrategy(context, job, activity);
            if (job.getRetries() == 0) {
                job.setDuedate(null);
            }
        }
    }
}
