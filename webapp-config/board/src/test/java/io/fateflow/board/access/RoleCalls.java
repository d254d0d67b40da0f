package io.fateflow.board.access;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.runtime.Job;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Lazy;

import io.fateflow.webapp.Caller;

/** What an account does to do an action, by each way into the server. */
@TestComponent
@Lazy
final class RoleCalls {

    private static final String NO_SUCH_JOB = "202601021530450000001";

    private final RoleAccounts accounts;
    private final Caller caller;
    private final ManagementService management;

    RoleCalls(RoleAccounts accounts, Caller caller, ManagementService management) {
        this.accounts = accounts;
        this.caller = caller;
        this.management = management;
    }

    /** An answer, without what is in it. */
    record Said(String call, int status, String body) {

        static Said of(String call, HttpResponse<String> answer) {
            return new Said(call, answer.statusCode(), answer.body());
        }
    }

    /** By each way that does it. */
    List<Said> of(String action, String account, String job) throws IOException {
        String id = "{\"job_id\":\"" + job + "\",\"role\":\"guest\",\"party_id\":9999,\"component_name\":\"a\"}";
        String model = "{\"model_id\":\"m\",\"model_version\":\"" + job + "\",\"role\":\"guest\",\"party_id\":9999,"
                + "\"component_name\":\"a\"}";
        String logs = "/board/api/jobs/" + job + "/logs/guest/9999/a";
        return switch (action) {
            case "site_read" ->
                List.of(
                        api(account, "POST", "/v1/version/get", "{}"),
                        api(account, "GET", "/v1/queue", ""),
                        login(account, "GET", "/v1/node/list", ""),
                        page(account, "GET", "/board/v1/node/list", ""),
                        page(account, "GET", "/board/api/resources", ""));
            case "job_read" ->
                List.of(
                        api(account, "POST", "/v1/job/query", id),
                        api(account, "GET", "/v1/job/" + job + "/story", ""),
                        api(account, "POST", "/v1/job/list/task", id),
                        api(account, "POST", "/v1/table/list", id),
                        page(account, "GET", "/board/api/jobs?q=" + job, ""),
                        page(account, "POST", "/board/v1/job/search", id),
                        events(account, "/board/api/events?topic=" + job));
            case "result_read" ->
                List.of(
                        api(account, "POST", "/v1/tracking/component/metric/all", id),
                        page(account, "POST", "/board/v1/tracking/component/metric/all", id));
            case "log_read" ->
                List.of(
                        api(account, "POST", "/v1/log/size", id),
                        page(account, "GET", logs, ""),
                        page(account, "GET", "/board/api/download/job/log/download?job_id=" + job, ""),
                        events(account, logs + "/events"));
            case "job_submit" ->
                List.of(
                        api(account, "POST", "/v1/job/submit", predict(job)),
                        page(account, "POST", "/board/v1/job/submit", predict(job)),
                        page(account, "POST", "/board/api/preflight", draft(job)),
                        page(account, "POST", "/board/api/check", draft(job)));
            case "job_control" ->
                List.of(
                        api(account, "POST", "/v1/job/stop", id),
                        api(account, "POST", "/v1/job/rerun", id),
                        page(account, "POST", "/board/v1/job/suspend", id));
            case "queue_manage" ->
                List.of(
                        api(account, "PUT", "/v1/queue/research", "{}"),
                        api(account, "POST", "/v1/job/front", "{\"job_id\":\"" + NO_SUCH_JOB + "\"}"));
            case "node_manage" ->
                List.of(
                        api(account, "PUT", "/v1/node/none/resources", "{}"),
                        page(account, "POST", "/board/v1/server/maintenance", "{\"enabled\":false}"),
                        page(account, "POST", "/board/api/nodes/drain", "{\"worker\":\"nobody\",\"drain\":true}"));
            case "repair" ->
                List.of(
                        api(account, "POST", "/v1/doctor/repair", "{\"findings\":[\"none\"]}"),
                        page(account, "POST", "/board/v1/doctor/repair", "{\"findings\":[\"none\"]}"));
            case "table_read" ->
                List.of(api(account, "POST", "/v1/table/search", "{}"), page(account, "GET", "/board/api/tables", ""));
            case "table_write" ->
                List.of(
                        api(account, "POST", "/v1/table/delete", "{\"namespace\":\"n\",\"table_name\":\"t\"}"),
                        api(account, "POST", "/v1/data/upload", "{}"),
                        page(account, "POST", "/board/v1/data/upload", "{}"));
            case "data_read" ->
                List.of(
                        api(account, "POST", "/v1/tracking/component/output/data", id),
                        page(
                                account,
                                "GET",
                                "/board/api/download/table/download?name=t&namespace=output_data_" + job + "_a_0",
                                ""));
            case "data_export" ->
                List.of(api(account, "POST", "/v1/data/download", "{}"), api(account, "POST", "/v1/data/writer", "{}"));
            case "model_read" ->
                List.of(
                        api(account, "POST", "/v1/model/query/detail", model),
                        page(account, "POST", "/board/v1/model/query", model));
            case "model_deploy" -> List.of(api(account, "POST", "/v1/model/deploy", model));
            case "model_manage" ->
                List.of(
                        api(account, "POST", "/v1/model/export", model),
                        api(account, "POST", "/v1/model/store", model));
            case "consent_read" ->
                List.of(
                        api(account, "POST", "/v1/consent/list", "{}"),
                        page(account, "POST", "/board/v1/consent/list", "{}"),
                        api(account, "POST", "/v1/consent/try", "{\"job_id\":\"" + NO_SUCH_JOB + "\"}"));
            case "consent_decide" ->
                List.of(
                        api(account, "POST", "/v1/consent/decide", decision()),
                        page(account, "POST", "/board/v1/consent/decide", decision()),
                        api(account, "POST", "/v1/consent/withdraw", decision()));
            case "audit_read" ->
                List.of(
                        api(account, "GET", "/v1/audit?limit=1", ""),
                        api(account, "GET", "/v1/audit/head", ""),
                        login(account, "GET", "/v1/audit/export", ""),
                        page(account, "GET", "/board/v1/audit/head", ""),
                        page(account, "GET", "/board/api/audit", ""));
            case "monitor" ->
                List.of(
                        login(account, "GET", "/actuator/prometheus", ""),
                        login(account, "GET", "/v1/doctor", ""),
                        page(account, "GET", "/board/api/health/history", ""));
            case "configure" ->
                List.of(
                        api(account, "POST", "/v1/key/delete", "{\"party_id\":1}"),
                        api(account, "POST", "/v1/server/reload", "{}"),
                        page(account, "POST", "/board/v1/notification/test", "{}"));
            case "work" ->
                List.of(
                        login(account, "POST", "/v1/worker/fetch", "{\"worker\":\"w\",\"max\":1,\"wait\":0}"),
                        api(account, "POST", "/v1/worker/alive", "{\"worker\":\"w\"}"));
            case "engine_read" ->
                List.of(
                        something(engine(account, "GET", "/process-definition?key=fate-task", "")),
                        page(
                                account,
                                "GET",
                                "/camunda/api/cockpit/plugin/fate/" + accounts.engineName() + "/jobs",
                                ""));
            case "engine_retry" ->
                List.of(engine(account, "PUT", "/job/" + aTimer().getId() + "/retries", "{\"retries\":3}"));
            case "process_start" ->
                List.of(something(
                        engine(account, "POST", "/process-definition/key/fate-job/start", "{\"variables\":{}}")));
            case "accounts" ->
                List.of(
                        api(account, "POST", "/v1/account/second_factor/query", "{}"),
                        page(account, "POST", "/board/v1/account/second_factor/remove", "{\"account\":\"none\"}"),
                        something(engine(account, "GET", "/user?id=nobody", "")),
                        something(engine(
                                account,
                                "PUT",
                                "/user/nobody/profile",
                                "{\"id\":\"nobody\",\"firstName\":\"N\",\"lastName\":\"N\",\"email\":\"\"}")));
            default -> throw new IllegalArgumentException(action);
        };
    }

