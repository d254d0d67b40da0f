package io.fateflow.engine.remote;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.wire.TaskAddress;
import io.fateflow.engine.federation.wire.TaskReport;
import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.task.ReportedStatus;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;

/** What parties on other sites say of their attempts, by themselves or when asked. */
public final class RemoteReports {

    private final RemoteParties parties;
    private final TaskStore tasks;
    private final ComponentDecision decision;

    public RemoteReports(RemoteParties parties, TaskStore tasks, ComponentDecision decision) {
        this.parties = parties;
        this.tasks = tasks;
        this.decision = decision;
    }

    /** Whether the reporter is a party of the job on another site. */
    public boolean takesPart(String jobId, Party reporter) {
        return parties.of(jobId).contains(reporter);
    }

    /** Takes a report. One of an attempt that was followed by another changes nothing. */
    public void take(TaskAddress reporter, TaskReport report) {
        Party party = reporter.party();
        TaskKey key = new TaskKey(reporter.taskId(), reporter.version(), party.role(), Long.toString(party.partyId()));
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
        latest(key).ifPresent(row -> decision.reported(row, report));
    }

    private Optional<TaskRow> latest(TaskKey key) {
        return tasks.lockLatest(key.taskId()).stream()
                .filter(row -> row.key().equals(key))
                .findFirst();
    }

    /** The attempt, if anybody waits for it still; read without a lock. */
    public Optional<RemoteAttempt> awaited(TaskKey key) {
        return tasks.find(key)
                .filter(row ->
                        row.status() == TaskStatus.RUNNING && !row.partyStatus().isEnd())
                .map(row -> new RemoteAttempt(
                        RemoteCommands.address(row),
                        new Party(row.initiatorRole(), Long.parseLong(row.initiatorPartyId()))));
    }
}
