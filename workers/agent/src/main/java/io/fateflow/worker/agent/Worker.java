package io.fateflow.worker.agent;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.launch.JavaExecutor;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.RepeatedWork;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.runtime.AheadPlan;
import io.fateflow.worker.runtime.Confinement;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ReadyExecutors;
import io.fateflow.worker.submit.SparkHome;

/**
 * Takes tasks from the server, runs each in an executor process, and reports what became of it. Executors outlive the
 * worker: whichever is started again on the same work directory, or runs there already, goes on watching them.
 */
public final class Worker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Worker.class);
    private static final Duration LOOK_AT_EXECUTORS = Duration.ofSeconds(1);
    private static final Duration LONGEST_UNTOLD = Duration.ofSeconds(2);
    private static final Duration TEND_READY = Duration.ofMillis(100);
    private static final int TIMED_TASKS = 7;
    private static final Duration THREADS_MUST_END = Duration.ofSeconds(30);

    private final ExecutorTasks server;
    private final WorkerSettings settings;
    private final ExecutorRuntime runtime;
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();

    private record Running(
            Journal journal,
            @Nullable JavaExecutor javaExecutor,
            ReadyExecutors ready,
            HeldTasks held,
            WorkerHeartbeat life,
            ExecutorService threads,
            RepeatedWork timer) {}

    /** Does nothing yet. Executors are processes of this machine. */
    public Worker(ExecutorTasks server, WorkerSettings settings) {
        this(server, settings, new LocalProcesses());
    }

    /** Does nothing yet. */
    public Worker(ExecutorTasks server, WorkerSettings settings, ExecutorRuntime runtime) {
        this.server = server;
        this.settings = settings;
        this.runtime = runtime;
    }

    /**
     * Adopts the executors that earlier workers have left, and begins to take tasks.
     *
     * @throws IOException if the work directory cannot be used
     * @throws IllegalStateException if it was started already
     */
    public synchronized void start() throws IOException {
        if (running.get() != null) {
            throw new IllegalStateException("the worker " + settings.workerId() + " runs already");
        }
        running.set(begin());
    }

    /**
     * Stops taking tasks and watching; executors go on, and whoever comes next goes on with them. No thread of the worker
     * is left.
     */
    @Override
    public synchronized void close() {
        Running ending = running.getAndSet(null);
        if (ending == null) {
            return;
        }
        ending.threads().shutdownNow();
        ending.timer().close();
        try {
            boolean ended = ending.threads().awaitTermination(THREADS_MUST_END.toMillis(), TimeUnit.MILLISECONDS)
                    && ending.timer().awaitEnd(THREADS_MUST_END);
            if (!ended) {
                log.error("threads of the worker {} do not end", settings.workerId());
            }
            ending.ready().close();
            if (ending.javaExecutor() != null) {
                ending.javaExecutor().close();
            }
            ending.life().farewell(ending.journal());
            ending.journal().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.warn("could not close the journal of the worker {}", settings.workerId(), e);
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

    /** Ends when the server has told the worker to take no more tasks, and the last one has ended. */
    public CompletableFuture<Void> drained() {
        Running now = running.get();
        return now == null
                ? CompletableFuture.completedFuture(null)
                : now.life().drained();
    }

    /** Has somebody told when this worker goes on with all that earlier ones had left when it began. */
    @SuppressWarnings("FutureReturnValueIgnored")
    public void onAdopted(Runnable listener) {
        Running now = running.get();
        if (now != null) {
            now.life().adopted().thenRun(listener);
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

    private Map<String, JsonNode> resources() throws IOException {
        Map<String, JsonNode> all = new HashMap<>(runtime.resources());
        SparkHome spark = settings.spark();
        if (spark != null) {
            all.putAll(spark.resources());
        }
        return all;
    }

    private Running begin() throws IOException {
        SparkHome spark = settings.spark();
        if (spark != null) {
            spark.requireThere();
        }
        JavaExecutor javaExecutor = !settings.needsJavaExecutor()
                ? null
                : JavaExecutor.install(
                        settings.executorDirectory(),
                        settings.workDirectory().resolve("components"),
                        settings.executorHeap());
        String instance =
                settings.workerId() + ':' + UUID.randomUUID().toString().substring(0, 8);
        RunDirectories runs = new RunDirectories(
                settings.workDirectory(), settings.confinement().map(Confinement::users));
        Journals journals = new Journals(settings.workDirectory().resolve("held"), runs);
        Journal journal = journals.open(instance);
        Installations installations = Installations.of(settings);
        Commands commands = new Commands(
                settings,
                installations.templates(),
                limits ->
                        javaExecutor == null ? List.of() : javaExecutor.command(limits.memory(), limits.processors()));
        ReadyExecutors ready = javaExecutor == null || settings.readyExecutors() == 0
                ? ReadyExecutors.NONE
                : runtime.startAhead(new AheadPlan(
                        settings.workDirectory().resolve("ahead"),
                        settings.readyExecutors(),
                        javaExecutor::commandAhead,
                        List.of("--ahead", "1"),
                        ExecutorEnvironment.ofAnyAttempt(System.getenv()),
                        settings.clock()));
        HeldTasks held = new HeldTasks(settings.maxExecutors());
        ServerCalls calls = new ServerCalls(Backoff.standard());
        Attempt.Tools tools = new Attempt.Tools(
                instance,
                server,
                calls,
                new Starter(settings, commands, runs, journal, runtime, ready),
                journal,
                new Reports(settings.clock(), settings.workDirectory()),
                held);
        ExecutorService threads = Executors.newCachedThreadPool(new WorkerThreads(settings.workerId()));
        Adoption adoption = new Adoption(instance, server, journals, journal, task -> {
            Attempt attempt = Attempt.adopting(task, tools);
            if (held.addBeyond(attempt)) {
                run(attempt, threads);
            }
        });
        FreeDisk disk = FreeDisk.of(settings.workDirectory(), settings.minFreeDisk());
        WorkerHeartbeat life = new WorkerHeartbeat(
                instance,
                server,
                held,
                settings.maxExecutors(),
                disk,
                adoption,
                AnnouncedResources.of(resources(), settings.resources()),
                installations::found);
        WorkerLoops loops = new WorkerLoops(instance, server, calls, held, life);
        threads.execute(new Loop(() -> loops.fetch(task -> {
            Attempt attempt = Attempt.starting(task, tools);
            if (held.add(attempt)) {
                run(attempt, threads);
            }
        })));
        threads.execute(new Loop(loops::revoke));
        threads.execute(new Loop(installations::probe));
        return new Running(journal, javaExecutor, ready, held, life, threads, timer(loops, ready));
    }

    /** A thread for each task: none waits for another. */
    private RepeatedWork timer(WorkerLoops loops, ReadyExecutors ready) {
        RepeatedWork timer = new RepeatedWork(TIMED_TASKS, new WorkerThreads(settings.workerId() + "-timer"));
        Duration interval = settings.heartbeatInterval();
        timer.repeat(loops::sign, interval);
        timer.repeat(loops::heartbeat, interval);
        timer.repeat(loops::adopt, interval);
        timer.repeat(loops::lookAtExecutors, LOOK_AT_EXECUTORS);
        timer.repeat(ready::tend, TEND_READY);
        Duration untold = interval.compareTo(LONGEST_UNTOLD) < 0 ? interval : LONGEST_UNTOLD;
        timer.repeat(loops::metrics, untold);
        if (settings.bringsLogs()) {
            timer.repeat(loops::logs, untold);
        }
        return timer;
    }

    private static void run(Attempt attempt, ExecutorService threads) {
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
