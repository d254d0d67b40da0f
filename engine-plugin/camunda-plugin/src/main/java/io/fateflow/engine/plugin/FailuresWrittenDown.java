package io.fateflow.engine.plugin;

import java.lang.reflect.Field;
import java.time.Duration;

import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobListener;
import org.camunda.bpm.engine.impl.jobexecutor.JobFailureCollector;
import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.policy.AlwaysRetryPolicy;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.ExceptionClassifierRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;

import io.fateflow.database.DatabaseError;

/**
 * That a step has failed is written down once the database answers: otherwise the step would stay this node's until its lock
 * is over, though nobody does it. The thread that did the step has nothing better to do meanwhile.
 */
final class FailuresWrittenDown extends CommandInterceptor {

    /** Less than the engine locks a job. */
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private final FailedJobCommandFactory failedJobs;
    private final RetryTemplate template = new RetryTemplate();

    FailuresWrittenDown(FailedJobCommandFactory failedJobs) {
        this.failedJobs = failedJobs;
        ExceptionClassifierRetryPolicy onlyTransient = new ExceptionClassifierRetryPolicy();
        onlyTransient.setExceptionClassifier(failure -> failure == null || DatabaseError.isTransient(failure)
                ? new AlwaysRetryPolicy()
                : new NeverRetryPolicy());
        CompositeRetryPolicy inTime = new CompositeRetryPolicy();
        inTime.setPolicies(new RetryPolicy[] {onlyTransient, new TimeoutRetryPolicy(LONGEST.toMillis())});
        ExponentialRandomBackOffPolicy backOff = new ExponentialRandomBackOffPolicy();
        backOff.setInitialInterval(100);
        backOff.setMultiplier(2);
        backOff.setMaxInterval(3_000);
        template.setRetryPolicy(inTime);
        template.setBackOffPolicy(backOff);
    }

    @Override
    public <T> @Nullable T execute(Command<T> command) {
        return command instanceof FailedJobListener listener
                ? template.<@Nullable T, RuntimeException>execute(context -> writeDown(command, collector(listener)))
                : next.execute(command);
    }

    /** The engine compares the job with what it has read of it, also when it has read nothing, and then stumbles. */
    private <T> @Nullable T writeDown(Command<T> command, JobFailureCollector failed) {
        if (failed.getJob() != null) {
            return next.execute(command);
        }
        next.execute(failedJobs.getCommand(failed.getJobId(), failed.getFailure()));
        return null;
    }

    /** There is no other way to the job's id: the engine keeps it to itself and its heirs. */
    private static JobFailureCollector collector(FailedJobListener listener) {
        try {
            Field field = FailedJobListener.class.getDeclaredField("jobFailureCollector");
            field.setAccessible(true);
            return (JobFailureCollector) field.get(listener);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this is another version of the engine", e);
        }
    }
}
