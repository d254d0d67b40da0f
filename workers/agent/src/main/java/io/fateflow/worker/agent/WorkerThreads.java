package io.fateflow.worker.agent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that say whose they are, and keep no process alive. */
final class WorkerThreads implements ThreadFactory {

    private final String workerId;
    private final AtomicInteger count = new AtomicInteger();

    WorkerThreads(String workerId) {
        this.workerId = workerId;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "fate-worker-" + workerId + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
