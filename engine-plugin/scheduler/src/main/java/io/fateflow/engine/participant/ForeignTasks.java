package io.fateflow.engine.participant;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentVerdict;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.party.PartyProcesses;
import io.fateflow.engine.party.PartyTasks;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskCall;

/** Calls about attempts of jobs that another site schedules. */
public final class ForeignTasks {

    static final String WHY = "stopped by the job's initiator";

    private final JobParties parties;
    private final TaskStore tasks;
    private final PartyTasks attempts;
    private final PartyProcesses processes;
    private final ReportOutbox reports;
    private final CollectedTasks collected;
    private final Consents consents;

    public ForeignTasks(
            JobParties parties,
            TaskStore tasks,
            PartyTasks attempts,
            PartyProcesses processes,
            ReportOutbox reports,
            CollectedTasks collected,
            Consents consents) {
        this.parties = parties;
        this.tasks = tasks;
        this.attempts = attempts;
        this.processes = processes;
        this.reports = reports;
        this.collected = collected;
        this.consents = consents;
    }

    Answer handle(TaskCall call, CallHeaders headers) {
        TaskAddress at = call.at();
        return parties.refusal(at.jobId(), at.party(), headers).orElseGet(() -> known(call, key(at)));
    }

    private static TaskKey key(TaskAddress at) {
        return new TaskKey(at.taskId(), at.version(), at.party());
    }

    private Answer known(TaskCall call, TaskKey key) {
        Optional<TaskRow> row = tasks.lock(key.taskId(), key.version()).stream()
                .filter(candidate -> candidate.key().equals(key)
                        && candidate.jobId().equals(call.at().jobId()))
                .findFirst();
        return row.isEmpty() ? unknown(call) : call.accept(new Doing(row.get()));
    }

    private static Answer unknown(TaskCall call) {
        return Answer.failure(
                call.retcodeIfUnknown(),
                "FFB-6307 this site has no task %s of version %d as %s"
                        .formatted(
                                call.at().taskId(),
                                call.at().version(),
                                call.at().party()));
    }

    /** Does a call about an attempt, whose row is locked. */
    private final class Doing implements TaskCall.Visitor<Answer> {

        private final TaskRow row;

        Doing(TaskRow row) {
            this.row = row;
        }

        @Override
        public Answer on(TaskCall.CreateTask call) {
            return nextVersion(row, call.fields());
        }

        @Override
        public Answer on(TaskCall.StartTask call) {
            return start(row);
        }

        @Override
        public Answer on(TaskCall.ReportByExecutor call) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6308 executors of this site report to their worker, not here");
        }

        /** No field of the initiator's is this party's business; it gets to know the party's own. */
        @Override
        public Answer on(TaskCall.UpdateTask call) {
            return toldAgain();
        }

        @Override
        public Answer on(TaskCall.CollectTask call) {
            return Answer.of(collected.of(row.jobId(), row.key()));
        }

        @Override
        public Answer on(TaskCall.SetTaskStatus call) {
            return setStatus(row, call.status());
        }

        @Override
        public Answer on(TaskCall.StopTask call) {
            TaskKey key = row.key();
            attempts.stop(key.taskId(), key.version(), List.of(call.at().party()), call.status(), WHY);
            return Answer.success();
        }

        /** Each attempt has its own outputs and metrics here, and its session ends with its executor. */
        @Override
        public Answer on(TaskCall.CleanTask call) {
            return toldAgain();
        }

        private Answer toldAgain() {
            reports.changed(row.key());
            return Answer.success();
        }
    }

    /** A start that comes late, behind the end of the job, starts nothing. */
    private Answer start(TaskRow row) {
        Party own = row.key().party();
        JobStatus job = parties.lock(new JobAddress(row.jobId(), own));
        if (job.isEnd()) {
            return Answer.ended(
                    job,
                    "FFB-6315 task %s does not start at %s: the job is %s here"
                            .formatted(row.key().taskId(), own, job.wire()));
        }
        // whatever its initiator has asked before
        if (!(consents.verdict(row.jobId(), own) instanceof ConsentVerdict.Given)) {
            return Answer.failure(
                    Answer.OPERATING_ERROR,
                    "FFB-5144 task %s does not start at %s: there is no consent for its job"
                            .formatted(row.key().taskId(), own));
        }
        tasks.federatedStatus(row.key(), TaskStatus.RUNNING);
        if (row.partyStatus() != TaskStatus.WAITING) {
            // its initiator seems to have missed what was reported
            reports.changed(row.key());
        } else if (!processes.isUnderWay(row.key())) {
            processes.start(row.key());
        }
        return Answer.success();
    }

    /** Of the party's own status, which it reports, nothing has changed. */
    private Answer setStatus(TaskRow row, TaskStatus status) {
        return tasks.federatedStatus(row.key(), status) ? Answer.success() : Answer.notEffective();
    }

    private Answer nextVersion(TaskRow row, ObjectNode task) {
        int version = task.path("task_version").asInt(-1);
        if (version <= row.key().version()) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    "FFB-6309 task_version must be later than %d"
                            .formatted(row.key().version()));
        }
        TaskKey next = new TaskKey(row.key().taskId(), version, row.key().party());
        tasks.versions()
                .insertLater(
                        row.key(),
                        version,
                        Math.max(0, task.path("auto_retries").asInt(0)));
        if (reports.pending(row.key()).isPresent()) {
            reports.register(next);
        }
        return Answer.success();
    }

    /**
     * Stops what runs of a job at a party.
     *
     * @return the ids of the tasks that were to be stopped: those that neither wait nor have succeeded
     */
    List<String> stopAll(String jobId, Party party, TaskStatus status, String why) {
        return tasks.lockLatestOf(jobId, party).stream()
                .filter(row -> row.status() != TaskStatus.WAITING
                        && row.status() != TaskStatus.SUCCESS
                        && row.status() != TaskStatus.PASS)
                .map(row -> {
                    attempts.stop(row.key().taskId(), row.key().version(), List.of(party), status, why);
                    return row.key().taskId();
                })
                .toList();
    }

    /**
     * As {@link #stopAll}, but it is this site that gives up: an attempt that nobody has begun to execute has failed, too, as
     * its initiator, should it come back, waits for it.
     */
    void abandonAll(String jobId, Party party, String why) {
        stopAll(jobId, party, TaskStatus.FAILED, why);
        tasks.lockLatestOf(jobId, party).stream()
                .filter(row -> row.status() == TaskStatus.RUNNING && row.partyStatus() == TaskStatus.WAITING)
                .map(TaskRow::key)
                .forEach(key -> {
                    tasks.neverBegun(key, why);
                    reports.changed(key);
                });
    }
}
