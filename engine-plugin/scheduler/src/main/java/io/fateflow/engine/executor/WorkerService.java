package io.fateflow.engine.executor;

import io.fateflow.worker.api.ExecutorTasks;

/** This site as workers see it, by where they are, and as their operators do. */
public interface WorkerService {

    /** For the worker in this server's own process: it lives as long as this server does. */
    ExecutorTasks here();

    /** For workers that call from an address, which is where their executors run. */
    ExecutorTasks from(String address);

    /** Tells a worker to take no more tasks, or to take them again; how many of that name there are. */
    int drain(String worker, boolean drain);
}
