package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.resource.Suspension;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;

/** A step of {@code fate-job} after the job was created: it knows the job and its parties. */
abstract class JobStep extends Step {

    private final JobStore jobs;
    private final PartyGateway gateway;
    private final JobGate gate;
    private final WaitReasons reasons;
    private final Notifications notifications;

    JobStep(JobStepServices parts) {
        this.jobs = parts.jobs();
        this.gateway = parts.gateway();
        this.gate = parts.gate();
        this.reasons = parts.reasons();
        this.notifications = parts.notifications();
    }

    @Override
    final void run(DelegateExecution execution) {
        String jobId = execution.getProcessBusinessKey();
        List<JobRow> rows = jobs.rows(jobId);
        JobRow initiator = rows.stream()
                .filter(JobRow::isInitiator)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("job " + jobId + " is not known on this site"));
        run(execution, initiator, everybody(jobId, rows));
    }

    private List<Party> everybody(String jobId, List<JobRow> rows) {
        return Stream.concat(rows.stream().map(JobRow::party), gateway.elsewhere(jobId).stream())
                .sorted()
                .toList();
    }

    abstract void run(DelegateExecution execution, JobRow job, List<Party> parties);

    JobStore jobs() {
        return jobs;
    }

    PartyGateway gateway() {
        return gateway;
    }

    /** Whom to tell of the job. */
    Notifications notifications() {
        return notifications;
    }

    /** What the job waits for now, if it does. */
    Optional<String> waitReason(JobRow job) {
        return Optional.ofNullable(reasons.now().of(job.jobId(), job.waitReason(), job.waitEngine()));
    }

    /** Why the job may start nothing, if so; asked with its gate locked. */
    Optional<String> suspended(JobRow job) {
        return gate.suspension(job.jobId()).map(Suspension::reason);
    }

    /** First of the locks that span parties. */
    void lockGate(JobRow job) {
        gate.lock(job.jobId(), job.initiator().role(), job.initiator().idText());
    }

    void send(JobRow job, List<Party> parties, PartyCommand command) {
        Replies.firstTrouble(gateway.send(job.jobId(), parties, command)).ifPresent(trouble -> {
            throw new IllegalStateException(
                    "job %s: %s: %s".formatted(job.jobId(), command.getClass().getSimpleName(), trouble));
        });
    }
}
