package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.project.ProjectRules;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.PartyCommand.UpdateJob;
import io.fateflow.federation.PartyReply;

/** Rewrites a job's parameters at the parties of this site. */
public final class JobUpdate {

    /** Without these a job asks for what it did. */
    private static final List<String> DEMANDING = List.of("resources", "placement", "engine");

    private final JobStore jobs;
    private final TaskStore tasks;
    private final TaskParameterStore parameters;
    private final PartyShares shares;
    private final Consents consents;
    private final ProjectRules projects;

    public JobUpdate(
            JobStore jobs,
            TaskStore tasks,
            TaskParameterStore parameters,
            PartyShares shares,
            Consents consents,
            ProjectRules projects) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.parameters = parameters;
        this.shares = shares;
        this.consents = consents;
        this.projects = projects;
    }

    Map<Party, PartyReply> update(String jobId, List<Party> parties, UpdateJob command) {
        Map<Party, PartyReply> replies = new LinkedHashMap<>();
        Map<Party, PartyShare> wanted = new LinkedHashMap<>();
        String dagKey = jobs.bodies().of(jobId).dagKey();
        String project = jobs.project(jobId);
        boolean here = jobs.initiatorRow(jobId).isPresent();
        for (Party party : parties) {
            PartyShare share = shares.of(command.plan(), command.runtimeConf(), party, dagKey);
            Optional<PartyReply> refusal = shares.refusal(party, share)
                    .or(() -> consents.changed(jobId, command.plan(), command.runtimeConf(), party)
                            .or(() -> projects.refusal(project, command.plan(), party, here))
                            .map(why -> new PartyReply.Refused(party, why)));
            replies.put(party, refusal.orElse(PartyReply.DONE));
            if (refusal.isPresent()) {
                return replies;
            }
            wanted.put(party, share);
        }
        jobs.bodies().runtimeConf(jobId, Json.write(command.runtimeConf()));
        String dag = PartyShares.dag(command.plan(), wanted.values());
        wanted.forEach((party, share) -> jobs.onParty(jobId, party, share.onParty(dag)));
        parameters.update(entries(jobId, parties, command));
        if (DEMANDING.stream().anyMatch(name -> command.runtimeConf().findValue(name) != null)) {
            updateDemands(jobId, parties, command, dagKey);
        }
        if (command.newRetries()) {
            JobParameters common = new JobConf(command.runtimeConf()).common();
            tasks.versions().retries(jobId, common.retries(), common.retryDelaySeconds());
        }
        return replies;
    }

    private void updateDemands(String jobId, List<Party> parties, UpdateJob command, String dagKey) {
        for (ComponentPlan component : command.plan().components()) {
            component.runsOn().stream().filter(parties::contains).forEach(party -> tasks.versions()
                    .demand(
                            TaskKey.taskId(jobId, component.name()),
                            party,
                            shares.demand(command.plan(), component, party, dagKey)));
        }
    }

    private static List<TaskParameterStore.Entry> entries(String jobId, List<Party> parties, UpdateJob command) {
        List<TaskParameterStore.Entry> entries = new ArrayList<>();
        command.plan().components().forEach(component -> component.parties().forEach((party, own) -> {
            if (parties.contains(party)) {
                entries.add(new TaskParameterStore.Entry(
                        TaskKey.taskId(jobId, component.name()), party, component.module(), own));
            }
        }));
        return entries;
    }
}
