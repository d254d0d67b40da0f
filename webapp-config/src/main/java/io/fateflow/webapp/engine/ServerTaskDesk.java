package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.List;

import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.executor.ExecutorTaskView;
import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.task.PartyOutcome;
import io.fateflow.webapp.metrics.AttemptMetrics;
import io.fateflow.webapp.worker.TaskDesk;
import io.fateflow.worker.ExecutorReport;
import io.fateflow.worker.ExecutorTask;

/** The engine's executor tasks, in the words of the worker's port. */
@Component
final class ServerTaskDesk implements TaskDesk {

    private final ExecutorTaskService service;
    private final AttemptMetrics metrics;

    ServerTaskDesk(ExecutorTaskService service, AttemptMetrics metrics) {
        this.service = service;
        this.metrics = metrics;
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
        try {
            List<ExecutorTaskView> taken = service.fetch(workerId, max, wait);
            taken.forEach(view -> metrics.taken(view.id(), view.jobId()));
            return taken.stream().map(ServerTaskDesk::task).toList();
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

    private static ExecutorTask task(ExecutorTaskView view) {
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
        return new PartyOutcome(
                TaskStatus.of(report.status()),
                report.exitReason(),
                report.exitCode(),
                report.errorReport(),
                report.command(),
                report.pid(),
                report.startTime(),
                report.endTime(),
                report.peakMemoryBytes(),
                report.cpuMillis());
    }
}
