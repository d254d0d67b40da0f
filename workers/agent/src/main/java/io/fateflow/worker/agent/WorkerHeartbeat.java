package io.fateflow.worker.agent;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.WorkerState;
import io.fateflow.worker.process.HostName;

/** Tells the server how the worker is, and does what the answer says. */
final class WorkerHeartbeat {

    private static final Logger log = LoggerFactory.getLogger(WorkerHeartbeat.class);

    private final String workerId;
    private final ExecutorTasks server;
    private final HeldTasks held;
    private final int places;
    private final FreeDisk disk;
    private final Adoption adoption;
    private final ObjectNode resources;
    private final Supplier<@Nullable ObjectNode> providers;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final CompletableFuture<Void> adopted = new CompletableFuture<>();
    private volatile boolean draining;
    private volatile boolean troubled;

    /**
     * Says nothing yet.
     *
     * @param resources what this machine has for executors
     * @param providers what its FATE installations can run; null as long as that is not known
     */
    WorkerHeartbeat(
            String workerId,
            ExecutorTasks server,
            HeldTasks held,
            int places,
            FreeDisk disk,
            Adoption adoption,
            ObjectNode resources,
            Supplier<@Nullable ObjectNode> providers) {
        this.workerId = workerId;
        this.server = server;
        this.held = held;
        this.places = places;
        this.disk = disk;
        this.adoption = adoption;
        this.resources = resources;
        this.providers = providers;
    }

    CompletableFuture<Void> drained() {
        return drained;
    }

    /** Ends when this worker goes on with all that earlier ones had left when it began. */
    CompletableFuture<Void> adopted() {
        return adopted;
    }

    /** The first sign: from now on the server may give tasks. */
    boolean begin() {
        sign();
        adopt();
        return true;
    }

    /** Looks for executors that others have left. */
    void adopt() {
        try {
            adoption.adopt();
            adopted.complete(null);
        } catch (IOException e) {
            log.error("executors of ended workers are not watched", e);
        }
    }

    /** Says that the worker lives, and does nothing else: however much there is to do, this is said in time. */
    void sign() {
        String trouble = disk.trouble();
        boolean drain = server.alive(state(draining ? WorkerState.Mode.DRAINING : WorkerState.Mode.ACTIVE, trouble));
        if (drain != draining) {
            log.info("{} takes {} tasks", workerId, drain ? "no more" : "again");
        }
        draining = drain;
        if (!trouble.isEmpty() && !troubled) {
            log.warn("{} takes no tasks: {}", workerId, trouble);
        }
        troubled = !trouble.isEmpty();
        held.pause(drain || troubled);
        if (drain && held.all().isEmpty()) {
            drained.complete(null);
        }
    }

    /** The last sign: what was taken and not noted is free again, and the rest is waited for. */
    void farewell(Journal journal) throws IOException {
        List<String> left =
                journal.read().stream().map(task -> task.task().id()).toList();
        try {
            server.takeOver(workerId, List.of(workerId), left);
            server.alive(state(left.isEmpty() ? WorkerState.Mode.ENDED : WorkerState.Mode.AWAY, ""));
        } catch (RuntimeException e) {
            log.warn("{} could not say that it goes: {}", workerId, e.getMessage());
        }
    }

    private WorkerState state(WorkerState.Mode mode, String trouble) {
        return new WorkerState(
                workerId, HostName.get(), places, held.all().size(), mode, trouble, resources, providers.get());
    }
}
