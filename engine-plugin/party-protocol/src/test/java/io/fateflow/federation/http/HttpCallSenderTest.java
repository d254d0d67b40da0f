package io.fateflow.federation.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobTrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What calls say of the trace that they belong to. */
final class HttpCallSenderTest {

    private final List<Headers> heard = new ArrayList<>();
    private final HttpServer other;

    HttpCallSenderTest() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        other.createContext("/", call -> {
            heard.add(call.getRequestHeaders());
            byte[] answer = "{\"retcode\":0}".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, answer.length);
            call.getResponseBody().write(answer);
            call.close();
        });
        other.start();
    }

    @AfterEach
    void close() {
        other.stop(0);
    }

    /** It is called again like one that is out of reach: only an answer of FATE's could refuse a command for good. */
    @Test
    void aSiteThatSaysTooManyHasAnsweredNothing() {
        other.removeContext("/");
        other.createContext("/", call -> {
            byte[] words = "FFB-5030 too many".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(429, words.length);
            call.getResponseBody().write(words);
            call.close();
        });

        assertThatThrownBy(() -> call("202601021530450000012", "guest"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("429");
    }

    private Headers call(String jobId, String role) throws IOException {
        CallHeaders headers = new CallHeaders("1.11.4", "9999", "10000", role, "");
        OutgoingCall call = new OutgoingCall("/v1/party/x", headers, jobId, "{}", Duration.ofSeconds(10));
        PartyRoute route =
                new PartyRoute(Protocol.HTTP, "127.0.0.1", other.getAddress().getPort(), null);
        new HttpCallSender(1_000).carry(route, call);
        return heard.get(heard.size() - 1);
    }

    @Test
    void aCallAboutAJobNamesTheJobsTraceAndTheCallersSpan() throws IOException {
        assertThat(call("202601021530450000012", "guest").get("traceparent"))
                .containsExactly(new JobTrace("202601021530450000012").parent(new Party("guest", 9999)));
    }

    @Test
    void otherCallsBelongToNone() throws IOException {
        assertThat(call("", "guest")).doesNotContainKey("Traceparent");
        assertThat(call("202601021530450000012", "")).doesNotContainKey("Traceparent");
    }
}
