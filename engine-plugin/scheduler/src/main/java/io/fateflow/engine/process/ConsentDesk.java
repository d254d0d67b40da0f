package io.fateflow.engine.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.task.Task;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.InvalidConsentException;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.participant.ForeignStops;
import io.fateflow.federation.status.JobStatus;

/** What data owners do about consents by calls. */
public final class ConsentDesk {

    private final EngineCommands commands;
    private final EngineProcesses processes;
    private final Consents consents;
    private final ConsentStore store;
    private final ConsentDecisions decisions;
    private final JobStore jobs;
    private final StoredPlans plans;
    private final ForeignStops elsewhere;

    public ConsentDesk(
            EngineCommands commands,
            EngineProcesses processes,
            Consents consents,
            ConsentStore store,
            ConsentDecisions decisions,
            JobStore jobs,
            StoredPlans plans,
            ForeignStops elsewhere) {
        this.commands = commands;
        this.processes = processes;
        this.consents = consents;
        this.store = store;
        this.decisions = decisions;
        this.jobs = jobs;
        this.plans = plans;
        this.elsewhere = elsewhere;
    }

    /** Consents, the newest first. */
    public List<ConsentRow> list(Optional<ConsentState> state, int most) {
        return state.map(one -> store.in(one, most)).orElseGet(() -> store.all(most));
    }

    /** Those of a job at all parties of this site. */
    public List<ConsentRow> of(String jobId) {
        return store.of(jobId);
    }

    /** Whether anybody is ever asked. */
    public boolean hasPolicy() {
        return consents.havePolicy();
    }

    /** For how many jobs a grant was used. */
    public long uses(ConsentRow grant) {
        return store.uses(grant.id());
    }

    /**
     * Decides for the acting account about all tables of a job for which somebody is asked at a party, as if it had ended the
     * tasks in the Tasklist. The same decision once more changes nothing.
     *
     * @param values of {@link ConsentChoice}
     * @param mayDecideFor whether the account is in a group
     * @return the consents of the job at the party as they are then
     * @throws InvalidConsentException if it may not, or there is nothing to decide
     */
    public List<ConsentRow> decide(
            String jobId, Party own, ConsentChoice choice, Map<String, String> values, Predicate<String> mayDecideFor) {
        try {
            return commands.call(engine -> {
                List<ConsentRow> asked = in(ConsentState.ASKED, jobId, own);
                if (asked.isEmpty()) {
                    demandDecidedSo(jobId, own, choice);
                }
                asked.forEach(row -> {
                    demandMember(row, mayDecideFor);
                    complete(engine.getTaskService(), row, values);
                });
                return store.of(jobId, own);
            });
        } catch (BadUserRequestException e) {
            if (e.getCause() instanceof InvalidConsentException invalid) {
                throw invalid;
            }
            throw e;
        }
    }

    private List<ConsentRow> in(ConsentState state, String jobId, Party own) {
        return store.of(jobId, own).stream().filter(row -> row.state() == state).toList();
    }

    private void demandDecidedSo(String jobId, Party own, ConsentChoice choice) {
        List<ConsentRow> rows = store.of(jobId, own);
        ConsentState wanted = choice.grants() ? ConsentState.GRANTED : ConsentState.REFUSED;
        if (rows.isEmpty()) {
            throw unknown(jobId, own);
        }
        rows.stream().filter(row -> row.state() != wanted).findFirst().ifPresent(row -> {
            throw notAsked(row);
        });
    }

    private static InvalidConsentException unknown(String jobId, Party own) {
        return new InvalidConsentException(
                "FFB-5136 nobody was asked for a consent to job %s at %s".formatted(jobId, own));
    }

    private static InvalidConsentException notAsked(ConsentRow row) {
        return new InvalidConsentException(
                "FFB-5136 the consent to read table %s for job %s is %s: nobody has to decide"
                        .formatted(
                                row.request().table().fullName(),
                                row.request().jobId(),
                                row.state().wire()));
    }

    private static void demandMember(ConsentRow row, Predicate<String> mayDecideFor) {
        if (row.approvers().stream().noneMatch(mayDecideFor)) {
            throw new InvalidConsentException("FFB-5145 only members of %s decide about table %s"
                    .formatted(
                            String.join(" or ", row.approvers()),
                            row.request().table().fullName()));
        }
    }

    /** The step behind the task takes the decision, in this transaction. */
    private static void complete(TaskService tasks, ConsentRow row, Map<String, String> values) {
        Task task = tasks.createTaskQuery()
                .processInstanceId(row.processInstanceId())
                .singleResult();
        if (task == null) {
            throw notAsked(row);
        }
        tasks.complete(task.getId(), new HashMap<>(values));
    }

    /**
     * Takes back what was granted to a job at a party. What runs of it on this site ends, and so does what runs of later jobs that
     * it has allowed; their initiators are told why. Each job is a transaction, the one that is named the last: should this
     * server die between them, the same call does the rest.
     *
     * @throws InvalidConsentException if nothing was granted, or the account may not
     */
    public List<ConsentRow> withdraw(String jobId, Party own, String remark, Predicate<String> mayDecideFor) {
        List<ConsentRow> granted = in(ConsentState.GRANTED, jobId, own);
        if (granted.isEmpty()) {
            throw store.of(jobId, own).stream()
                    .findFirst()
                    .map(ConsentDesk::notAsked)
                    .orElseGet(() -> unknown(jobId, own));
        }
        granted.forEach(row -> demandMember(row, mayDecideFor));
        granted.stream()
                .flatMap(row -> store.allowedBy(row.id()).stream())
                .forEach(later -> withdraw(later.request().jobId(), List.of(later), own, remark));
        withdraw(jobId, granted, own, remark);
        return store.of(jobId, own);
    }

    private void withdraw(String jobId, List<ConsentRow> granted, Party own, String remark) {
        String why = "FFB-5134 %s has withdrawn the consent to read table %s%s"
                .formatted(
                        own,
                        String.join(
                                ", ",
                                granted.stream()
                                        .map(row -> row.request().table().fullName())
                                        .toList()),
                        remark.isBlank() ? "" : ": " + remark);
        Runnable rows = () -> granted.forEach(row -> decisions.withdraw(row.id(), remark));
        if (jobs.initiatorRow(jobId).isPresent()) {
            stopHere(jobId, why, rows);
        } else if (!elsewhere.stop(jobId, JobStatus.CANCELED, why, rows)) {
            // housekeeping has removed the job
            commands.call(engine -> {
                rows.run();
                return true;
            });
        }
    }

    private void stopHere(String jobId, String why, Runnable rows) {
        commands.call(engine -> {
            rows.run();
            processes.stopJob(jobId, JobStatus.CANCELED.wire(), why);
            jobs.statuses().stoppedBy(jobId, JobStatus.CANCELED, why);
            return true;
        });
    }

    /** A job of the past, with what the policy says to it now. */
    public record Trial(Party own, List<Consents.Pair> pairs) {}

    /** What the policy, as it is deployed now, says to a job that this site knows. Changes nothing. */
    public List<Trial> tryOut(String jobId) {
        List<Party> here = jobs.rows(jobId).stream().map(JobRow::party).toList();
        if (here.isEmpty()) {
            return List.of();
        }
        JobBody body = jobs.bodies().of(jobId);
        JobPlan plan = plans.of(body.dsl(), body.runtimeConf());
        ObjectNode conf = (ObjectNode) Json.read(body.runtimeConf());
        List<Trial> trials = new ArrayList<>();
        here.forEach(own -> trials.add(new Trial(own, consents.pairs(jobId, plan, conf, own))));
        return trials;
    }
}
