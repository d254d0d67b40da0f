package io.fateflow.engine.plugin;

import java.time.Duration;

import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobListener;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.policy.AlwaysRetryPolicy;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.ExceptionClassifierRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;

import io.fateflow.engine.sql.DatabaseError;

/**
 * That a step has failed is written down once the database answers: otherwise the step would stay this node's until its lock
 * is over, though nobody does it. The thread that did the step has nothing better to do meanwhile.
 */
final class FailuresWrittenDown extends CommandInterceptor {

    /** Less than the engine locks a job. */
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private final RetryTemplate template = new RetryTemplate();

    FailuresWrittenDown() {
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
    public <T> T execute(Command<T> command) {
        return command instanceof FailedJobListener
                ? template.<T, RuntimeException>execute(context -> next.execute(command))
                : next.execute(command);
    }
}
