package io.fateflow.engine.process;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.runtime.Job;
import org.camunda.bpm.engine.runtime.ProcessInstance;
import org.camunda.bpm.engine.variable.Variables;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.task.TaskRow;

/**
 * Runs ended jobs again, by the path of the operator's retry: the process that waits at <i>Await operator</i> goes on; a
 * process that has ended is followed by a new one that begins where it would have gone on. Never is anything started in a
 * running process: that corrupts its joins.
 *
 * <p>As a job succeeds only with all of its components, one that has not succeeded runs again whether it is named or not;
 * names say what is run again by force, and whether there is anything to do.
 */
public final class JobReruns {

    private static final String PROCESS = "fate-job";
    private static final String AWAIT_OPERATOR = "await_operator";
    private static final String RUN_JOB = "run_job";

    private final LockedJobs locked;
    private final JobStore jobs;
    private final StoredPlans plans;
    private final DagCompiler compiler;
    private final DagDeployer deployer;
    private final RerunPreparation preparation;
    private final WaitReasons reasons;
    private final AuditLog audit;

    public JobReruns(
            LockedJobs locked,
            JobStore jobs,
            StoredPlans plans,
            DagCompiler compiler,
            DagDeployer deployer,
            RerunPreparation preparation,
            WaitReasons reasons,
            AuditLog audit) {
        this.locked = locked;
        this.jobs = jobs;
        this.plans = plans;
        this.compiler = compiler;
        this.deployer = deployer;
        this.preparation = preparation;
        this.reasons = reasons;
        this.audit = audit;
    }

    RerunResult rerun(String jobId, Collection<String> names, boolean force) {
        return locked.call(jobId, (engine, job, latest) -> {
                    RerunResult result = rerun(engine, job, latest, names, force);
                    AuditOutcome outcome =
                            result == RerunResult.STARTED ? AuditOutcome.DONE : AuditOutcome.NOTHING_TO_DO;
                    audit.write(AuditEntry.done(AuditAction.RERUN)
                            .job(jobId)
                            .ended(outcome)
                            .with("components", List.copyOf(names))
                            .with("force", force));
                    return result;
                })
                .orElse(RerunResult.UNKNOWN_JOB);
    }

    private RerunResult rerun(
            ProcessEngine engine, JobRow job, Map<String, TaskRow> latest, Collection<String> names, boolean force) {
        requireEnded(job);
        JobBody body = jobs.bodies().of(job.jobId());
        JobPlan plan = plans.of(body.dsl(), body.runtimeConf());
        List<TaskRow> meant = meant(plan, names, job.jobId(), latest);
        if (!force && meant.stream().allMatch(row -> row.status().isSuccess())) {
            return RerunResult.NOTHING_TO_DO;
        }
        if (force) {
            meant.stream()
                    .filter(row -> row.status().isEnd())
                    .map(TaskRow::key)
                    .forEach(key -> preparation.nextVersion(job.jobId(), key));
        }
        start(engine, job, body, plan);
        return RerunResult.STARTED;
    }

    private void requireEnded(JobRow job) {
        if (!job.status().isEnd()) {
            String reason = reasons.now().of(job.jobId(), job.waitReason(), job.waitEngine());
            String why = reason == null ? "" : " (" + reason + ")";
            throw new JobStateException(
                    "FFB-3010 job %s is %s%s; only a job that has ended is run again: stop it, or wait"
                            .formatted(job.jobId(), job.status().wire(), why));
        }
    }

    /** The named components, all if there are no names, and what depends on them. */
    private static List<TaskRow> meant(
            JobPlan plan, Collection<String> names, String jobId, Map<String, TaskRow> latest) {
        List<String> known = plan.components().stream().map(ComponentPlan::name).toList();
        names.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new JobStateException("FFB-3011 job %s has no component %s; it has %s"
                    .formatted(jobId, name, String.join(", ", new TreeSet<>(known))));
        });
        TreeSet<String> meant = new TreeSet<>(names.isEmpty() ? known : names);
        // components come in topological order: what is upstream is decided already
        for (ComponentPlan component : plan.components()) {
            if (component.upstream().stream().anyMatch(meant::contains)) {
                meant.add(component.name());
            }
        }
        return latest.values().stream()
                .filter(row -> meant.contains(row.componentName()))
                .toList();
    }

    private void start(ProcessEngine engine, JobRow job, JobBody body, JobPlan plan) {
        ProcessInstance running = engine.getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey(PROCESS)
                .processInstanceBusinessKey(job.jobId())
                .singleResult();
        if (running == null) {
            startAnother(engine, job.jobId(), body, plan);
        } else {
            goOn(engine, job.jobId(), running.getId(), timeout(body));
        }
    }

    /** The step sees the signal, and goes on instead of calling the operator. */
    private void goOn(ProcessEngine engine, String jobId, String instanceId, String timeout) {
        Job waiting = engine.getManagementService()
                .createJobQuery()
                .processInstanceId(instanceId)
                .activityId(AWAIT_OPERATOR)
                .messages()
                .singleResult();
        if (waiting == null) {
            throw new JobStateException(
                    "FFB-3012 the process of job %s has not ended, and waits for no operator: look at it in Cockpit"
                            .formatted(jobId));
        }
        jobs.requests().rerun(jobId);
        engine.getRuntimeService().setVariable(instanceId, CompileDsl.JOB_TIMEOUT, timeout);
        engine.getManagementService().executeJob(waiting.getId());
    }

    /** A job whose process has ended in this very transaction, and which is to go on as soon as it has its resources again. */
    void goBackToWaiting(ProcessEngine engine, String jobId) {
        JobBody body = jobs.bodies().of(jobId);
        startAnother(engine, jobId, body, plans.of(body.dsl(), body.runtimeConf()));
    }

    private void startAnother(ProcessEngine engine, String jobId, JobBody body, JobPlan plan) {
        String dagKey = compiler.keyOf(plan);
        deployer.ensureDeployed(dagKey, plan.components().size(), () -> compiler.compile(plan));
        preparation.prepare(jobId, jobs.rows(jobId).stream().map(JobRow::party).toList());
        ProcessInstance instance = engine.getRuntimeService()
                .createProcessInstanceByKey(PROCESS)
                .businessKey(jobId)
                .setVariables(Variables.createVariables()
                        .putValue(CompileDsl.DAG_DEFINITION, dagKey)
                        .putValue(CompileDsl.JOB_TIMEOUT, timeout(body)))
                .startBeforeActivity(RUN_JOB)
                .execute();
        jobs.processInstance(jobId, instance.getId());
    }

    /** Of the conf as it is now: its parameters may have been changed. */
    private static String timeout(JobBody body) {
        return CompileDsl.timeout(Json.read(body.runtimeConf())).toString();
    }
}
