package io.fateflow.engine.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.QueueParameters;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.job.UpdatedParameters;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.PartyGateway;
import io.fateflow.federation.status.JobStatus;

/**
 * Changes the parameters of jobs that do not run, for their next attempts: FATE's {@code job/parameter/update}. What is
 * sent is laid over the stored conf, and the whole is checked as at the submit.
 *
 * <p>FATE forgets the common job parameters that are not sent again; here they stay.
 */
public final class ParameterUpdates {

    private static final String JOB = JobConf.JOB_PARAMETERS;
    private static final String COMPONENT = JobConf.COMPONENT_PARAMETERS;
    private static final String COMMON = JobConf.COMMON;
    private static final String PARTITIONS = "computing_partitions";
    private static final Set<String> RETRIES = Set.of("auto_retries", "auto_retry_delay");

    /** What a job is, rather than how it runs. */
    private static final Set<String> FIXED = Set.of(
            "job_type",
            "model_id",
            "model_version",
            "roles",
            "role_parameters",
            "dsl_version",
            "inheritance_info",
            "project");

    private final LockedJobs locked;
    private final JobStore jobs;
    private final StoredPlans plans;
    private final RunParameters runParameters;
    private final PartyGateway gateway;
    private final QueueAssignment queues;
    private final Runnable wakeWaiting;
    private final Notifications notifications;
    private final AuditLog audit;

    /**
     * Makes them.
     *
     * @param wakeWaiting has those looked at that wait, in the current engine command
     */
    public ParameterUpdates(
            LockedJobs locked,
            JobStore jobs,
            StoredPlans plans,
            RunParameters runParameters,
            PartyGateway gateway,
            QueueAssignment queues,
            Runnable wakeWaiting,
            Notifications notifications,
            AuditLog audit) {
        this.locked = locked;
        this.jobs = jobs;
        this.plans = plans;
        this.runParameters = runParameters;
        this.gateway = gateway;
        this.queues = queues;
        this.wakeWaiting = wakeWaiting;
        this.notifications = notifications;
        this.audit = audit;
    }

    /** Empty if this site does not know the job. */
    Optional<UpdatedParameters> update(String jobId, ObjectNode jobParameters, ObjectNode components) {
        return locked.call(jobId, (engine, job, latest) -> {
            requireIdle(job);
            refuseWhatIsFixed(jobParameters);
            JobBody body = jobs.bodies().of(jobId);
            ObjectNode conf = (ObjectNode) Json.read(body.runtimeConf());
            forgetPartitions(conf, jobParameters.path(COMMON));
            merge(conf.withObjectProperty(JOB), jobParameters);
            merge(conf.withObjectProperty(COMPONENT), components);
            JobPlan plan = plans.of(body.dsl(), Json.write(conf));
            refuseUnknown(plan, components);
            List<Problem> receivers = notifications.problems(plan.runtimeConf());
            if (!receivers.isEmpty()) {
                throw new JobRejectedException(receivers);
            }
            ObjectNode completed = runParameters.complete(plan, jobId);
            boolean newRetries = RETRIES.stream().anyMatch(jobParameters.path(COMMON)::has);
            send(jobId, plan, new PartyCommand.UpdateJob(plan, completed, newRetries));
            if (QueueParameters.names().stream().anyMatch(jobParameters.path(COMMON)::has)) {
                queues.reassign(jobId, completed, jobs.userOf(jobId));
                wakeWaiting.run();
            }
            audit.write(AuditEntry.done(AuditAction.PARAMETER_UPDATE)
                    .job(jobId)
                    .with(JOB, names(jobParameters.path(COMMON)))
                    .with(COMPONENT, List.copyOf(named(components))));
            return new UpdatedParameters(completed.withObjectProperty(JOB), completed.withObjectProperty(COMPONENT));
        });
    }

    private static void requireIdle(JobRow job) {
        if (job.status() == JobStatus.RUNNING) {
            throw new JobStateException("FFB-3013 job %s is running: stop it, change its parameters, and run it again"
                    .formatted(job.jobId()));
        }
    }

    private static void refuseWhatIsFixed(ObjectNode jobParameters) {
        List<Problem> problems = new ArrayList<>();
        jobParameters.fieldNames().forEachRemaining(name -> {
            if (!name.equals(COMMON)) {
                problems.add(problem(
                        "FFB-2030",
                        "/" + JOB + "/" + name,
                        "job parameters of single roles can't be changed",
                        "Change " + JOB + "/" + COMMON + ", or submit the job anew"));
            }
        });
        jobParameters.path(COMMON).fieldNames().forEachRemaining(name -> {
            if (FIXED.contains(name)) {
                problems.add(problem(
                        "FFB-2031",
                        "/" + JOB + "/" + COMMON + "/" + name,
                        name + " of a job can't be changed",
                        "Leave it out, or submit the job anew"));
            }
        });
        if (!problems.isEmpty()) {
            throw new JobRejectedException(problems);
        }
    }

    private static void refuseUnknown(JobPlan plan, ObjectNode components) {
        Set<String> known = plan.components().stream().map(ComponentPlan::name).collect(Collectors.toSet());
        List<Problem> problems = named(components).stream()
                .filter(name -> !known.contains(name))
                .map(name -> problem(
                        "FFB-2032",
                        "/" + COMPONENT,
                        "the job has no component " + name,
                        "It has " + String.join(", ", new TreeSet<>(known))))
                .toList();
        if (!problems.isEmpty()) {
            throw new JobRejectedException(problems);
        }
    }

    private static Problem problem(String id, String pointer, String message, String hint) {
        return new Problem(id, "conf", pointer, message, hint);
    }

    /** Names of components with parameters in the common section or any role's. */
    private static Collection<String> named(ObjectNode components) {
        TreeSet<String> names = new TreeSet<>(names(components.path(COMMON)));
        components.path("role").forEach(role -> role.forEach(party -> names.addAll(names(party))));
        return names;
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Partitions that were computed from the cores are computed anew with them. */
    private static void forgetPartitions(ObjectNode conf, JsonNode changes) {
        if (conf.path(JOB).path(COMMON) instanceof ObjectNode common && !changes.has(PARTITIONS)) {
            JsonNode adaptation = common.path("adaptation_parameters");
            int computed = adaptation.path("task_nodes").asInt()
                    * adaptation.path("task_cores_per_node").asInt();
            if (common.path(PARTITIONS).asInt() == computed) {
                common.remove(PARTITIONS);
            }
        }
    }

    /** Objects key by key, everything else replaced, as FATE does. */
    private static void merge(ObjectNode base, ObjectNode changes) {
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            if (change.getValue() instanceof ObjectNode more && base.get(change.getKey()) instanceof ObjectNode old) {
                merge(old, more);
            } else {
                base.set(change.getKey(), change.getValue().deepCopy());
            }
        }
    }

    private void send(String jobId, JobPlan plan, PartyCommand command) {
        Replies.firstTrouble(gateway.send(jobId, plan.parties(), command)).ifPresent(trouble -> {
            throw new JobRejectedException(List.of(
                    problem("FFB-2004", "/" + JOB, trouble, "Change the parameters, or ask that party's operator")));
        });
    }
}
