package io.fateflow.board;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

/** Calls of a page that the administrator has open. */
public final class BoardCaller {

    private final Caller caller;
    private final String session;

    /** Logs in. */
    public BoardCaller(Caller caller) {
        this.caller = caller;
        this.session = caller
                .send(caller.request("/board/api/login")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                "{\"user\":\"admin\",\"password\":\"" + ServerTest.PASSWORD + "\"}")))
                .headers()
                .allValues("Set-Cookie")
                .stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";", 2)[0];
    }

    public HttpRequest.Builder request(String path) {
        return caller.request("/board/api/" + path).header("Cookie", session);
    }

    public HttpResponse<String> get(String path) {
        return caller.send(request(path).GET());
    }

    public HttpResponse<String> post(String path, String json) {
        return caller.send(
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }
}
