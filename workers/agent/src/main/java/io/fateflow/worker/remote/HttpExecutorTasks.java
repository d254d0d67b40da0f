package io.fateflow.worker.remote;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.api.WorkerJson;
import io.fateflow.worker.api.WorkerState;

/**
 * The port over HTTP: each call is one POST, and those that wait are held open by the server. A call that one server does
 * not answer fails; whoever repeats it asks the site's next one.
 */
public final class HttpExecutorTasks implements ExecutorTasks {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** Who calls, a time-out, the wrong server, too early, too often. */
    private static final Set<Integer> PASSING = Set.of(401, 403, 407, 408, 421, 425, 429);
    /** No such account or password, or none that may do this. */
    private static final Set<Integer> LOGIN_REFUSED = Set.of(401, 403);

    /** Calls whose content may be refused. */
    private static final Set<String> REPORTS = Set.of("complete", "metrics", "log");

    private static final int MAX_ERROR_LENGTH = 500;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private final List<URI> servers;
    private final AtomicInteger current = new AtomicInteger();
    private final Login login;

    /**
     * Connects nowhere yet.
     *
     * @param servers of one site, such as {@code https://fate.example:9380}; the first is asked first
     * @param credentials asked for now, and again when they were refused
     */
    public HttpExecutorTasks(List<URI> servers, Supplier<Credentials> credentials) {
        this(servers, new Login(credentials));
    }

    HttpExecutorTasks(List<URI> servers, Login login) {
        this.servers = List.copyOf(servers);
        this.login = login;
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait) {
        ObjectNode request = fetchOf(workerId, max, wait);
        held.forEach(request.putArray("held")::add);
        return fetch(request, wait);
    }

    @Override
    public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
        return fetch(fetchOf(workerId, max, wait), wait);
    }

    private ObjectNode fetchOf(String workerId, int max, Duration wait) {
        return of(workerId).put("max", max).put("waitSeconds", wait.toSeconds());
    }

    private List<ExecutorTask> fetch(ObjectNode request, Duration wait) {
        List<ExecutorTask> tasks = new ArrayList<>();
        post("fetch", request, wait).path("tasks").forEach(task -> tasks.add(WorkerJson.readTask(task)));
        return tasks;
    }

    @Override
    public boolean heartbeat(String workerId, String id, long pid) {
        ObjectNode request = of(workerId).put("id", id).put("pid", pid);
        return answer(post("heartbeat", request, Duration.ZERO), "wanted");
    }

    @Override
    public boolean metrics(String workerId, String id, ArrayNode metrics) {
        ObjectNode request = of(workerId).put("id", id);
        request.set("metrics", metrics);
        return answer(accepted(post("metrics", request, Duration.ZERO)), "taken");
    }

    @Override
    public long log(String workerId, String id, LogPart part) {
        ObjectNode request = of(workerId).put("id", id);
        request.set("part", WorkerJson.write(part));
        JsonNode received = accepted(post("log", request, Duration.ZERO)).path("received");
        if (!received.isIntegralNumber()) {
            throw unreachable("the server's answer has no \"received\"");
        }
        return received.asLong();
    }

    @Override
    public boolean complete(String workerId, String id, ExecutorReport report) {
        ObjectNode request = of(workerId).put("id", id);
        request.set("report", WorkerJson.write(report));
        return answer(accepted(post("complete", request, Duration.ZERO)), "taken");
    }

    private static JsonNode accepted(JsonNode response) {
        if (response.path("retcode").asInt() != 0) {
            throw new ReportRefusedException(response.path("retmsg").asText());
        }
        return response;
    }

    @Override
    public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
        ObjectNode request = of(workerId).put("waitSeconds", wait.toSeconds());
        held.forEach(request.putArray("held")::add);
        List<String> revoked = new ArrayList<>();
        post("revoked", request, wait).path("revoked").forEach(id -> revoked.add(id.asText()));
        return revoked;
    }

    @Override
    public boolean alive(WorkerState state) {
        return answer(post("alive", WorkerJson.write(state), Duration.ZERO), "drain");
    }

    @Override
    public void takeOver(String workerId, List<String> ended, List<String> held) {
        ObjectNode request = of(workerId);
        ended.forEach(request.putArray("ended")::add);
        held.forEach(request.putArray("held")::add);
        answer(post("takeover", request, Duration.ZERO), "taken");
    }

    private ObjectNode of(String workerId) {
        return json.createObjectNode().put("workerId", workerId);
    }

    /** An answer that does not say is no answer: an executor must not be stopped because of it. */
    private static boolean answer(JsonNode response, String field) {
        if (!response.path(field).isBoolean()) {
            throw unreachable("the server's answer has no \"" + field + "\"");
        }
        return response.path(field).asBoolean();
    }

    private JsonNode post(String call, ObjectNode body, Duration wait) {
        String what = "/v1/worker/" + call;
        int turn = current.get();
        URI server = servers.get(Math.floorMod(turn, servers.size()));
        HttpRequest request = HttpRequest.newBuilder(server.resolve(what))
                .timeout(ANSWER_TIMEOUT.plus(wait))
                .header("Authorization", login.header())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (REPORTS.contains(call) && isRefusal(response.statusCode())) {
                throw new ReportRefusedException(reason(response));
            }
            if (LOGIN_REFUSED.contains(response.statusCode())) {
                next(turn);
                throw login.refused(server + " answers " + reason(response));
            }
            if (response.statusCode() / 100 != 2) {
                next(turn);
                throw unreachable(what + " was answered with " + response.statusCode() + " " + beginning(response));
            }
            login.taken();
            return json.readTree(response.body());
        } catch (IOException e) {
            next(turn);
            throw new ServerUnreachableException("the server " + server + " does not answer: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerUnreachableException("the call was interrupted", e);
        }
    }

    /** Of what the call says: not of who calls, how often, or how slowly. */
    private static boolean isRefusal(int status) {
        return status / 100 == 4 && !PASSING.contains(status);
    }

    private String reason(HttpResponse<String> response) {
        String answer = "HTTP status " + response.statusCode();
        try {
            String retmsg = json.readTree(response.body()).path("retmsg").asText();
            return answer + " " + (retmsg.isEmpty() ? beginning(response) : retmsg);
        } catch (IOException e) {
            return answer + " " + beginning(response);
        }
    }

    /** Once for all calls that were under way with the server that does not answer. */
    private void next(int turn) {
        current.compareAndSet(turn, turn + 1);
    }

    private static ServerUnreachableException unreachable(String message) {
        return new ServerUnreachableException(message, new IOException(message));
    }

    private static String beginning(HttpResponse<String> response) {
        String body = response.body().strip();
        return body.substring(0, Math.min(MAX_ERROR_LENGTH, body.length()));
    }
}
