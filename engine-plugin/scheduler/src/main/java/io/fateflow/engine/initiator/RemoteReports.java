package io.fateflow.engine.initiator;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStatuses;
import io.fateflow.engine.task.ReportedStatus;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskReport;

/** What parties on other sites say of their attempts, by themselves or when asked. */
public final class RemoteReports {

    private final RemoteParties parties;
    private final TaskStore tasks;
    private final JobStatuses statuses;
    private final ComponentDecision decision;
    private final RemoteProcesses processes;

    public RemoteReports(
            RemoteParties parties,
            TaskStore tasks,
            JobStatuses statuses,
            ComponentDecision decision,
            RemoteProcesses processes) {
        this.parties = parties;
        this.tasks = tasks;
        this.statuses = statuses;
        this.decision = decision;
        this.processes = processes;
    }

    /** Whether the reporter is a party of the job on another site. */
    public boolean takesPart(String jobId, Party reporter) {
        return parties.of(jobId).contains(reporter);
    }

    /** Takes a report. One of an attempt that was followed by another changes nothing. */
    public void take(TaskAddress reporter, TaskReport report) {
        Party party = reporter.party();
        TaskKey key = new TaskKey(reporter.taskId(), reporter.version(), party);
        take(
                key,
                new ReportedStatus(
                        report.partyStatus(),
                        report.startTime(),
                        report.endTime(),
                        report.elapsed(),
                        report.errorReport()));
    }

    /** Takes the answer to {@code collect}. */
    public void collected(TaskKey key, JsonNode data) {
        if (data.hasNonNull("party_status")) {
            take(
                    key,
                    new ReportedStatus(
                            TaskStatus.of(data.path("party_status").asText()),
                            time(data, "start_time"),
                            time(data, "end_time"),
                            time(data, "elapsed"),
                            data.path("error_report").asText("")));
        }
    }

    private static @Nullable Long time(JsonNode data, String name) {
        return data.path(name).isNumber() ? Long.valueOf(data.path(name).asLong()) : null;
    }

    private void take(TaskKey key, ReportedStatus report) {
        if (report.status() == TaskStatus.CANCELED) {
            // the whole job may end with it, and its rows are locked in one order
            tasks.find(key).map(TaskRow::jobId).ifPresent(tasks::lockOngoing);
        }
        latest(key).ifPresent(row -> {
            if (report.status() == TaskStatus.CANCELED && isAwaited(row)) {
                canceledByItself(row, report);
            } else {
                decision.reported(row, report);
            }
        });
    }

    /** Has each attempt of a job asked for that a party on another site has not said the end of. */
    public void askForAwaited(String jobId) {
        tasks.awaitedElsewhere(jobId).forEach(key -> processes.ask(key, CollectPlan.PUSHED));
    }

    private static boolean isAwaited(TaskRow row) {
        return row.status() == TaskStatus.RUNNING && !row.partyStatus().isEnd();
    }

    /** Nobody here has asked for it: somebody at that party has stopped its part, and without it there is no job. */
    private void canceledByItself(TaskRow row, ReportedStatus report) {
        if (!tasks.reported(row.key(), report)) {
            return;
        }
        processes.endCollect(row.key());
        String why = "FFB-6350 %s %s has canceled its part of component %s%s"
                .formatted(
                        row.key().role(),
                        row.key().partyId(),
                        row.componentName(),
                        report.error().isEmpty() ? "" : ": " + report.error());
        statuses.error(row.jobId(), why);
        processes.partyHasCanceled(row.jobId(), why);
    }

    private Optional<TaskRow> latest(TaskKey key) {
        return tasks.lockLatest(key.taskId()).stream()
                .filter(row -> row.key().equals(key))
                .findFirst();
    }

    /** The attempt, if anybody waits for it still; read without a lock. */
    public Optional<RemoteAttempt> awaited(TaskKey key) {
        return tasks.find(key)
                .filter(RemoteReports::isAwaited)
                .map(row -> new RemoteAttempt(RemoteCommands.address(row), row.initiator()));
    }
}
