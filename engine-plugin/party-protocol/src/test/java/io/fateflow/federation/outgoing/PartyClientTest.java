package io.fateflow.federation.outgoing;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.SiteProtocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

final class PartyClientTest {

    private static final Party GUEST = new Party("guest", 9999);
    private static final JobCall CALL = new JobCall.ApplyResource(new JobAddress("j", new Party("host", 10000)));
    private static final Instant NOW = Instant.parse("2026-01-02T15:30:45Z");

    private final List<Long> waits = new ArrayList<>();
    private final List<OutgoingCall> calls = new ArrayList<>();
    private final Deque<Object> replies = new ArrayDeque<>();
    private int understands = SiteProtocol.NONE;
    private final PartyDirectory directory = new PartyDirectory(
            new Routes(9999, Map.of(10000L, new PartyRoute(Protocol.HTTP, "host.example", 9380, null)), null),
            Clock.fixed(NOW, ZoneOffset.UTC));
    private final PartyClient client = new PartyClient(
            directory,
            Map.of(Protocol.HTTP, this::carry),
            body -> "signed " + body,
            "1.11.4",
            wait -> waits.add(wait.toMillis()));

    private CallSender.Carried carry(PartyRoute route, OutgoingCall call) throws IOException {
        calls.add(call);
        Object reply = replies.pop();
        if (reply instanceof IOException failure) {
            throw failure;
        }
        return new CallSender.Carried(
                ((String) reply).getBytes(StandardCharsets.UTF_8), NOW.plusSeconds(7), understands, null);
    }

    private CallOutcome call(Object... answers) {
        replies.addAll(Arrays.asList(answers));
        return client.call(GUEST, 10000, CALL, Tries.three());
    }

    @Test
    void tellsTheFourKindsOfAnswerApart() {
        assertThat(call("{\"retcode\":0,\"retmsg\":\"success\"}")).isInstanceOf(CallOutcome.Done.class);
        assertThat(call("{\"retcode\":10,\"retmsg\":\"no effect\"}")).isInstanceOf(CallOutcome.NotEffective.class);
        assertThat(call("{\"retcode\":103,\"retmsg\":\"no cores\"}").trouble())
                .isEqualTo("party 10000 refused with retcode 103: no cores");
        assertThat(waits).isEmpty();
    }

    @Test
    void waitsTwoAndFourSecondsBetweenThreeTries() {
        CallOutcome outcome = call(new IOException("down"), new IOException("down"), new IOException("still down"));

        assertThat(waits).containsExactly(2000L, 4000L);
        assertThat(outcome.trouble())
                .isEqualTo("FFB-6002 party 10000 can't be reached at http://host.example:9380: still down");
    }

    @Test
    void aLaterTryMaySucceed() {
        assertThat(call(new IOException("down"), "{\"retcode\":0,\"retmsg\":\"success\"}"))
                .isInstanceOf(CallOutcome.Done.class);
        assertThat(waits).containsExactly(2000L);
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        assertThat(call("{\"retcode\":100,\"retmsg\":\"no\"}")).isInstanceOf(CallOutcome.Refused.class);
        assertThat(calls).hasSize(1);
    }

    @Test
    void whoeverComesAgainByItselfTriesOnce() {
        replies.add(new HttpTimeoutException("late"));

        CallOutcome outcome = client.call(GUEST, 10000, CALL, Tries.once().within(Duration.ofSeconds(3)));

        assertThat(outcome).isEqualTo(new CallOutcome.TimedOut(10000, Duration.ofSeconds(3)));
        assertThat(calls).singleElement().satisfies(call -> assertThat(call.timeout())
                .isEqualTo(Duration.ofSeconds(3)));
    }

    @Test
    void anAnswerThatIsNotFateFlowsCountsAsNone() {
        assertThat(call("<html>", "[]", "{\"ok\":true}").trouble()).contains("no retcode");
    }

    @Test
    void anUnknownPartyHasNoRoute() {
        assertThat(client.call(GUEST, 10001, CALL, Tries.three()).trouble())
                .isEqualTo("FFB-6001 this site has no route to party 10001; add it to fate.federation.routes");
        assertThat(calls).isEmpty();
    }

