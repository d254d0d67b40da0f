package io.fateflow.webapp.camunda;

import java.time.Duration;
import java.util.function.Predicate;

import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Component;

import io.fateflow.engine.plugin.FateFlowEngine;

/**
 * When the server goes, its engine takes no more jobs, those that it has begun end as on any day, and those that it has only
 * taken are left to others. Otherwise they would break in the middle, and nobody could have them until their lock is over.
 */
@Component
@ConditionalOnProperty(prefix = "camunda.bpm.job-execution", name = "enabled", matchIfMissing = true)
final class EngineDrain {

    private static final Logger LOG = LoggerFactory.getLogger(EngineDrain.class);
    /** Calls of other sites may take their seconds; what takes longer is broken off, and done again elsewhere. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final JobExecutor jobs;
    private final ThreadPoolTaskExecutor threads;
    private final Predicate<Duration> endSteps;

    @Autowired
    EngineDrain(
            JobExecutor jobs, @Qualifier("camundaTaskExecutor") ThreadPoolTaskExecutor threads, FateFlowEngine engine) {
        this(jobs, threads, engine::endSteps);
    }

    EngineDrain(JobExecutor jobs, ThreadPoolTaskExecutor threads, Predicate<Duration> endSteps) {
        this.jobs = jobs;
        this.threads = threads;
        this.endSteps = endSteps;
    }

    /** After the server's own worker, and before the others are told that this server is gone. */
    @EventListener(ContextClosedEvent.class)
    @Order(1)
    void stop() {
        jobs.shutdown();
        threads.getThreadPoolExecutor().getQueue().clear();
        threads.setWaitForTasksToCompleteOnShutdown(true);
        threads.setAwaitTerminationSeconds((int) PATIENCE.toSeconds());
        threads.shutdown();
        boolean ended = endSteps.test(PATIENCE);
        if (!ended || !threads.getThreadPoolExecutor().isTerminated()) {
            LOG.warn("the engine's steps have not ended within {}: they are broken off", PATIENCE);
        }
    }
}
