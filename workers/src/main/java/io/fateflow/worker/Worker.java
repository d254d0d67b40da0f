package io.fateflow.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.launch.JavaExecutor;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.run.RunDirectories;

/**
 * Takes tasks from the server, runs each in an executor process, and reports what became of it. Executors outlive the
 * worker: one that is started again on the same work directory goes on watching them.
 */
public final class Worker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final long MEMORY_SAMPLE_MILLIS = 1_000;
    private static final Duration THREADS_MUST_END = Duration.ofSeconds(30);

    private final ExecutorTasks server;
    private final WorkerSettings settings;
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();

    private record Running(
            WorkDirectoryLock lock,
            @Nullable JavaExecutor javaExecutor,
            HeldTasks held,
            ExecutorService threads,
            ScheduledExecutorService timer) {}

    /** Does nothing yet. */
    public Worker(ExecutorTasks server, WorkerSettings settings) {
        this.server = server;
        this.settings = settings;
    }

    /**
     * Adopts the executors that an earlier worker left, and begins to take tasks.
     *
     * @throws IOException if the work directory cannot be used, or another worker uses it
     * @throws IllegalStateException if it was started already
     */
    public synchronized void start() throws IOException {
        if (running.get() != null) {
            throw new IllegalStateException("the worker " + settings.workerId() + " runs already");
        }
        WorkDirectoryLock lock = WorkDirectoryLock.acquire(settings.workDirectory());
        try {
            running.set(start(lock));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Stops taking tasks and watching; executors go on. No thread of the worker is left. */
    @Override
    public synchronized void close() {
        Running ending = running.getAndSet(null);
        if (ending == null) {
            return;
        }
        ending.threads().shutdownNow();
        ending.timer().shutdownNow();
        try {
            boolean ended = ending.threads().awaitTermination(THREADS_MUST_END.toMillis(), TimeUnit.MILLISECONDS)
                    && ending.timer().awaitTermination(THREADS_MUST_END.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                log.error("threads of the worker {} do not end", settings.workerId());
            }
            if (ending.javaExecutor() != null) {
                ending.javaExecutor().close();
            }
            ending.lock().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.warn("could not unlock the work directory", e);
        }
    }

    /** Stops all executors, without a report, and closes when they are gone. */
    public void stopExecutorsAndClose() {
        Running now = running.get();
        try {
            if (now != null) {
                now.held().stopAll(settings.stopGrace().plus(THREADS_MUST_END));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }

    /** How many executors run now. */
    public int runningExecutors() {
        Running now = running.get();
        return now == null ? 0 : now.held().all().size();
    }

    /** Whether executors start from the class archive by now, which makes them faster. */
    public boolean hasClassArchive() {
        Running now = running.get();
        return now != null && now.javaExecutor() != null && now.javaExecutor().hasArchive();
    }

    private Running start(WorkDirectoryLock lock) throws IOException {
        JavaExecutor javaExecutor = !settings.needsJavaExecutor()
                ? null
                : JavaExecutor.install(
                        settings.workDirectory().resolve("executor"),
                        settings.workDirectory().resolve("components"),
                        settings.executorHeap());
        RunDirectories runs = new RunDirectories(settings.workDirectory());
        Journal journal = new Journal(settings.workDirectory().resolve("held"), runs);
        Commands commands = new Commands(settings, () -> javaExecutor == null ? List.of() : javaExecutor.command());
        List<HeldTask> left = journal.read();
        HeldTasks held = new HeldTasks(settings.maxExecutors() - left.size());
        ServerCalls calls = new ServerCalls(Backoff.standard());
        Attempt.Tools tools = new Attempt.Tools(
                settings.workerId(),
                server,
                calls,
                new Starter(settings, commands, runs, journal),
                journal,
                new Reports(settings.clock()),
                held);
        ExecutorService threads = Executors.newCachedThreadPool(new WorkerThreads(settings.workerId()));
        left.forEach(task -> begin(Attempt.adopting(task, tools), held, threads));
        WorkerLoops loops = new WorkerLoops(settings.workerId(), server, calls, held);
        threads.execute(new Loop(() -> loops.fetch(task -> begin(Attempt.starting(task, tools), held, threads))));
        threads.execute(new Loop(loops::revoke));
        return new Running(lock, javaExecutor, held, threads, timer(loops));
    }

    /** Both tasks deal with their errors themselves. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private ScheduledExecutorService timer(WorkerLoops loops) {
        ScheduledExecutorService timer =
                Executors.newSingleThreadScheduledExecutor(new WorkerThreads(settings.workerId() + "-timer"));
        long interval = settings.heartbeatInterval().toMillis();
        timer.scheduleWithFixedDelay(loops::heartbeat, interval, interval, TimeUnit.MILLISECONDS);
        timer.scheduleWithFixedDelay(
                loops::sampleMemory, MEMORY_SAMPLE_MILLIS, MEMORY_SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
        return timer;
    }

    private static void begin(Attempt attempt, HeldTasks held, ExecutorService threads) {
        if (!held.add(attempt)) {
            return;
        }
        try {
            threads.execute(attempt);
        } catch (RejectedExecutionException closing) {
            log.info("{} came too late for a worker that closes", attempt.task().taskId());
        }
    }

    private record Loop(Body body) implements Runnable {

        private interface Body {
            void run() throws InterruptedException;
        }

        @Override
        public void run() {
            try {
                body.run();
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
