package io.fateflow.engine.plugin;

import java.util.Date;

import org.camunda.bpm.engine.impl.cmd.DefaultJobRetryCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.process.DeferredException;

/**
 * The engine's retries, but for the last: what has used up its tries is due at once, so that an operator's retry does not
 * wait for the rest of a delay that nobody sees. A step that is deferred loses no try.
 */
final class RetriesAtOnce implements FailedJobCommandFactory {

    @Override
    public Command<Object> getCommand(String jobId, Throwable exception) {
        return new Retry(jobId, exception);
    }

    private static final class Retry extends DefaultJobRetryCmd {

        private static final long serialVersionUID = 1;

        Retry(String jobId, Throwable exception) {
            super(jobId, exception);
        }

        @Override
        public @Nullable Object execute(CommandContext context) {
            JobEntity job = exception instanceof DeferredException ? getJob() : null;
            if (job == null) {
                return super.execute(context);
            }
            job.unlock();
            job.setDuedate(Date.from(((DeferredException) exception).until()));
            notifyAcquisition(context);
            return job;
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
