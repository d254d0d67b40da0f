package io.fateflow.webapp.worker;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.api.ApiException;

/** Threads on which workers' long polls wait, so that they never use up the web server's. Two per worker at most. */
@Component
final class WorkerPolls implements Executor {

    private static final int MOST = 200;

    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, MOST, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "worker-poll");
                thread.setDaemon(true);
                return thread;
            });

    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            throw ApiException.http(
                    503, "FFB-5102 The server stops, or " + MOST + " workers' calls wait already; call again later.");
        }
    }

    /** Before the web server waits for its requests: workers learn at once that there is nothing, and come back later. */
    @EventListener(ContextClosedEvent.class)
    void stop() {
        threads.shutdownNow();
    }
}
