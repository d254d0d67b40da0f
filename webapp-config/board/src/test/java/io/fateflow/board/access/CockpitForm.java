package io.fateflow.board.access;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.camunda.bpm.engine.ProcessEngine;

import io.fateflow.webapp.Caller;

/** The log-in of Cockpit's own page. */
final class CockpitForm {

    private CockpitForm() {}

    static HttpResponse<String> logIn(Caller caller, ProcessEngine engine, String user, String password) {
        String form = "username=" + URLEncoder.encode(user, StandardCharsets.UTF_8) + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8);
        HttpResponse<String> page = caller.get("/camunda/app/welcome/" + engine.getName() + "/");
        String cookies = String.join(
                "; ",
                page.headers().allValues("Set-Cookie").stream()
                        .map(cookie -> cookie.split(";", 2)[0])
                        .toList());
        String token = page.headers().firstValue("X-XSRF-TOKEN").orElse("");
        return caller.send(caller.request("/camunda/api/admin/auth/user/" + engine.getName() + "/login/cockpit")
                .header("Cookie", cookies)
                .header("X-XSRF-TOKEN", token)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }
}
