package io.fateflow.engine.executor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.database.DatabaseError;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.api.WorkerState;

/** The scheduler's end of the worker port: all that can be out of reach is the database. */
public final class SiteWorkerService implements WorkerService {

    private static final String HERE = "127.0.0.1";
    private static final String NO_LOCK_OWNER = "";

    private final ExecutorTaskService tasks;
    private final NodeMembership nodes;
    private final ExecutorSurroundings surroundings;
    private final AuditLog audit;

    public SiteWorkerService(
            ExecutorTaskService tasks, NodeMembership nodes, ExecutorSurroundings surroundings, AuditLog audit) {
        this.tasks = tasks;
        this.nodes = nodes;
        this.surroundings = surroundings;
        this.audit = audit;
    }

    @Override
    public ExecutorTasks here() {
        return new Port(HERE, nodes::lockOwner);
    }

    @Override
    public ExecutorTasks from(String address) {
        return new Port(address, () -> NO_LOCK_OWNER);
    }

    @Override
    public int drain(String worker, boolean drain) {
        int workers = nodes.drain(worker, drain);
        if (workers > 0) {
            audit.write(
                    AuditEntry.done(AuditAction.DRAIN).with("worker", worker).with("drain", drain));
        }
        return workers;
    }

    /** The port for workers of one place. */
    private final class Port implements ExecutorTasks {

        private final String address;
        private final Supplier<String> lockOwner;

        /** @param lockOwner of the engine in whose process the worker is; empty for a worker in a process of its own */
        Port(String address, Supplier<String> lockOwner) {
            this.address = address;
            this.lockOwner = lockOwner;
        }

        @Override
        public List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait) {
            return told(waiting(() -> tasks.fetch(workerId, held, max, wait)));
        }

        @Override
        public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
            return told(waiting(() -> tasks.fetch(workerId, max, wait)));
        }

        private List<ExecutorTask> told(List<ExecutorTask> taken) {
            taken.forEach(SiteWorkerService.this::brief);
            taken.forEach(surroundings.listener()::taken);
            return taken;
        }

        @Override
        public boolean heartbeat(String workerId, String id, long pid) {
            return answered(() -> tasks.heartbeat(workerId, id, address, pid));
        }

        @Override
        public boolean metrics(String workerId, String id, ArrayNode metrics) {
            try {
                return answered(() -> tasks.metrics(workerId, id, metrics));
            } catch (ReportNotKeptException e) {
                throw new ReportRefusedException("FFB-4021 the database refuses what " + id + " measures", e);
            }
        }

        @Override
        public long log(String workerId, String id, LogPart part) {
            return answered(() -> tasks.heldBy(workerId, id))
                    .map(held -> surroundings.logs().add(held, part))
                    .orElse(LogPart.UNWANTED);
        }

        @Override
        public boolean complete(String workerId, String id, ExecutorReport report) {
            if (!isEnd(report.status())) {
                throw new ReportRefusedException("FFB-5112 " + report.status() + " is no end of an executor");
            }
            boolean taken = end(workerId, id, report);
            if (taken) {
                surroundings.listener().ended(id, report);
            }
            return taken;
        }

        @Override
        public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
            return waiting(() -> tasks.awaitRevoked(workerId, held, wait));
        }

        @Override
        public boolean alive(WorkerState state) {
            return answered(() -> {
                if (state.mode() == WorkerState.Mode.ENDED) {
                    nodes.gone(state.workerId());
                    return false;
                }
                return nodes.seen(SiteWorker.of(state, lockOwner.get()));
            });
        }

        @Override
        public void takeOver(String workerId, List<String> ended, List<String> held) {
            answered(() -> {
                tasks.takeOver(workerId, ended, held);
                return true;
            });
        }
    }

    /** What the scheduler takes for wrong it would take for wrong another time. */
    private boolean end(String workerId, String id, ExecutorReport report) {
        try {
            return answered(() -> tasks.complete(workerId, id, report));
        } catch (IllegalArgumentException e) {
            throw new ReportRefusedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** An executor outlives its server: it is told of all that can stand in for it, and which files it may read and write. */
    private void brief(ExecutorTask task) {
        ArrayNode servers = task.config().putArray("servers");
        nodes.urls().forEach(servers::add);
        put(task, "upload_folders", surroundings.uploadFolders());
        put(task, "download_folders", surroundings.downloadFolders());
    }

    private static void put(ExecutorTask task, String name, List<Path> folders) {
        ArrayNode list = task.config().putArray(name);
        folders.forEach(folder -> list.add(folder.toString()));
    }

    private static boolean isEnd(String status) {
        try {
            return TaskStatus.of(status).isEnd();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static <T> List<T> waiting(Wait<T> call) {
        return answered(() -> {
            try {
                return call.until();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        });
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            if (DatabaseError.isTransient(e)) {
                throw new ServerUnreachableException("The database does not answer now", e);
            }
            throw e;
        }
    }

    @FunctionalInterface
    private interface Wait<T> {
        List<T> until() throws InterruptedException;
    }
}
