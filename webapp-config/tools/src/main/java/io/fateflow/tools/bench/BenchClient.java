package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A client of a server in another process. */
final class BenchClient {

    private static final Duration LONGEST_CALL = Duration.ofMinutes(2);
    private static final String NOT_READY = "FFB-2050";
    private static final String BUSY = "FFB-5103";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final Duration look;
    private final AtomicInteger submitAgain = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();

    BenchClient(URI server) {
        this(server, BenchWait.LOOK);
    }

    /** @param look how long after one the next look at a job is */
    BenchClient(URI server, Duration look) {
        this.server = server;
        this.look = look;
    }

    /** Again while another site is not there in time: servers that have just started may be late. */
    String submit(ObjectNode job) throws IOException, InterruptedException {
        JsonNode answer = post("/v1/job/submit", job);
        while (answer.path("retmsg").asText().contains(NOT_READY)) {
            submitAgain.incrementAndGet();
            answer = post("/v1/job/submit", job);
        }
        return demandDone(answer).path("jobId").asText();
    }

    /** How often a job was submitted again. */
    int submitAgain() {
        return submitAgain.get();
    }

    /** How often the server had no connection to its database for seconds, and was asked again. */
    int busy() {
        return busy.get();
    }

    /** @throws IllegalStateException if it ends otherwise */
    void awaitSuccess(String jobId) throws IOException, InterruptedException {
        awaitSuccess(jobId, "guest", "9999");
    }

    /** As {@link #awaitSuccess(String)}, of a job with another initiator. */
    void awaitSuccess(String jobId, String role, String party) throws IOException, InterruptedException {
        BenchWait.untilSuccess(jobId, () -> status(jobId, role, party), look);
    }

    /** @return the job's id */
    String upload(ObjectNode description) throws IOException, InterruptedException {
        return demandDone(post("/v1/data/upload", description)).path("jobId").asText();
    }

    private String status(String jobId, String role, String party) throws IOException, InterruptedException {
        ObjectNode initiators = named(jobId).put("role", role).put("party_id", party);
        return call("/v1/job/query", initiators).at("/data/0/f_status").asText();
    }

    JsonNode tasks(String jobId) throws IOException, InterruptedException {
        return call("/v1/job/task/query", named(jobId)).path("data");
    }

    /** Waits until no process is under way: jobs that are over may still have to say so to others. */
    void awaitIdle(String password) throws IOException, InterruptedException {
        String login = "admin:" + password;
        HttpRequest request = HttpRequest.newBuilder(server.resolve("/engine-rest/process-instance/count"))
                .timeout(LONGEST_CALL)
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .build();
        BenchWait.until(() -> {
            JsonNode count = JSON.readTree(
                            http.send(request, BodyHandlers.ofByteArray()).body())
                    .path("count");
            if (!count.isInt()) {
                throw new IOException("The server at " + server + " does not tell its processes");
            }
            return count.asInt() == 0;
        });
    }

    private static ObjectNode named(String jobId) {
        return JsonNodeFactory.instance.objectNode().put("job_id", jobId);
    }

    /** @throws IOException if the answer is no success */
    JsonNode call(String path, ObjectNode body) throws IOException, InterruptedException {
        return demandDone(post(path, body));
    }

    private static JsonNode demandDone(JsonNode answer) throws IOException {
        if (answer.path("retcode").asInt(-1) != 0) {
            throw new IOException("The server answered " + answer.path("retmsg").asText(answer.toString()));
        }
        return answer;
    }

    private JsonNode post(String path, ObjectNode body) throws IOException, InterruptedException {
        JsonNode answer = answer(path, body);
        while (answer.path("retmsg").asText().contains(BUSY)) {
            busy.incrementAndGet();
            answer = answer(path, body);
        }
        return answer;
    }

    private JsonNode answer(String path, ObjectNode body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(LONGEST_CALL)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        return JSON.readTree(http.send(request, BodyHandlers.ofByteArray()).body());
    }
}
