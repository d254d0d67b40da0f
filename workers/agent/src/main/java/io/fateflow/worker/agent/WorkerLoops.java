package io.fateflow.worker.agent;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.LoginRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;

/** What a worker does all the time, each in a thread of its own, until that is interrupted. */
final class WorkerLoops {

    private static final Logger log = LoggerFactory.getLogger(WorkerLoops.class);
    private static final Duration FETCH_WAIT = Duration.ofSeconds(30);
    private static final Duration REVOKE_WAIT = Duration.ofSeconds(5);

    private final String workerId;
    private final ExecutorTasks server;
    private final ServerCalls calls;
    private final HeldTasks held;
    private final WorkerHeartbeat life;

    WorkerLoops(String workerId, ExecutorTasks server, ServerCalls calls, HeldTasks held, WorkerHeartbeat life) {
        this.workerId = workerId;
        this.server = server;
        this.calls = calls;
        this.held = held;
        this.life = life;
    }

    /** Takes tasks as long as there are places; a full worker asks for none. */
    void fetch(Consumer<ExecutorTask> start) throws InterruptedException {
        calls.untilAnswered("say that this worker lives", life::begin);
        List<String> ids = held.liveIds();
        while (true) {
            int places = held.takePlaces();
            List<ExecutorTask> tasks = calls.untilAnswered(
                    "fetch tasks", () -> server.fetch(workerId, List.copyOf(ids), places, FETCH_WAIT));
            held.giveBack(places - tasks.size());
            tasks.forEach(start);
            stopIfInterrupted();
        }
    }

    /** Stops executors as soon as the server says that they are not wanted. */
    void revoke() throws InterruptedException {
        List<String> ids = held.liveIds();
        while (true) {
            calls.untilAnswered("ask which tasks are revoked", () -> server.awaitRevoked(workerId, ids, REVOKE_WAIT))
                    .forEach(id -> held.find(id).ifPresent(Attempt::stop));
            stopIfInterrupted();
        }
    }

    /** Tells the server that the worker lives. Shares its thread with nothing. */
    void sign() {
        guarded("sign of life", life::sign);
    }

    /** Goes on with what workers have left that ended on this machine. */
    void adopt() {
        guarded("look for executors of ended workers", life::adopt);
    }

    /** Tells the server that executors live; one that is not wanted any more is stopped. */
    void heartbeat() {
        guarded("heartbeat", () -> {
            for (Attempt attempt : held.all()) {
                if (!server.heartbeat(workerId, attempt.task().id(), pid(attempt))) {
                    attempt.stop();
                }
            }
        });
    }

    /** Tells the server what executors have measured since it was told last. */
    void metrics() {
        held.all().forEach(attempt -> attempt.watch()
                .ifPresent(watch -> tell(attempt.task().id(), watch)));
    }

    /** What can't be told now is told later; what can't be told at all is in the report at the end. */
    private void tell(String id, Watch watch) {
        try {
            watch.untold().ifPresent(metrics -> {
                server.metrics(workerId, id, metrics);
                watch.told();
            });
        } catch (ServerUnreachableException e) {
            log.debug("metrics of {} are told later", id, e);
        } catch (IOException | RuntimeException e) {
            log.info("metrics of {} are not shown before its end: {}", id, e.getMessage());
            watch.told();
        }
    }

    /** Takes to the server what executors have logged, of a worker that shares no folder with it; the rest follows at their end. */
    void logs() {
        for (Attempt attempt : held.all()) {
            String id = attempt.task().id();
            attempt.watch().flatMap(Watch::logs).ifPresent(logs -> {
                try {
                    logs.ship(part -> server.log(workerId, id, part), false);
                } catch (ServerUnreachableException e) {
                    log.debug("the log of {} is brought later", id, e);
                } catch (InterruptedException closing) {
                    Thread.currentThread().interrupt();
                } catch (IOException | RuntimeException e) {
                    log.info("the log of {} could not be brought: {}", id, e.getMessage());
                }
            });
        }
    }

    private static void guarded(String what, Runnable work) {
        try {
            work.run();
        } catch (LoginRefusedException e) {
            log.debug("no {}: {}", what, e.getMessage());
        } catch (ServerUnreachableException e) {
            log.warn("no {}: {}", what, e.getMessage());
        } catch (RuntimeException e) {
            log.error("no {}", what, e);
        }
    }

    void lookAtExecutors() {
        for (Attempt attempt : held.all()) {
            attempt.watch().ifPresent(watch -> {
                try {
                    watch.look();
                } catch (IOException | RuntimeException e) {
                    log.debug("could not look at {}", attempt.task().taskId(), e);
                }
            });
        }
    }

    private static long pid(Attempt attempt) {
        try {
            return attempt.watch().isPresent()
                    ? attempt.watch().get().executor().pid()
                    : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the worker closes");
        }
    }
}
