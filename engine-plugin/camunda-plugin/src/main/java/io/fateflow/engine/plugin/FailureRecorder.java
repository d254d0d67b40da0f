package io.fateflow.engine.plugin;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Optional;

import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobListener;
import org.camunda.bpm.engine.impl.jobexecutor.JobFailureCollector;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.DatabaseError;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;

/**
 * That a step has failed is written down once the database answers: otherwise the step would stay this node's until its lock
 * is over, though nobody does it. The thread that did the step has nothing better to do meanwhile.
 */
final class FailureRecorder extends CommandInterceptor {

    /** Less than the engine locks a job. */
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private static final Retry WHILE_AWAY = Retry.with(new Backoff(Duration.ofMillis(200), Duration.ofSeconds(6)))
            .within(LONGEST);

    private final FailedJobCommandFactory failedJobs;

    FailureRecorder(FailedJobCommandFactory failedJobs) {
        this.failedJobs = failedJobs;
    }

    @Override
    public <T> @Nullable T execute(Command<T> command) {
        if (!(command instanceof FailedJobListener listener)) {
            return next.execute(command);
        }
        JobFailureCollector failed = collector(listener);
        return WHILE_AWAY
                .<Optional<T>, RuntimeException>call(
                        () -> Optional.ofNullable(writeDown(command, failed)), DatabaseError::isTransient)
                .orElse(null);
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
