package io.fateflow.engine.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.consent.ConsentQuestion;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.party.PlannedComponents;
import io.fateflow.federation.preflight.Preflight;
import io.fateflow.federation.preflight.PreflightResult;

/**
 * A job whose components can't run at the parties of this site, or whose parties on other sites can't all take part, is
 * not accepted; the submitter hears of all of it.
 */
public final class PartyRefusals {

    private final PlannedComponents components;
    private final Preflight preflight;
    private final Consents consents;
    private final long ownPartyId;

    public PartyRefusals(PlannedComponents components, Preflight preflight, Consents consents, long ownPartyId) {
        this.components = components;
        this.preflight = preflight;
        this.consents = consents;
        this.ownPartyId = ownPartyId;
    }

    /**
     * Asks nobody elsewhere about what can't run here. Others may take half a minute, so better in no transaction.
     *
     * @throws JobRejectedException FFB-2011 for each component that can't run at a party here, or FFB-2050 with one
     *     verdict for each party on another site
     */
    void demandReady(String jobId, JobPlan plan, ObjectNode conf) {
        List<Party> others = others(plan, conf);
        List<Party> here =
                plan.parties().stream().filter(party -> !others.contains(party)).toList();
        List<Problem> problems = components.problems(plan, here);
        if (!problems.isEmpty()) {
            throw new JobRejectedException(problems);
        }
        if (others.isEmpty()) {
            return;
        }
        List<PreflightResult> verdicts = preflight.ask(jobId, plan, conf, others);
        if (!verdicts.stream().allMatch(PreflightResult::ready)) {
            throw new JobRejectedException(List.of(new Problem(
                    "FFB-2050",
                    "conf",
                    "/role",
                    "not every party can take part. "
                            + verdicts.stream().map(PreflightResult::toString).collect(Collectors.joining(". ")),
                    "Submit again when they all can; nothing was kept of this job")));
        }
    }

    /**
     * What each party says to a job, in the plan's order; it takes seconds at most. In no transaction.
     *
     * @param conf with completed common parameters
     */
    List<PreflightResult> ask(String jobId, JobPlan plan, ObjectNode conf) {
        List<Party> others = others(plan, conf);
        Map<Party, PreflightResult> answers = new HashMap<>();
        for (PreflightResult answer : preflight.ask(jobId, plan, conf, others)) {
            answers.put(answer.party(), answer);
        }
        return plan.parties().stream()
                .map(party -> Optional.ofNullable(answers.get(party)).orElseGet(() -> here(jobId, plan, conf, party)))
                .toList();
    }

    private PreflightResult here(String jobId, JobPlan plan, ObjectNode conf, Party party) {
        List<Problem> problems = components.problems(plan, List.of(party));
        if (!problems.isEmpty()) {
            return new PreflightResult(
                    party, false, problems.stream().map(Problem::message).collect(Collectors.joining(". ")));
        }
        List<ConsentQuestion> questions = consents.questions(jobId, plan, conf, party);
        return Consents.refusal(questions)
                .map(why -> new PreflightResult(party, false, why))
                .orElseGet(() -> new PreflightResult(
                        party, true, "ready (this site; components checked%s)".formatted(asked(questions))));
    }

    private static String asked(List<ConsentQuestion> questions) {
        List<String> tables = Consents.asks(questions);
        return tables.isEmpty()
                ? ""
                : "; its data owner would be asked for consent: table " + String.join(", ", tables);
    }

    private List<Party> others(JobPlan plan, ObjectNode conf) {
        return new JobConf(conf).common().crossesSites()
                ? plan.parties().stream()
                        .filter(party -> party.partyId() != ownPartyId && party.partyId() != 0)
                        .toList()
                : List.of();
    }
}
