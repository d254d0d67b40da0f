package io.fateflow.webapp.worker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

import io.fateflow.engine.executor.WorkerService;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.WorkerJson;

/** What a worker on another machine calls; every call may be repeated. */
@Controller
@RequestMapping("/v1/worker")
class WorkerController {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final int MOST_TASKS = 100;

    private final WorkerService workers;
    private final WorkerPolls polls;
    private final WireJson json;

    WorkerController(WorkerService workers, WorkerPolls polls, WireJson json) {
        this.workers = workers;
        this.polls = polls;
        this.json = json;
    }

    @PostMapping("/fetch")
    CompletableFuture<ResponseEntity<byte[]>> fetch(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = checked(body, "workerId");
        ExecutorTasks caller = caller(request);
        int max = Math.max(1, Math.min(MOST_TASKS, sent.path("max").asInt(1)));
        return later(() -> {
            ObjectNode answer = json.object();
            ArrayNode tasks = answer.putArray("tasks");
            List<ExecutorTask> taken = sent.path("held").isArray()
                    ? caller.fetch(worker(sent), texts(sent, "held"), max, wait(sent))
                    : caller.fetch(worker(sent), max, wait(sent));
            taken.forEach(task -> tasks.add(WorkerJson.write(task)));
            return answer;
        });
    }

    @PostMapping("/heartbeat")
    ResponseEntity<byte[]> heartbeat(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "id");
        boolean wanted = caller(request)
                .heartbeat(
                        worker(sent), sent.path("id").asText(), sent.path("pid").asLong());
        return answer(json.object().put("wanted", wanted));
    }

    @PostMapping("/alive")
    ResponseEntity<byte[]> alive(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "host", "mode");
        boolean drain = caller(request).alive(WorkerJson.readState(sent));
        return answer(json.object().put("drain", drain));
    }

    @PostMapping("/takeover")
    ResponseEntity<byte[]> takeOver(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "ended", "held");
        caller(request).takeOver(worker(sent), texts(sent, "ended"), texts(sent, "held"));
        return answer(json.object().put("taken", true));
    }

    /** What an operator asks for before work on a machine; {@code "drain": false} takes it back. */
    @PostMapping("/drain")
    ResponseEntity<byte[]> drain(ApiBody body) throws IOException {
        ObjectNode sent = checked(body, "workerId");
        boolean drain = sent.path("drain").asBoolean(true);
        int told = workers.drain(worker(sent), drain);
        if (told == 0) {
            throw ApiException.http(
                    404, "FFB-5104 No worker of that name was heard of lately; /v1/node/list shows those that were.");
        }
        return answer(json.object().put("workers", told).put("drain", drain));
    }

    @PostMapping("/complete")
    ResponseEntity<byte[]> complete(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "id", "report");
        ExecutorReport report = WorkerJson.readReport(sent.path("report"));
        boolean taken = caller(request).complete(worker(sent), sent.path("id").asText(), report);
        return answer(json.object().put("taken", taken));
    }

    @PostMapping("/metrics")
    ResponseEntity<byte[]> metrics(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "id", "metrics");
        if (!(sent.path("metrics") instanceof ArrayNode metrics)) {
            throw ApiException.http(400, "FFB-5101 The request's metrics are no list.");
        }
        boolean taken = caller(request).metrics(worker(sent), sent.path("id").asText(), metrics);
        return answer(json.object().put("taken", taken));
    }

    @PostMapping("/log")
    ResponseEntity<byte[]> log(ApiBody body, HttpServletRequest request) throws IOException {
        ObjectNode sent = checked(body, "workerId", "id", "part");
        long received =
                caller(request).log(worker(sent), sent.path("id").asText(), WorkerJson.readLog(sent.path("part")));
        return answer(json.object().put("received", received));
    }

    @PostMapping("/revoked")
    CompletableFuture<ResponseEntity<byte[]>> revoked(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = checked(body, "workerId", "held");
        ExecutorTasks caller = caller(request);
        List<String> held = texts(sent, "held");
        return later(() -> {
            ObjectNode answer = json.object();
            ArrayNode revoked = answer.putArray("revoked");
            caller.awaitRevoked(worker(sent), held, wait(sent)).forEach(revoked::add);
            return answer;
        });
    }

    private ExecutorTasks caller(HttpServletRequest request) {
        return workers.from(request.getRemoteAddr());
    }

    private CompletableFuture<ResponseEntity<byte[]>> later(Callable<JsonNode> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return answer(work.call());
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                polls);
    }

    private ResponseEntity<byte[]> answer(JsonNode body) throws IOException {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json.bytes(body));
    }

    private static ObjectNode checked(ApiBody body, String... keys) {
        for (String key : keys) {
            if (!body.orEmpty().hasNonNull(key)) {
                throw ApiException.http(400, "FFB-5101 The request lacks " + key + ".");
            }
        }
        return body.orEmpty();
    }

    private static List<String> texts(ObjectNode sent, String key) {
        List<String> texts = new ArrayList<>();
        sent.path(key).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static String worker(ObjectNode sent) {
        return sent.path("workerId").asText();
    }

    private static Duration wait(ObjectNode sent) {
        Duration asked = Duration.ofSeconds(Math.max(0, sent.path("waitSeconds").asLong()));
        return asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
    }
}
