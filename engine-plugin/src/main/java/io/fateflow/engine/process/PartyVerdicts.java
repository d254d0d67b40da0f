package io.fateflow.engine.process;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.federation.preflight.Preflight;
import io.fateflow.engine.federation.preflight.Verdict;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.node.DatabaseSessions;

/** A job whose parties on other sites can't all take part is not accepted; the submitter hears of each one. */
public final class PartyVerdicts {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Preflight preflight;
    private final DatabaseSessions sessions;
    private final long ownPartyId;

    public PartyVerdicts(Preflight preflight, DatabaseSessions sessions, long ownPartyId) {
        this.preflight = preflight;
        this.sessions = sessions;
        this.ownPartyId = ownPartyId;
    }

    /** @throws JobRejectedException FFB-2050 with one verdict for each party on another site */
    void demandReady(String jobId, JobPlan plan, ObjectNode conf) {
        List<Party> others = others(plan, conf);
        if (others.isEmpty()) {
            return;
        }
        List<Verdict> verdicts = sessions.whileIdle(LONGEST, () -> preflight.ask(jobId, plan, conf, others));
        if (!verdicts.stream().allMatch(Verdict::ready)) {
            throw new JobRejectedException(List.of(new Problem(
                    "FFB-2050",
                    "conf",
                    "/role",
                    "not every party can take part. "
                            + verdicts.stream().map(Verdict::toString).collect(Collectors.joining(". ")),
                    "Submit again when they all can; nothing was kept of this job")));
        }
    }

    private List<Party> others(JobPlan plan, ObjectNode conf) {
        String mode = conf.at("/job_parameters/common/federated_mode").asText("SINGLE");
        return mode.equals("MULTIPLE")
                ? plan.parties().stream()
                        .filter(party -> party.partyId() != ownPartyId && party.partyId() != 0)
                        .toList()
                : List.of();
    }
}
