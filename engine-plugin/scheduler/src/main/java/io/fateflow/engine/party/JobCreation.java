package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.consent.ConsentQuestion;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobIdTakenException;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.NewJob;
import io.fateflow.engine.project.ProjectRules;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand.CheckJob;
import io.fateflow.federation.PartyCommand.CreateJob;
import io.fateflow.federation.PartyReply;
import io.fateflow.federation.status.JobStatus;

/** Writes a job down at the parties of this site. */
public final class JobCreation {

    private static final String SCHEDULED_ELSEWHERE = "";

    private final JobStore jobs;
    private final TaskStore tasks;
    private final TaskParameterStore parameters;
    private final PartyShares shares;
    private final Inheritance inheritance;
    private final PlannedComponents components;
    private final Consents consents;
    private final ProjectRules projects;

    public JobCreation(
            JobStore jobs,
            TaskStore tasks,
            TaskParameterStore parameters,
            PartyShares shares,
            Inheritance inheritance,
            PlannedComponents components,
            Consents consents,
            ProjectRules projects) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.parameters = parameters;
        this.shares = shares;
        this.inheritance = inheritance;
        this.components = components;
        this.consents = consents;
        this.projects = projects;
    }

    Map<Party, PartyReply> create(String jobId, List<Party> parties, CreateJob command) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        Map<Party, PartyShare> fresh = new LinkedHashMap<>();
        List<Party> there = jobs.rows(jobId).stream().map(JobRow::party).toList();
        if (command.initiatorHere() && !there.isEmpty()) {
            throw new JobIdTakenException(jobId);
        }
        String project = projects.of(command.plan(), command.runtimeConf(), command.initiatorHere());
        List<PartyShare> together = new ArrayList<>();
        List<ConsentQuestion> questions = new ArrayList<>();
        for (Party party : parties) {
            if (there.contains(party)) {
                // answered as the first time, whatever has become of the engine since
                replies.put(party, PartyReply.DONE);
                continue;
            }
            PartyShare share = shares.of(command.plan(), command.runtimeConf(), party, command.dagKey());
            together.add(share);
            Optional<PartyReply> refusal = shares.refusal(party, share)
                    .or(() -> shares.refusal(party, together))
                    .or(() -> command.initiatorHere() ? Optional.empty() : unableToRun(party, command.plan()))
                    .or(() -> notInProject(project, party, command.plan(), command.initiatorHere()));
            if (refusal.isPresent()) {
                replies.put(party, refusal.get());
                return replies;
            }
            List<ConsentQuestion> asked = consents.questions(jobId, command.plan(), command.runtimeConf(), party);
            Optional<String> objection = Consents.refusal(asked);
            if (objection.isPresent()) {
                consents.beginRefused(asked);
                replies.put(party, new PartyReply.Refused(party, objection.get()));
                return replies;
            }
            questions.addAll(asked);
            fresh.put(party, share);
            replies.put(party, PartyReply.DONE);
        }
        if (there.isEmpty()) {
            writeBody(jobId, command);
        }
        String dag = PartyShares.dag(command.plan(), fresh.values());
        List<NewJob> rows = new ArrayList<>();
        fresh.forEach((party, share) -> rows.add(row(jobId, party, share, dag, project, command)));
        if (!rows.isEmpty()) {
            write(jobId, rows, command);
        }
        consents.begin(questions);
        return replies;
    }

    Map<Party, PartyReply> check(String jobId, List<Party> parties, CheckJob command) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        for (Party party : parties) {
            PartyShare share = shares.of(command.plan(), command.runtimeConf(), party, SCHEDULED_ELSEWHERE);
            replies.put(
                    party,
                    shares.refusal(party, share)
                            .or(() -> unableToInherit(party, command))
                            .or(() -> unableToRun(party, command.plan()))
                            .or(() -> notInProject(
                                    projects.of(command.plan(), command.runtimeConf(), false),
                                    party,
                                    command.plan(),
                                    false))
                            .or(() -> Consents.refusal(
                                            consents.questions(jobId, command.plan(), command.runtimeConf(), party))
                                    .map(why -> new PartyReply.Refused(party, why)))
                            .orElse(PartyReply.DONE));
        }
        return replies;
    }

    /** The initiator's own parties were looked at when the job was submitted. */
    private Optional<PartyReply> unableToRun(Party party, JobPlan plan) {
        List<Problem> problems = components.problems(plan, List.of(party));
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of(new PartyReply.Refused(
                        party,
                        problems.stream()
                                .map(problem -> problem.id() + " " + problem.message())
                                .collect(Collectors.joining("; "))));
    }

    private Optional<PartyReply> notInProject(String project, Party party, JobPlan plan, boolean here) {
        return projects.refusal(project, plan, party, here).map(why -> new PartyReply.Refused(party, why));
    }

    private Optional<PartyReply> unableToInherit(Party party, CheckJob command) {
        JsonNode info = new JobConf(command.runtimeConf()).common().inheritance();
        List<String> own = command.plan().components().stream()
                .filter(component -> component.parties().containsKey(party))
                .map(ComponentPlan::name)
                .toList();
        List<String> missing = inheritance.missing(info, party, own);
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new PartyReply.Refused(
                        party,
                        "FFB-2043 nothing can be taken over from job %s at %s for %s: it has not succeeded there, or is there no more"
                                .formatted(info.path("job_id").asText(), party, String.join(", ", missing))));
    }

    private static NewJob row(
            String jobId, Party party, PartyShare share, @Nullable String dag, String project, CreateJob command) {
        JobPlan plan = command.plan();
        return new NewJob(
                jobId,
                party,
                plan.initiator(),
                command.userId(),
                command.name(),
                Json.write(new JobConf(command.runtimeConf()).roles()),
                Json.write(users(plan.parties(), command.userId(), plan.initiator())),
                share.onParty(dag),
                project,
                command.initiatorHere() ? JobStatus.WAITING : JobStatus.READY);
    }

    private static ObjectNode users(List<Party> parties, String userId, Party initiator) {
        ObjectNode users = Json.object();
        parties.forEach(party ->
                users.withObjectProperty(party.role()).put(party.idText(), party.equals(initiator) ? userId : ""));
        return users;
    }

    private void writeBody(String jobId, CreateJob command) {
        try {
            jobs.bodies()
                    .insert(new JobBody(
                            jobId,
                            Json.write(command.plan().dsl()),
                            Json.write(command.runtimeConf()),
                            Json.write(command.trainConf()),
                            command.dagKey()));
        } catch (DuplicateKeyException e) {
            if (command.initiatorHere()) {
                throw new JobIdTakenException(jobId);
            }
            throw new CannotAcquireLockException("job " + jobId + " is created twice at once", e);
        }
    }

    private void write(String jobId, List<NewJob> rows, CreateJob command) {
        JobPlan plan = command.plan();
        List<Party> parties = rows.stream().map(NewJob::party).toList();
        jobs.insert(rows);
        List<NewTask> newTasks = new ArrayList<>();
        List<TaskParameterStore.Entry> entries = new ArrayList<>();
        for (ComponentPlan component : plan.components()) {
            component.parties().forEach((party, own) -> {
                if (!parties.contains(party) && command.initiatorHere()) {
                    newTasks.add(task(jobId, component, party, command, false));
                } else if (parties.contains(party)) {
                    newTasks.add(task(jobId, component, party, command, true));
                    entries.add(new TaskParameterStore.Entry(
                            TaskKey.taskId(jobId, component.name()), party, component.module(), own));
                }
            });
        }
        tasks.versions().insert(newTasks);
        parameters.insert(entries);
        JsonNode info = new JobConf(command.runtimeConf()).common().inheritance();
        if (command.initiatorHere()) {
            inheritance.take(jobId, info);
        } else {
            inheritance.announce(jobId, info);
        }
    }

    /** Of a party on another site the row only holds what it reports: FATE's holder rows have no module. */
    private NewTask task(String jobId, ComponentPlan component, Party party, CreateJob command, boolean runsHere) {
        JobParameters common = new JobConf(command.runtimeConf()).common();
        Party initiator = command.plan().initiator();
        return new NewTask(
                jobId,
                new TaskKey(TaskKey.taskId(jobId, component.name()), 0, party),
                component.name(),
                runsHere ? component.module() : "",
                initiator,
                common.federatedMode(),
                common.statusCollectType(),
                common.retries(),
                common.retryDelaySeconds(),
                runsHere,
                runsHere ? shares.demand(command.plan(), component, party, command.dagKey()) : null);
    }
}