    private static String decision() {
        return "{\"job_id\":\"" + NO_SUCH_JOB + "\",\"role\":\"host\",\"party_id\":10000,\"decision\":\"grant\"}";
    }

    private static String predict(String job) {
        return "{\"job_dsl\":{\"components\":{\"a\":{\"module\":\"Reader\"}}},\"job_runtime_conf\":"
                + "{\"job_parameters\":{\"common\":{\"job_type\":\"predict\",\"model_version\":\"" + job + "\"}}}}";
    }

    private static String draft(String job) {
        return "{\"dsl\":\"{}\",\"conf\":\"{\\\"job_parameters\\\":{\\\"common\\\":{\\\"model_version\\\":\\\"" + job
                + "\\\"}}}\"}";
    }

    private Job aTimer() {
        return management.createJobQuery().timers().listPage(0, 50).stream()
                .filter(job -> job.getProcessDefinitionId() != null)
                .findFirst()
                .orElseThrow();
    }

    /** What shows nothing to somebody who is let in refuses him, too; and whom he can't see, for him does not exist. */
    private static Said something(Said said) {
        boolean hidden = (said.status() == 200 && said.body().equals("[]"))
                || (said.status() == 404
                        && (said.body().contains("No matching process definition with key: fate-job")
                                || said.body().contains("User with id nobody does not exist")));
        return hidden ? new Said(said.call(), 403, said.body()) : said;
    }

    private Said api(String account, String method, String path, String body) {
        return Said.of(method + " " + path + " signed", accounts.signed(account, method, path, body));
    }

    private Said login(String account, String method, String path, String body) {
        return Said.of(method + " " + path + " with a login", accounts.basic(account, method, path, body));
    }

    private Said page(String account, String method, String path, String body) {
        return Said.of(method + " " + path + " in a session", accounts.page(account, method, path, body));
    }

    private Said engine(String account, String method, String path, String body) {
        return login(account, method, "/engine-rest/engine/" + accounts.engineName() + path, body);
    }

    /** A stream is read until its head, or its first event, is here. */
    private Said events(String account, String path) throws IOException {
        HttpResponse<InputStream> answer =
                caller.send(accounts.session(account, path).GET(), BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            String text = answer.statusCode() == 200 ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return new Said("GET " + path + " as a stream", answer.statusCode(), text);
        }
    }
}
