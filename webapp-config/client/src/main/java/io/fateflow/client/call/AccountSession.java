package io.fateflow.client.call;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;

import io.fateflow.client.profile.Login;

/** A session of an account, as a browser has one; begun with the first call, and again when the server has forgotten it. */
final class AccountSession {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI server;
    private final Login login;
    private @Nullable String cookie;

    AccountSession(HttpClient http, URI server, Login login) {
        this.http = http;
        this.server = server;
        this.login = login;
    }

    URI server() {
        return server;
    }

    /** What to send with a call; logs in if that is needed. */
    synchronized String cookie() throws FateFlowException, InterruptedException {
        String known = cookie;
        if (known == null) {
            known = logIn();
            cookie = known;
        }
        return known;
    }

    synchronized void forget() {
        cookie = null;
    }

    private String logIn() throws FateFlowException, InterruptedException {
        String body = JsonNodeFactory.instance
                .objectNode()
                .put("user", login.user())
                .put("password", login.password())
                .toString();
        HttpResponse<byte[]> answer = ServerCalls.exchange(
                http,
                server,
                HttpRequest.newBuilder(server.resolve("/board/api/login"))
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
        if (answer.statusCode() != 200) {
            Answer.of(server, answer);
        }
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith("JSESSIONID"))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow(() -> new UnreachableException(
                        "FFB-5277 What answers at %s is no FATE Flow, or something in front of it: a login makes no session"
                                .formatted(server),
                        null));
    }
}
