package io.fateflow.engine.party;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.PartyCommand.CreateJob;
import io.fateflow.engine.federation.PartyReply;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.NewJob;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.lifecycle.JobStatus;
import io.fateflow.engine.resource.Adaptation;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.EngineRegistry;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.sql.Json;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskStore;

/** Writes a job down at the parties of this site. */
public final class JobCreation {

    private final JobStore jobs;
    private final TaskStore tasks;
    private final TaskParameterStore parameters;
    private final EngineRegistry registry;
    private final EngineConfig engine;
    private final RunParameters runParameters;

    public JobCreation(
            JobStore jobs,
            TaskStore tasks,
            TaskParameterStore parameters,
            EngineRegistry registry,
            EngineConfig engine,
            RunParameters runParameters) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.parameters = parameters;
        this.registry = registry;
        this.engine = engine;
        this.runParameters = runParameters;
    }

    Map<Party, PartyReply> create(String jobId, List<Party> parties, CreateJob command) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        List<NewJob> rows = new ArrayList<>();
        for (Party party : parties) {
            NewJob row = row(jobId, party, command);
            Resources limit = limit();
            Resources wanted = row.taskResources().times(row.gateSlots());
            if (wanted.cores().compareTo(limit.cores()) > 0) {
                replies.put(party, tooMuch(party, wanted, limit));
                return replies;
            }
            rows.add(row);
            replies.put(party, PartyReply.DONE);
        }
        List<Party> there = jobs.rows(jobId).stream().map(JobRow::party).toList();
        List<NewJob> fresh =
                rows.stream().filter(row -> !there.contains(row.party())).toList();
        if (there.isEmpty()) {
            writeBody(jobId, command);
        }
        if (!fresh.isEmpty()) {
            write(jobId, fresh, command);
        }
        return replies;
    }

    private PartyReply tooMuch(Party party, Resources wanted, Resources limit) {
        return new PartyReply.Refused(
                party,
                "the job wants %s of engine %s, one job may have %s there; lower task_cores or task_parallelism"
                        .formatted(wanted, engine.name(), limit));
    }

    private Resources limit() {
        BigDecimal percent = BigDecimal.valueOf(engine.maxCoresPercentPerJob());
        Resources totals = registry.totals(engine.engine());
        return new Resources(totals.cores().multiply(percent).setScale(0, RoundingMode.FLOOR), totals.memory());
    }

    private NewJob row(String jobId, Party party, CreateJob command) {
        JobPlan plan = command.plan();
        ObjectNode own = runParameters.onParty(plan, command.runtimeConf(), party);
        ObjectNode confOnParty = command.runtimeConf().deepCopy();
        confOnParty.set("job_parameters", own);
        Adaptation adaptation = Adaptation.forParty(engine, own, party.role());
        return new NewJob(
                jobId,
                party,
                plan.initiator(),
                command.userId(),
                command.name(),
                Json.write(command.runtimeConf().path("role")),
                Json.write(users(plan.parties(), command.userId(), plan.initiator())),
                Json.write(confOnParty),
                adaptation.taskResources(engine, party.role()),
                Math.max(1, own.path("task_parallelism").asInt(1)),
                command.initiatorHere() ? JobStatus.WAITING : JobStatus.READY);
    }

    private static ObjectNode users(List<Party> parties, String userId, Party initiator) {
        ObjectNode users = Json.object();
        parties.forEach(party -> users.withObjectProperty(party.role())
                .put(Long.toString(party.partyId()), party.equals(initiator) ? userId : ""));
        return users;
    }

    private void writeBody(String jobId, CreateJob command) {
        jobs.insertBody(new JobBody(
                jobId,
                Json.write(command.plan().dsl()),
                Json.write(command.runtimeConf()),
                Json.write(command.trainConf()),
                command.dagKey()));
    }

    private void write(String jobId, List<NewJob> rows, CreateJob command) {
        JobPlan plan = command.plan();
        List<Party> parties = rows.stream().map(NewJob::party).toList();
        jobs.insert(rows);
        List<NewTask> newTasks = new ArrayList<>();
        List<TaskParameterStore.Entry> entries = new ArrayList<>();
        for (ComponentPlan component : plan.components()) {
            component.parties().forEach((party, own) -> {
                if (parties.contains(party)) {
                    newTasks.add(task(jobId, component, party, plan.initiator(), command.runtimeConf()));
                    entries.add(new TaskParameterStore.Entry(
                            TaskKey.taskId(jobId, component.name()),
                            party.role(),
                            Long.toString(party.partyId()),
                            component.module(),
                            own));
                }
            });
        }
        tasks.insert(newTasks);
        parameters.insert(entries);
    }

    private static NewTask task(
            String jobId, ComponentPlan component, Party party, Party initiator, ObjectNode runtimeConf) {
        var common = runtimeConf.path("job_parameters").path("common");
        return new NewTask(
                jobId,
                new TaskKey(TaskKey.taskId(jobId, component.name()), 0, party.role(), Long.toString(party.partyId())),
                component.name(),
                component.module(),
                initiator.role(),
                Long.toString(initiator.partyId()),
                common.path("federated_mode").asText("SINGLE"),
                common.path("federated_status_collect_type").asText("PUSH"),
                Math.max(0, common.path("auto_retries").asInt(0)),
                Math.max(0, common.path("auto_retry_delay").asInt(1)));
    }
}
