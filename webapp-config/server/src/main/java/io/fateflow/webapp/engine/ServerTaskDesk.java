package io.fateflow.webapp.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.executor.ExecutorTaskView;
import io.fateflow.engine.executor.SiteNodes;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.task.PartyOutcome;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.webapp.data.UploadProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.metrics.AttemptMetrics;
import io.fateflow.webapp.node.NodeLife;
import io.fateflow.webapp.worker.TaskDesk;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.WorkerState;

/** The engine's executor tasks, in the words of the worker's port. */
@Component
final class ServerTaskDesk implements TaskDesk {

    private final ExecutorTaskService service;
    private final AttemptMetrics metrics;
    private final SiteNodes nodes;
    private final NodeLife life;
    private final AuditLog audit;
    private final List<Path> uploads;

    ServerTaskDesk(
            ExecutorTaskService service,
            AttemptMetrics metrics,
            SiteNodes nodes,
            NodeLife life,
            AuditLog audit,
            FateHome home,
            UploadProperties uploads) {
        this.service = service;
        this.metrics = metrics;
        this.nodes = nodes;
        this.life = life;
        this.audit = audit;
        this.uploads = Stream.concat(Stream.of(home.uploads()), uploads.allowed().folders().stream())
                .toList();
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
        try {
            List<ExecutorTaskView> taken = service.fetch(workerId, max, wait);
            taken.forEach(view -> metrics.taken(view.id(), view.jobId()));
            return taken.stream().map(this::task).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public boolean heartbeat(String workerId, String id, String runIp, long pid) {
        return service.heartbeat(workerId, id, runIp, pid);
    }

    @Override
    public boolean alive(WorkerState state) {
        return alive(state, "");
    }

    @Override
    public boolean aliveHere(WorkerState state) {
        return alive(state, nodes.lockOwner());
    }

    private boolean alive(WorkerState state, String lockOwner) {
        if (state.mode() == WorkerState.Mode.ENDED) {
            nodes.gone(state.workerId());
            return false;
        }
        return nodes.seen(new SiteWorker(
                state.workerId(),
                state.host(),
                state.mode().wire(),
                state.places(),
                state.running(),
                state.trouble(),
                false,
                0,
                lockOwner));
    }

    @Override
    public void takeOver(String workerId, List<String> ended, List<String> held) {
        service.takeOver(workerId, ended, held);
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

    @Override
    public boolean complete(String workerId, String id, ExecutorReport report) {
        PartyOutcome outcome = outcome(report);
        boolean news = service.complete(workerId, id, outcome, report.result());
        if (news) {
            metrics.ended(id, outcome.status().wire(), outcome.startTime(), outcome.endTime());
        }
        return news;
    }

    @Override
    public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
        try {
            return service.awaitRevoked(workerId, held, wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** An executor outlives its server: it is told of all that can stand in for it. */
    private ExecutorTask task(ExecutorTaskView view) {
        ArrayNode servers = view.config().putArray("servers");
        life.urls().forEach(servers::add);
        // the component parameters are the user's, this is ours: it says from where an Upload may read
        ArrayNode folders = view.config().putArray("upload_folders");
        uploads.forEach(folder -> folders.add(folder.toString()));
        return new ExecutorTask(
                view.id(),
                view.jobId(),
                view.componentName(),
                view.module(),
                view.key().taskId(),
                view.key().version(),
                view.key().role(),
                view.key().partyId(),
                view.config(),
                view.token(),
                view.timeout());
    }

    private static PartyOutcome outcome(ExecutorReport report) {
        TaskStatus status = TaskStatus.of(report.status());
        if (!status.isEnd()) {
            throw new IllegalArgumentException("FFB-5112 " + report.status() + " is no end of an executor");
        }
        return new PartyOutcome(
                status,
                Objects.requireNonNullElse(report.exitReason(), "exited"),
                report.exitCode(),
                Objects.requireNonNullElse(report.errorReport(), ""),
                Objects.requireNonNullElse(report.command(), List.of()),
                report.pid(),
                report.startTime(),
                report.endTime(),
                report.peakMemoryBytes(),
                report.cpuMillis());
    }
}