    @Test
    void signsTheBodyThatIsSentAndSaysWhoCallsWhom() {
        call("{\"retcode\":0,\"retmsg\":\"success\"}");

        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.body()).isEqualTo("{}");
            assertThat(call.jobId()).isEqualTo("j");
            assertThat(call.headers().signature()).isEqualTo("signed {}");
            assertThat(call.headers().srcPartyId()).isEqualTo("9999");
            assertThat(call.headers().destPartyId()).isEqualTo("10000");
            assertThat(call.headers().srcRole()).isEqualTo("guest");
        });
    }

    @Test
    void callsThatAreAboutNoJobHaveNoJobId() {
        replies.add("{\"retcode\":0,\"retmsg\":\"success\"}");
        client.call(GUEST, 10000, new SiteCall.CommonInfo(), Tries.once());

        assertThat(calls).singleElement().satisfies(call -> assertThat(call.jobId())
                .isEmpty());
    }

    @Test
    void theDirectoryRemembersHowItWent() {
        call("{\"retcode\":0,\"retmsg\":\"success\"}");
        assertThat(directory.contact(10000)).hasValueSatisfying(contact -> {
            assertThat(contact.reachable()).isTrue();
            assertThat(contact.since()).isEqualTo(NOW);
            assertThat(contact.clockDifference()).isBetween(Duration.ofSeconds(7), Duration.ofSeconds(8));
        });

        call(new IOException("a"), new IOException("b"), new IOException("c"));
        assertThat(directory.contact(10000)).hasValueSatisfying(contact -> {
            assertThat(contact.reachable()).isFalse();
            assertThat(contact.trouble()).isEqualTo("c");
            assertThat(contact.roundTrip()).isNotNull();
        });
    }

    @Test
    void aCopyThatWasRefusedIsAnotherTryWithANumberOfItsOwn() {
        assertThat(call(
                        "{\"retcode\":109,\"retmsg\":\"FFB-6334 this call was here before\"}",
                        "{\"retcode\":0,\"retmsg\":\"success\"}"))
                .isInstanceOf(CallOutcome.Done.class);

        assertThat(calls)
                .extracting(call -> call.headers().callSignature().nonce())
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void whoChecksWholeCallsDoesNotGetFatesSignatureAnyMore() {
        understands = SiteProtocol.CALL_SIGNATURES;
        call("{\"retcode\":0,\"retmsg\":\"success\"}");
        call("{\"retcode\":0,\"retmsg\":\"success\"}");

        assertThat(calls).extracting(call -> call.headers().signature()).containsExactly("signed {}", "");
        assertThat(calls)
                .allSatisfy(call -> assertThat(call.headers().callSignature().value())
                        .contains("POST", CALL.path(), "9999", "10000"));
    }

    @Test
    void whoHasBecomeFateFlowMeanwhileIsCalledOnceMore() {
        directory.understands(10000, SiteProtocol.CALL_SIGNATURES);

        assertThat(call(
                        "{\"retcode\":109,\"retmsg\":\"authentication failed\"}",
                        "{\"retcode\":0,\"retmsg\":\"success\"}"))
                .isInstanceOf(CallOutcome.Done.class);
        assertThat(calls).extracting(call -> call.headers().signature()).containsExactly("", "signed {}");
        assertThat(waits).isEmpty();
    }

    private static final JobAddress JOB = new JobAddress("j", new Party("host", 10000));
    private static final PartyCommands COMMANDS = new PartyCommands(
            JOB,
            List.of(
                    new PartyCommands.Numbered(7, new JobCall.CheckDependence(JOB)),
                    new PartyCommands.Numbered(8, new JobCall.ApplyResource(JOB)),
                    new PartyCommands.Numbered(9, new JobCall.CheckRerun(JOB))));

    private List<CallOutcome> commands(String... answers) {
        replies.addAll(Arrays.asList(answers));
        return client.commands(GUEST, 10000, COMMANDS, Tries.once());
    }

    private static String together(String... answers) {
        return "{\"retcode\":0,\"retmsg\":\"success\",\"data\":{\"answers\":[%s]}}"
                .formatted(String.join(",", answers));
    }

    @Test
    void onlyWhoHasSaidSoTakesCommandsTogether() {
        assertThat(client.takesCommandsTogether(10000)).isFalse();
        understands = SiteProtocol.CALL_SIGNATURES;
        call("{\"retcode\":0,\"retmsg\":\"success\"}");
        assertThat(client.takesCommandsTogether(10000)).isFalse();
        understands = SiteProtocol.COMMANDS_TOGETHER;
        call("{\"retcode\":0,\"retmsg\":\"success\"}");
        assertThat(client.takesCommandsTogether(10000)).isTrue();
        understands = SiteProtocol.NONE;
        call("{\"retcode\":0,\"retmsg\":\"success\"}");
        assertThat(client.takesCommandsTogether(10000)).isFalse();
    }

    @Test
    void commandsThatWentTogetherAreAnsweredAsFarAsTheyWereDone() {
        List<CallOutcome> outcomes = commands(
                together("{\"retcode\":10,\"retmsg\":\"no effect\"}", "{\"retcode\":103,\"retmsg\":\"no cores\"}"));

        assertThat(outcomes).hasSize(2);
        assertThat(outcomes.get(0)).isInstanceOf(CallOutcome.NotEffective.class);
        assertThat(outcomes.get(1).trouble()).isEqualTo("party 10000 refused with retcode 103: no cores");
        assertThat(calls).extracting(OutgoingCall::path).containsExactly("/v1/party/j/host/10000/commands");
    }

    @Test
    void whoDoesNotKnowThemGetsTheFirstAlone() {
        List<CallOutcome> outcomes = commands(
                "{\"retcode\":100,\"retmsg\":\"<NotFound '404: Not Found'>\"}",
                "{\"retcode\":0,\"retmsg\":\"success\"}");

        assertThat(outcomes).hasSize(1).first().isInstanceOf(CallOutcome.Done.class);
        assertThat(calls)
                .extracting(OutgoingCall::path, sent -> sent.headers().commandNumber())
                .containsExactly(
                        tuple("/v1/party/j/host/10000/commands", 0L),
                        tuple("/v1/party/j/host/10000/dependence/check", 7L));
    }

    @Test
    void answersThatSomebodyHasMadeUpAreNone() {
        String done = "{\"retcode\":0,\"retmsg\":\"success\"}";
        String refused = "{\"retcode\":103,\"retmsg\":\"no cores\"}";
        for (String answer : List.of(together(), together(done, done, done, done), together(refused, done), done)) {
            assertThat(commands(answer)).hasSize(1).first().isInstanceOf(CallOutcome.Unreachable.class);
        }
    }

    @Test
    void whereNobodyAnswersTheFirstHasNoAnswer() {
        replies.add(new HttpTimeoutException("no answer in time"));

        assertThat(client.commands(GUEST, 10000, COMMANDS, Tries.once()))
                .hasSize(1)
                .first()
                .isInstanceOf(CallOutcome.TimedOut.class);
    }
}
