package io.fateflow.webapp.federation;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.dsl.Party;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.outgoing.PartyClient;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.SiteProtocol;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireRoutes;
import io.fateflow.webapp.FederatedServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Every call between sites, out through the real client, in at the real server, over any transport. */
@FederatedServerTest
@Import(RecordingSite.class)
@TestPropertySource(
        properties = {
            "fate.federation.max-message=" + SiteCallsContract.MAX_MESSAGE + "B",
            "fate.federation.grpc.enabled=true",
            "fate.federation.grpc.port=0"
        })
abstract class SiteCallsContract {

    static final int MAX_MESSAGE = 100_000;

    private static final Party GUEST = new Party("guest", 9999);
    private static final JobCall PROBE = new JobCall.ApplyResource(new JobAddress("j1", new Party("host", 10000)));

    @Autowired
    private RecordingSite.Handler site;

    /** A carrier as a site has one, for answers up to {@link #MAX_MESSAGE}. */
    abstract CallSender carrier();

    abstract PartyRoute route(int port);

    /** Where the server under test listens. */
    abstract int port();

    /** Sends a body that no client of ours would send, and reads the answer. */
    abstract String sendRaw(String path, String body);

    static List<WireCall> everyCall() {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("name", "Größe \uD83D\uDE00")
                .put("progress", 33.300000000000004)
                .put("task_version", 1)
                .put("party_status", "running")
                .put("big", Long.MAX_VALUE)
                .putNull("end_time");
        body.putArray("commands")
                .addObject()
                .put("number", 7)
                .put("path", PROBE.path())
                .set("body", PROBE.body());
        Map<String, String> values = Map.of(
                "{job}", "j1",
                "{component}", "a_0",
                "{task}", "j1_a_0",
                "{version}", "0",
                "{role}", "host",
                "{party}", "10000",
                "status/{detail}", "status/canceled",
                "stop/{detail}", "stop/canceled",
                "clean/{detail}", "clean/table",
                "model/{detail}", "model/deploy");
        List<WireCall> calls = new ArrayList<>();
        for (String pattern : WireRoutes.patterns()) {
            String path = pattern;
            for (Map.Entry<String, String> value : values.entrySet()) {
                path = path.replace(value.getKey(), value.getValue());
            }
            calls.add(WireRoutes.parse(path, body).orElseThrow());
        }
        return calls;
    }

    /** Over HTTP it is one of the calls of users' clients, and answered as theirs. */
    static List<WireCall> everyCallOfSitesAlone() {
        return everyCall().stream()
                .filter(call -> !(call instanceof SiteCall.Version))
                .toList();
    }

    @Test
    void everyCallIsAnswered() {
        site.answers(asked -> Answer.success());
        for (WireCall call : everyCall()) {
            assertThat(call(call)).as(call.path()).isInstanceOf(CallOutcome.Done.class);
        }
    }

    @Test
    void whoAnswersSaysWhatItUnderstands() throws IOException {
        site.answers(asked -> Answer.success());
        OutgoingCall letter = new OutgoingCall(
                PROBE.path(),
                new CallHeaders("1.11.4", "9999", "10000", "guest", ""),
                "j1",
                "{}",
                Duration.ofSeconds(10));

        assertThat(carrier().carry(route(port()), letter).protocol()).isEqualTo(SiteProtocol.CURRENT);
    }

