package io.fateflow.federation.preflight;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.FateVersions;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.SiteCall;

/**
 * Asks all parties of a job on other sites at once: are you there, which FATE are you, do you know the components, can
 * one job have so many cores? A site of FATE Flow in Python is only asked the first two; it says the rest on create.
 */
public final class Preflight {

    /** A site's first call takes seconds where it has just started on a slow machine. */
    private static final Tries BRIEFLY = Tries.once().within(Duration.ofSeconds(10));

    /** In an answer: the tables for which a party would ask somebody before the job begins. */
    public static final String ASKS_CONSENT = "asks_consent";

    /** Both calls of a party; above it, the address itself does not resolve or connect. */
    private static final Duration LONGEST = Duration.ofSeconds(21);

    private final PartyTransport transport;
    private final Executor threads;

    /**
     * Makes one.
     *
     * @param threads where the parties are asked, each for a few seconds
     */
    public Preflight(PartyTransport transport, Executor threads) {
        this.transport = transport;
        this.threads = threads;
    }

    /**
     * Asks the parties; takes seconds at most.
     *
     * @param runtimeConf with completed common parameters
     * @param parties those on other sites
     * @return one verdict for each, in the same order
     */
    public List<PreflightResult> ask(String jobId, JobPlan plan, ObjectNode runtimeConf, List<Party> parties) {
        ObjectNode job = job(plan, runtimeConf);
        List<CompletableFuture<PreflightResult>> verdicts = parties.stream()
                .map(party -> CompletableFuture.supplyAsync(() -> ask(plan.initiator(), jobId, job, party), threads)
                        .completeOnTimeout(late(party), LONGEST.toMillis(), TimeUnit.MILLISECONDS))
                .toList();
        return verdicts.stream().map(CompletableFuture::join).toList();
    }

    private static ObjectNode job(JobPlan plan, ObjectNode runtimeConf) {
        ObjectNode job = JsonNodeFactory.instance.objectNode();
        job.set("dsl", plan.dsl());
        job.set("runtime_conf", runtimeConf);
        return job.put("initiator_role", plan.initiator().role())
                .put("initiator_party_id", plan.initiator().partyId());
    }

    private PreflightResult ask(Party initiator, String jobId, ObjectNode job, Party party) {
        CallOutcome there = transport.call(initiator, party.partyId(), new SiteCall.CommonInfo(), BRIEFLY);
        if (!(there instanceof CallOutcome.Done done)) {
            return new PreflightResult(party, false, there.trouble());
        }
        String version = version(done.answer());
        Optional<String> tooOld = FateVersions.refusal(version).map(Answer::retmsg);
        if (tooOld.isPresent()) {
            return new PreflightResult(party, false, tooOld.get());
        }
        CallOutcome could = transport.call(
                initiator, party.partyId(), new JobCall.Preflight(new JobAddress(jobId, party), job), BRIEFLY);
        if (could instanceof CallOutcome.Refused refused && isOurs(refused.answer())) {
            return new PreflightResult(party, false, refused.answer().retmsg());
        }
        return new PreflightResult(
                party,
                true,
                could.isSettled()
                        ? "ready (FATE %s; components and cores checked%s)".formatted(version, consent(could))
                        : "there (FATE %s; it will say on create whether it can)".formatted(version));
    }

    /** What the party would ask somebody for. */
    private static String consent(CallOutcome could) {
        List<String> tables = new ArrayList<>();
        if (could instanceof CallOutcome.Done done && done.answer().data() != null) {
            done.answer().data().path(ASKS_CONSENT).forEach(table -> tables.add(table.asText()));
        }
        return tables.isEmpty() ? "" : "; it would ask its data owner for consent: table " + String.join(", ", tables);
    }

    private static String version(Answer info) {
        return info.data() == null ? "" : info.data().path("version").asText("");
    }

    /** A site that does not know the call refuses it, too, but as an exception without one of our error ids. */
    private static boolean isOurs(Answer answer) {
        return answer.retcode() != Answer.EXCEPTION_ERROR || answer.retmsg().contains("FFB-");
    }

    private static PreflightResult late(Party party) {
        return new PreflightResult(
                party,
                false,
                "FFB-6010 party %d did not answer within %d s".formatted(party.partyId(), LONGEST.toSeconds()));
    }
}
