package io.fateflow.board.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.identity.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A thousand wrong log-ins at once, each of which takes half a second of a core. */
@RolesServer
@Tag("slow")
@TestPropertySource(
        properties = {
            ServerTest.SECOND_ENGINE,
            "fate.access.password-rounds=400000",
            // so that each log-in has the address that it says
            "server.forward-headers-strategy=native"
        })
class FloodOfLoginsTest {

    private static final int THOUSAND = 1_000;
    private static final String SECRET = "of-a-bystander";

    /** A server whose threads all wait for hashes answers nobody for minutes. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @Autowired
    private Caller caller;

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private IdentityService identities;

    @Autowired
    private ProcessEngine engine;

    /** A request of the flood. */
    private record Wrong(String account, String address) {}

    @Test
    void fromOneAddressTheyKeepNobodyElseWaiting() throws IOException {
        List<String> answers = othersAreServedDuring("first", i -> new Wrong("nobody" + i, "192.0.2.1"));

        assertThat(answers).anyMatch(answer -> answer.contains("FFB-5333 Too many log-ins from this address"));
    }

    @Test
    void forOneAccountTheyKeepNobodyElseWaiting() throws IOException {
        List<String> answers =
                othersAreServedDuring("second", i -> new Wrong("unknown", "198.51." + i / 250 + "." + i % 250));

        assertThat(answers).anyMatch(answer -> answer.contains("FFB-5333 Too many log-ins for this account"));
    }

    /** Whoever sits before that page sees the answer's message. */
    @Test
    void cockpitsPageSaysThatThereAreTooManyAndNotThatThePasswordIsWrong() throws IOException {
        accounts.cookie("viewer");
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < THOUSAND / 10; i++) {
                sockets.add(open(new Wrong("third", "203.0.113." + i)));
            }

            HttpResponse<String> answer = await().atMost(SOON)
                    .until(() -> CockpitForm.logIn(caller, engine, "third", "wrong"), said -> said.statusCode() != 401);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            assertThat(answer.body())
                    .contains("\"message\":\"FFB-5333 Too many log-ins")
                    .doesNotContain("Exception");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private List<String> othersAreServedDuring(String bystander, IntFunction<Wrong> flood) throws IOException {
        anAccount(bystander);
        HttpRequest.Builder loggedIn = accounts.session("viewer", "/board/api/session");
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < THOUSAND; i++) {
                sockets.add(open(flood.apply(i)));
            }

            assertThat(soon(caller.request("/actuator/health")).statusCode()).isEqualTo(200);
            assertThat(soon(accounts.sign("viewer", "POST", "/v1/job/list/job", "{}"))
                            .statusCode())
                    .as("signed")
                    .isEqualTo(200);
            assertThat(soon(loggedIn).statusCode()).as("logged in").isEqualTo(200);
            assertThat(caller.send(caller.request("/v1/queue", bystander, SECRET)
                                    .header("X-Forwarded-For", "192.0.2.2"))
                            .statusCode())
                    .as("logs in meanwhile")
                    .isEqualTo(200);
            return refusedOrWrong(sockets);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static List<String> refusedOrWrong(List<Socket> sockets) throws IOException {
        List<String> answers = new ArrayList<>();
        for (Socket socket : sockets) {
            answers.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).containsAnyOf(" 401", " 429"));
        assertThat(answers)
                .filteredOn(answer -> answer.contains(" 429"))
                .hasSizeGreaterThan(THOUSAND / 2)
                .allSatisfy(answer -> assertThat(answer).containsPattern("Retry-After: [1-9]"));
        return answers;
    }

    private HttpResponse<String> soon(HttpRequest.Builder request) {
        return caller.send(request.timeout(SOON));
    }

    private Socket open(Wrong login) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(caller.port()));
        String pair = Base64.getEncoder().encodeToString((login.account() + ":wrong").getBytes(StandardCharsets.UTF_8));
        String head = String.join(
                "\r\n",
                "GET /v1/queue HTTP/1.1",
                "Host: 127.0.0.1:" + caller.port(),
                "Authorization: Basic " + pair,
                "X-Forwarded-For: " + login.address(),
                "Connection: close",
                "",
                "");
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private void anAccount(String name) {
        User user = identities.newUser(name);
        user.setPassword(SECRET);
        identities.saveUser(user);
        identities.createMembership(name, "fateViewers");
    }
}
