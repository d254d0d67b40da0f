package io.fateflow.engine.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.variable.value.ObjectValue;
import org.camunda.bpm.engine.variable.value.SerializableValue;
import org.camunda.bpm.engine.variable.value.TypedValue;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.node.DatabaseSessions;

/**
 * Parses and checks what was submitted, and finds or deploys its compiled definition. Bad input ends the call with a
 * {@link JobRejectedException}; the transaction leaves nothing behind. What comes by {@link EngineJobCommands} was planned there,
 * and all parties have been asked; whoever starts the process by the engine's REST has that done here.
 */
public final class CompileDsl extends Step {

    static final String DSL = "dsl";
    static final String RUNTIME_CONF = "runtimeConf";
    static final String DAG_DEFINITION = "dagDefinition";
    static final String JOB_TIMEOUT = "jobTimeout";
    private static final String JSON = "json";
    private static final Duration DEFAULT_TIMEOUT = Duration.ofDays(3);

    /** In which other sites have said whether they are ready, or have not. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final SubmissionPlanner planner;
    private final DagCompiler compiler;
    private final DagDeployer deployer;
    private final JobIds ids;
    private final PartyRefusals refusals;
    private final DatabaseSessions sessions;

    public CompileDsl(
            SubmissionPlanner planner,
            DagCompiler compiler,
            DagDeployer deployer,
            JobIds ids,
            PartyRefusals refusals,
            DatabaseSessions sessions) {
        this.planner = planner;
        this.compiler = compiler;
        this.deployer = deployer;
        this.ids = ids;
        this.refusals = refusals;
        this.sessions = sessions;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<PendingSubmission> submitted = PassedObject.take(execution, PendingSubmission.class);
        SubmissionPlanner.Planned planned =
                submitted.map(PendingSubmission::planned).orElseGet(() -> planned(execution));
        JobPlan plan = planned.plan();
        String given = execution.getProcessBusinessKey();
        boolean ours = given != null && JobIds.isJobId(given);
        String jobId = ours ? given : ids.next();
        execution.setProcessBusinessKey(jobId);

        ObjectNode conf = planner.conf(planned, jobId);
        if (submitted.isEmpty()) {
            // nothing is locked yet: other sites may take their seconds
            sessions.whileIdle(LONGEST, () -> {
                refusals.demandReady(jobId, plan, conf);
                return true;
            });
        }
        String dagKey = compiler.keyOf(plan);
        deployer.ensureDeployed(dagKey, plan.components().size(), () -> compiler.compile(plan));

        execution.removeVariable(DSL);
        execution.removeVariable(RUNTIME_CONF);
        execution.setVariable(DAG_DEFINITION, dagKey);
        execution.setVariable(JOB_TIMEOUT, timeout(conf).toString());
        String name = ours || given == null ? "" : given;
        PendingJob job = new PendingJob(plan, conf, planned.documents().trainConf(), dagKey, name);
        submitted.ifPresent(whoever -> whoever.compiled(job));
        PassedObject.pass(execution, job);
    }

    private SubmissionPlanner.Planned planned(DelegateExecution execution) {
        return planner.plan(new JobSubmission(text(execution, DSL), text(execution, RUNTIME_CONF), ""));
    }

    private static JobRejectedException rejected(String id, String message, String hint) {
        return new JobRejectedException(List.of(new Problem(id, "conf", "", message, hint)));
    }

    /** Text; a variable of type Json, as it was sent; or the maps and lists that an untyped JSON value becomes. */
    private static String text(DelegateExecution execution, String name) {
        TypedValue typed = execution.getVariableTyped(name, false);
        if (typed instanceof SerializableValue json
                && JSON.equals(typed.getType().getName())) {
            return json.getValueSerialized();
        }
        if (typed instanceof ObjectValue object && !object.isDeserialized()) {
            throw rejected(
                    "FFB-5211",
                    "the variable " + name + " is a serialized object of the class " + object.getObjectTypeName(),
                    "Send it as a variable of type Json or String: the server makes no objects of classes that it is told");
        }
        Object value = typed == null ? null : typed.getValue();
        if (value == null) {
            throw rejected(
                    "FFB-2003", "the process needs the variable " + name, "Start fate-job with dsl and runtimeConf");
        }
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Map || value instanceof List) {
            return Json.write(value);
        }
        throw rejected(
                "FFB-5211",
                "the variable " + name + " is of the class " + value.getClass().getName(),
                "Send it as a variable of type Json or String");
    }

    static Duration timeout(JsonNode conf) {
        Duration given = new JobConf(conf).common().timeout();
        return given.isZero() ? DEFAULT_TIMEOUT : given;
    }
}
