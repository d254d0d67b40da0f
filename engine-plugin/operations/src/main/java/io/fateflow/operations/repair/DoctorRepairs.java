package io.fateflow.operations.repair;

import java.time.Clock;
import java.util.List;

import org.camunda.bpm.engine.ProcessEngine;

import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.initiator.ComponentDecision;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.process.EngineSuspensions;
import io.fateflow.engine.process.JobStepServices;
import io.fateflow.engine.process.PartyStepServices;
import io.fateflow.engine.process.ReportToInitiator;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseKind;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExitReason;

/**
 * Carries out what the doctor proposes: each repair in one engine command, which takes the scheduler's locks in the
 * scheduler's order and then looks again. A site that has healed meanwhile, or was never ill, is left alone.
 */
public final class DoctorRepairs {

    private static final String WHY = "found and repaired by the doctor";

    private final EngineCommands commands;
    private final Doctor doctor;
    private final JobStepServices jobParts;
    private final PartyStepServices partyParts;
    private final ReportToInitiator report;
    private final Revocations revocations;
    private final EngineSuspensions suspensions;
    private final AuditLog audit;
    private final Clock clock;

    public DoctorRepairs(
            EngineCommands commands,
            Doctor doctor,
            JobStepServices jobParts,
            PartyStepServices partyParts,
            ComponentDecision decision,
            Revocations revocations,
            EngineSuspensions suspensions,
            AuditLog audit,
            Clock clock) {
        this.commands = commands;
        this.doctor = doctor;
        this.jobParts = jobParts;
        this.partyParts = partyParts;
        this.report = new ReportToInitiator(partyParts, decision);
        this.revocations = revocations;
        this.suspensions = suspensions;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Repairs what was found, if it is still so.
     *
     * @return whether something was done
     */
    public boolean carryOut(Finding finding) {
        return finding.repair().isPresent()
                && commands.call(
                        engine -> carryOut(engine, finding, finding.repair().get()));
    }

    private boolean carryOut(ProcessEngine engine, Finding finding, Repair repair) {
        lock(repair);
        if (!doctor.isStillSo(finding) || !act(engine, repair)) {
            return false;
        }
        audit.write(AuditEntry.done(AuditAction.REPAIR)
                .job(repair.jobId())
                .with("finding", finding.rule().id())
                .with("place", finding.place())
                .with("what", finding.what()));
        return true;
    }

    private void lock(Repair repair) {
        if (repair instanceof Repair.RecomputeEngine recompute) {
            partyParts.resources().lockEngine(recompute.engine());
            return;
        }
        if (repair instanceof Repair.RecomputeNodes) {
            partyParts.placements().lock();
            return;
        }
        partyParts.tasks().lockAllOf(repair.jobId());
        List<JobRow> rows = jobParts.jobs().rows(repair.jobId());
        rows.stream().filter(JobRow::isInitiator).forEach(this::lockRow);
        rows.stream().filter(row -> !row.isInitiator()).forEach(this::lockRow);
    }

    private void lockRow(JobRow row) {
        partyParts
                .resources()
                .gate()
                .lock(row.jobId(), row.party().role(), row.party().idText());
    }

    private boolean act(ProcessEngine engine, Repair repair) {
        EngineProcesses processes = partyParts.processes();
        if (repair instanceof Repair.RecomputeEngine recompute) {
            partyParts.resources().recomputeEngine(recompute.engine());
            processes.wakeWaiting(recompute.engine());
        } else if (repair instanceof Repair.RecomputeNodes) {
            partyParts.placements().recount();
        } else if (repair instanceof Repair.RecomputeJob recompute) {
            recomputeJob(recompute.jobId());
        } else if (repair instanceof Repair.ReleaseJob release) {
            releaseJob(release.jobId());
        } else if (repair instanceof Repair.ReleaseBundles release) {
            partyParts.placements().releaseOfNobody(release.jobId());
        } else if (repair instanceof Repair.ReleaseAttempt release) {
            releaseAttempt(release.lease());
        } else if (repair instanceof Repair.EndProcess end) {
            engine.getRuntimeService().deleteProcessInstance(end.instanceId(), WHY, true, true, true, false);
            revocations.signalAfterCommit();
        } else if (repair instanceof Repair.Activate activate) {
            suspensions.activate(activate.instanceId());
        } else if (repair instanceof Repair.FailJob fail) {
            failJob(fail.jobId());
        } else if (repair instanceof Repair.FailAttempt fail) {
            failAttempt(fail.attempt());
        } else if (repair instanceof Repair.TellWaiter tell) {
            processes.taskEnded(tell.instanceId());
        } else if (repair instanceof Repair.Wake wake) {
            processes.admit(wake.jobId());
        } else if (repair instanceof Repair.SendReport send) {
            processes.reportAgain(send.attempt());
        } else if (repair instanceof Repair.SendCommand send) {
            processes.commandAgain(send.command());
        } else if (repair instanceof Repair.Collect collect) {
            processes.startWatch(collect.jobId());
        } else if (repair instanceof Repair.Watch watch) {
            processes.watch(watch.job());
        } else {
            // an executor is stopped on its machine, files are removed from its disk
            return false;
        }
        return true;
    }

    private void recomputeJob(String jobId) {
        partyParts.resources().recomputeJob(jobId);
        jobParts.jobs().initiatorRow(jobId).ifPresent(job -> {
            int free = partyParts
                    .resources()
                    .gate()
                    .lock(jobId, job.initiator().role(), job.initiator().idText());
            partyParts
                    .tasks()
                    .waits()
                    .waitersAtGate(jobId, Math.max(0, free))
                    .forEach(partyParts.processes()::gateOpened);
        });
    }

    private void releaseJob(String jobId) {
        EngineName engine = partyParts.engine();
        if (partyParts.resources().returnAll(jobId)) {
            partyParts.processes().wakeWaiting(engine);
        }
    }

    private void releaseAttempt(LeaseKey lease) {
        if (lease.kind() == LeaseKind.GATE) {
            if (partyParts.resources().gate().giveBack(lease)) {
                partyParts.tasks().waits().waitersAtGate(lease.jobId(), 1).forEach(partyParts.processes()::gateOpened);
            }
        } else if (partyParts.resources().returnTask(lease)) {
            partyParts
                    .tasks()
                    .waits()
                    .waitersForCores(lease.jobId(), lease.party(), 1)
                    .forEach(partyParts.processes()::resourcesReleased);
        }
    }

    /** As {@code fate-job} would, which is not there. */
    private void failJob(String jobId) {
        List<Party> parties =
                jobParts.jobs().rows(jobId).stream().map(JobRow::party).toList();
        String why = "FFB-7007 the job had lost its process; rerun it";
        List.of(
                        new PartyCommand.StopTasks(TaskStatus.FAILED, why),
                        new PartyCommand.SetJobStatus(JobStatus.FAILED),
                        new PartyCommand.ReturnJobResources())
                .forEach(command -> jobParts.gateway().send(jobId, parties, command));
        jobParts.jobs().statuses().error(jobId, why);
        jobParts.jobs().initiatorRow(jobId).ifPresent(job -> jobParts.notifications()
                .ended(jobId, job.party(), JobStatus.FAILED));
    }

    /** As a worker's report would. */
    private void failAttempt(TaskKey key) {
        long now = clock.millis();
        ExecutorReport lost =
                ExecutorReport.withoutProcess(ExitReason.LOST, "FFB-7009 the attempt had lost its process", now, now);
        partyParts.tasks().ended(key, lost);
        LockedAttempt attempt = new LockedAttempt(partyParts.tasks().lock(key.taskId(), key.version()));
        attempt.of(key).ifPresent(own -> report.conclude(own, attempt));
        revocations.signalAfterCommit();
    }
}
