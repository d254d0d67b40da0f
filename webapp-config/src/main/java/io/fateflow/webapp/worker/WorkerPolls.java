package io.fateflow.webapp.worker;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import jakarta.annotation.PreDestroy;
import org.springframework.stereotype.Component;

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
        threads.execute(task);
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }
}