    @Test
    void aSmallCallBringsASmallBody() {
        site.answers(asked -> Answer.success());

        assertThat(sendRaw(PROBE.path(), "{\"a\":[" + "{},".repeat(30_000) + "{}]}"))
                .contains("FFB-6330");
        assertThat(sendRaw(PROBE.path(), "[".repeat(50_000))).contains("FFB-6330");
        assertThat(site.received).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("everyCallOfSitesAlone")
    void everyCallArrivesAsItWasSentAndItsAnswerToo(WireCall call) {
        Answer answer = new Answer(
                0,
                "Größe",
                JsonNodeFactory.instance.objectNode().put("need_run", true).putNull("x"));
        site.answers(asked -> answer);

        CallOutcome outcome = call(call);

        assertThat(outcome).isEqualTo(new CallOutcome.Done(answer));
        assertThat(site.received).singleElement().satisfies(received -> {
            assertThat(received.call()).isEqualTo(call);
            assertThat(received.headers().srcPartyId()).isEqualTo("9999");
            assertThat(received.headers().destPartyId()).isEqualTo("10000");
            assertThat(received.headers().srcRole()).isEqualTo("guest");
            assertThat(received.headers().fateVersion()).isEqualTo("1.11.4");
        });
    }

    @Test
    void refusalsAreTyped() {
        site.answers(asked -> Answer.notEffective());
        assertThat(call(PROBE)).isInstanceOf(CallOutcome.NotEffective.class);

        Answer refusal = new Answer(
                103, "no cores", JsonNodeFactory.instance.objectNode().put("job_id", "j1"));
        site.answers(asked -> refusal);
        assertThat(call(PROBE)).isEqualTo(new CallOutcome.Refused(10000, refusal));
    }

    @Test
    void silenceIsATimeout() {
        CountDownLatch over = new CountDownLatch(1);
        site.answers(asked -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answer.success();
        });
        try {
            Duration soon = Duration.ofMillis(300);
            assertThat(client(port()).call(GUEST, 10000, PROBE, Tries.once().within(soon)))
                    .isEqualTo(new CallOutcome.TimedOut(10000, soon));
        } finally {
            over.countDown();
        }
    }

    @Test
    void nobodyThereIsUnreachable() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        assertThat(client(closed).call(GUEST, 10000, PROBE, Tries.once()))
                .isInstanceOf(CallOutcome.Unreachable.class)
                .satisfies(outcome -> assertThat(outcome.trouble()).contains("party 10000", ":" + closed));
    }

    @Test
    void messagesThatAreTooLongAreRefusedAndNamed() {
        site.answers(asked -> Answer.success());
        ObjectNode big = JsonNodeFactory.instance.objectNode().put("dsl", "x".repeat(2 * MAX_MESSAGE));

        CallOutcome outcome = call(new JobCall.CreateJob(PROBE.at(), big));

        assertThat(outcome.trouble()).contains("fate.federation.max-message");
        assertThat(site.received).isEmpty();
        assertThat(call(PROBE).isSettled()).isTrue();
    }

    @Test
    void answersThatAreTooLongAreRefusedAndNamed() {
        site.answers(asked -> Answer.failure(100, "x".repeat(2 * MAX_MESSAGE)));

        assertThat(call(PROBE))
                .isInstanceOf(CallOutcome.Unreachable.class)
                .satisfies(outcome -> assertThat(outcome.trouble()).contains("fate.federation.max-message"));
    }

    @Test
    void whatIsNoJsonGetsAClearAnswer() {
        site.answers(asked -> Answer.success());

        assertThat(sendRaw(PROBE.path(), "{\"a\":")).contains("\"retcode\":100", "FFB-6201", "not JSON");
        assertThat(sendRaw(PROBE.path(), "[1]")).contains("not a JSON object");
        assertThat(sendRaw("/v1/party/j1/host/ten/start", "{}")).contains("party is not a number");
        assertThat(sendRaw("/v1/party/j1/host/10000/explode", "{}")).contains("404: Not Found");
        assertThat(site.received).isEmpty();
        assertThat(sendRaw(PROBE.path() + "/", "null")).isEqualTo("{\"retcode\":0,\"retmsg\":\"success\"}\n");
        assertThat(sendRaw(PROBE.path(), "")).contains("\"retcode\":0");
    }

    @Test
    void aSiteThatFailsSaysSoWithoutItsInside() {
        site.answers(asked -> {
            throw new IllegalStateException("select secret from somewhere");
        });

        assertThat(call(PROBE)).isInstanceOfSatisfying(CallOutcome.Refused.class, refused -> {
            assertThat(refused.answer().retcode()).isEqualTo(100);
            assertThat(refused.answer().retmsg()).contains("FFB-6200").doesNotContain("secret");
        });
    }

    private CallOutcome call(WireCall call) {
        return client(port()).call(GUEST, 10000, call, Tries.once());
    }

    private PartyClient client(int port) {
        PartyRoute route = route(port);
        return new PartyClient(
                new PartyDirectory(new Routes(9999, Map.of(10000L, route), null), Clock.systemUTC()),
                Map.of(route.protocol(), carrier()),
                SiteSigner.NONE,
                "1.11.4",
                wait -> {
                    throw new AssertionError("one try does not wait");
                });
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
