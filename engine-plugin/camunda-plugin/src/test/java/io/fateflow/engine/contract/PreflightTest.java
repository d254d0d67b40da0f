package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.CallOutcome.Done;
import io.fateflow.federation.outgoing.CallOutcome.Refused;
import io.fateflow.federation.outgoing.CallOutcome.TimedOut;
import io.fateflow.federation.outgoing.CallOutcome.Unreachable;
import io.fateflow.federation.preflight.Preflight;
import io.fateflow.federation.preflight.PreflightResult;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.WireCall;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** What a submitter hears of each party on another site. */
final class PreflightTest {

    private static final Party HOST = new Party("host", 10000);
    private static final Party ARBITER = new Party("arbiter", 10001);

    private final Map<Long, Function<WireCall, CallOutcome>> sites = new HashMap<>();
    private final Map<Long, Duration> paces = new HashMap<>();
    private final Preflight preflight = new Preflight(
            (sender, receiver, call, tries) ->
                    paces.getOrDefault(receiver, Duration.ZERO).compareTo(tries.timeout()) > 0
                            ? new TimedOut(receiver, tries.timeout())
                            : requireNonNull(sites.get(receiver)).apply(call),
            question -> new Thread(question).start());

    private List<PreflightResult> ask() {
        JobFixture job = JobFixture.aJob().with("a");
        JobPlan plan = ((Translation.Accepted)
                        new DslTranslator(ModuleCatalog.standard()).translate(job.dsl(), job.conf()))
                .plan();
        return preflight.ask("202601021530450000010", plan, plan.runtimeConf(), List.of(HOST, ARBITER));
    }

    @Test
    void namesEachPartyThatIsReady() {
        sites.put(10000L, knowsPreflight(Answer.success()));
        sites.put(10001L, knowsPreflight(Answer.success()));

        assertThat(ask())
                .allMatch(PreflightResult::ready)
                .extracting(PreflightResult::toString)
                .containsExactly(
                        "host 10000: ready (FATE 1.11.4; components and cores checked)",
                        "arbiter 10001: ready (FATE 1.11.4; components and cores checked)");
    }

    @Test
    void aPartyThatIsDownDoesNotHideTheOthers() {
        sites.put(
                10000L, call -> new Unreachable(10000, "FFB-6002 party 10000 can't be reached at http://h:1: refused"));
        sites.put(10001L, knowsPreflight(Answer.success()));

        assertThat(ask()).extracting(PreflightResult::ready).containsExactly(false, true);
        assertThat(ask().get(0).words()).contains("http://h:1");
    }

    @Test
    void aPartyMayTakeSecondsAndOneThatTakesLongerIsNamed() {
        sites.put(10000L, knowsPreflight(Answer.success()));
        sites.put(10001L, knowsPreflight(Answer.success()));
        paces.put(10000L, Duration.ofSeconds(8));
        paces.put(10001L, Duration.ofSeconds(20));

        assertThat(ask())
                .extracting(PreflightResult::toString)
                .containsExactly(
                        "host 10000: ready (FATE 1.11.4; components and cores checked)",
                        "arbiter 10001: party 10001 did not answer within 10 s");
    }

    @Test
    void aPartyThatRefusesSaysWhy() {
        sites.put(10000L, knowsPreflight(Answer.failure(Answer.OPERATING_ERROR, "the job wants 21 cores")));
        sites.put(10001L, knowsPreflight(Answer.failure(Answer.EXCEPTION_ERROR, "FFB-1101 conf/x: no such module")));

        assertThat(ask())
                .extracting(PreflightResult::toString)
                .containsExactly(
                        "host 10000: the job wants 21 cores", "arbiter 10001: FFB-1101 conf/x: no such module");
    }

    @Test
    void aSiteOfFateFlowIsOnlyAskedWhetherItIsThere() {
        sites.put(10000L, knowsPreflight(Answer.failure(Answer.EXCEPTION_ERROR, "404 Not Found")));
        sites.put(
                10001L,
                call -> call instanceof SiteCall
                        ? info("1.11.4")
                        : new Unreachable(10001, "FFB-6002 party 10001 answered with HTTP status 404"));

        assertThat(ask()).allMatch(PreflightResult::ready).allMatch(verdict -> verdict.words()
                .contains("will say on create"));
    }

    @Test
    void aVersionThatIsTooOldIsNotReady() {
        sites.put(10000L, call -> info("1.6.0"));
        sites.put(10001L, call -> info("2.x"));

        assertThat(ask()).noneMatch(PreflightResult::ready).allMatch(verdict -> verdict.words()
                .contains("FFB-630"));
    }

    @Test
    void allPartiesAreAskedAtOnce() {
        CountDownLatch both = new CountDownLatch(2);
        Function<WireCall, CallOutcome> waitsForTheOther = call -> {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return info("1.11.4");
        };
        sites.put(10000L, waitsForTheOther);
        sites.put(10001L, waitsForTheOther);

        assertThat(ask()).allMatch(PreflightResult::ready);
    }

    private static Function<WireCall, CallOutcome> knowsPreflight(Answer answer) {
        return call -> call instanceof SiteCall
                ? info("1.11.4")
                : answer.retcode() == 0 ? new Done(answer) : new Refused(10000, answer);
    }

    private static CallOutcome info(String version) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("version", version);
        return new Done(Answer.of(data));
    }
}
