package io.fateflow.engine.process;

import java.util.List;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.impl.identity.Authentication;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;

/** Has every party write the job down; afterwards it is waiting. One party's no refuses the job. */
public final class CreateJobAtParties extends Step {

    /** Transient: who submits. */
    static final String USER_ID = "userId";

    private final PartyGateway gateway;
    private final JobStore jobs;
    private final InheritanceRules inheritance;
    private final QueueAssignment queues;
    private final JobLimits limits;
    private final AuditLog audit;

    public CreateJobAtParties(
            PartyGateway gateway,
            JobStore jobs,
            InheritanceRules inheritance,
            QueueAssignment queues,
            JobLimits limits,
            AuditLog audit) {
        this.gateway = gateway;
        this.jobs = jobs;
        this.inheritance = inheritance;
        this.queues = queues;
        this.limits = limits;
        this.audit = audit;
    }

    @Override
    void run(DelegateExecution execution) {
        String jobId = execution.getProcessBusinessKey();
        PendingJob pending = PassedObject.take(execution, PendingJob.class)
                .orElseThrow(() -> new IllegalStateException("Compile DSL was not in this transaction"));
        inheritance.check(pending.plan());
        String userId = userId(execution);
        String submitter = userId.isEmpty() ? account() : userId;
        var replies = gateway.send(
                jobId,
                pending.plan().parties(),
                new PartyCommand.CreateJob(
                        pending.plan(),
                        pending.runtimeConf(),
                        pending.trainConf(),
                        pending.dagKey(),
                        userId,
                        pending.name()));
        Replies.firstTrouble(replies).ifPresent(trouble -> {
            throw new JobRejectedException(List.of(new Problem(
                    "FFB-2004", "conf", "/job_parameters", trouble, "Change the job, or ask that party's operator")));
        });
        if (!submitter.isEmpty()) {
            jobs.submitter(jobId, submitter);
            demandRoom(submitter);
        }
        queues.assign(jobId, pending.runtimeConf(), submitter);
        jobs.processInstance(jobId, execution.getProcessInstanceId());
        jobs.statuses().timeout(jobId, CompileDsl.timeout(pending.runtimeConf()));
        audit.write(AuditEntry.done(AuditAction.SUBMIT).job(jobId));
    }

    /** The job is one of them already. Jobs that are submitted at the same moment don't see each other: there may be so many more. */
    private void demandRoom(String submitter) {
        int most = limits.of(submitter);
        if (most > 0 && jobs.open(submitter) > most) {
            throw new JobRejectedException(List.of(new Problem(
                    JobLimits.ID,
                    "conf",
                    "/",
                    "the account %s has %d jobs that wait or run, and may have no more (fate.limits.jobs)"
                            .formatted(submitter, most),
                    "Submit it again when one of them has ended, or stop one")));
        }
    }

    /** Who calls, if he had to say it: an account, or a client's key. */
    private String account() {
        String name = audit.actor().name();
        return name.equals(Actor.SYSTEM.name()) || name.equals(Actor.ANONYMOUS) ? "" : name;
    }

    /** Whom the FATE API names, otherwise whoever is logged in at the engine's. */
    private static String userId(DelegateExecution execution) {
        Object named = execution.getVariable(USER_ID);
        if (named instanceof String text && !text.isEmpty()) {
            return text;
        }
        Authentication login =
                execution.getProcessEngineServices().getIdentityService().getCurrentAuthentication();
        return login == null || login.getUserId() == null ? "" : login.getUserId();
    }
}
