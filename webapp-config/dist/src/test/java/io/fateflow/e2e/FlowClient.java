package io.fateflow.e2e;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A server as users' programs see it: FATE's API, and engine REST with the administrator's login. */
final class FlowClient {

    static final String USER = "admin";
    static final String PASSWORD = "only-for-tests";

    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Set<String> ENDED = Set.of("success", "failed", "canceled", "timeout");
    private static final String BOUNDARY = "----between";
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final URI server;

    FlowClient(int port) {
        this(URI.create("http://127.0.0.1:" + port), HttpClient.newHttpClient());
    }

    /** One that is called in another way, such as over TLS. */
    FlowClient(URI server, HttpClient http) {
        this.server = server;
        this.http = http;
    }

    URI server() {
        return server;
    }

    /** Waits until a server that was just started answers. */
    void awaitUp(ChildJvm process) {
        await("the server answers").atMost(START).until(() -> {
            assertThat(process.isAlive()).as(process.output()).isTrue();
            return isUp();
        });
    }

    private boolean isUp() throws InterruptedException {
        try {
            return http.send(request("/actuator/health").build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Stores a table as FATE's client does, and waits until it is there. */
    void upload(String table, String csv) {
        upload(Jobs.NAMESPACE, table, csv);
    }

    void upload(String namespace, String table, String csv) {
        ObjectNode parameters = JSON.createObjectNode()
                .put("file", table + ".csv")
                .put("head", 1)
                .put("partition", 4)
                .put("namespace", namespace)
                .put("table_name", table)
                .put("drop", 1);
        String query =
                URLEncoder.encode(parameters.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        String body = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"t.csv\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n" + csv + "\r\n--" + BOUNDARY + "--\r\n";
        JsonNode answer = json(send(request("/v1/data/upload?" + query)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofString(body))));
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        awaitEnd(answer.path("jobId").asText(), "success");
    }

    String submit(ObjectNode job) {
        JsonNode answer = post("/v1/job/submit", job);
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        return answer.path("jobId").asText();
    }

    JsonNode post(String path, ObjectNode body) {
        return json(send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))));
    }

    /** For calls that not every client may make. */
    JsonNode postAsAdministrator(String path, ObjectNode body) {
        return json(send(logIn(request(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))));
    }

    /** Whatever the server answers; a GET without a body. */
    HttpResponse<byte[]> answer(String path, @Nullable ObjectNode body) {
        HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
        return send(body == null ? request.GET() : request.POST(BodyPublishers.ofString(body.toString())));
    }

    JsonNode get(String path) {
        return json(send(request(path).GET()));
    }

    /** Waits until the job has ended at all parties, in one way. */
    void awaitEnd(String jobId, String status) {
        awaitEnd(jobId);
        assertThat(statuses(jobId)).as("%s", errors(jobId)).containsOnly(status);
    }

    /** No status at all is no answer: under load the first look may come before the server has the time. */
    private static boolean hasEnded(List<String> statuses) {
        return !statuses.isEmpty() && ENDED.containsAll(statuses);
    }

    void awaitEnd(String jobId) {
        await("job " + jobId + " has ended").atMost(PATIENCE).until(() -> hasEnded(statuses(jobId)));
    }

    /** For jobs that had ended before. */
    void awaitStatus(String jobId, String status) {
        await("job " + jobId + " is " + status).atMost(PATIENCE).until(() -> statuses(jobId).stream()
                .allMatch(status::equals));
    }

    private List<String> statuses(String jobId) {
        List<String> statuses = new ArrayList<>();
        rows("/v1/job/query", jobId)
                .forEach(row -> statuses.add(row.path("f_status").asText()));
        assertThat(statuses).as("job " + jobId).isNotEmpty();
        return statuses;
    }

    List<JsonNode> jobs(String jobId) {
        return rows("/v1/job/query", jobId);
    }

    List<JsonNode> tasks(String jobId) {
        return rows("/v1/job/task/query", jobId);
    }

    private List<String> errors(String jobId) {
        return tasks(jobId).stream()
                .map(task -> task.path("f_component_name").asText() + " "
                        + task.path("f_role").asText() + " "
                        + task.path("f_party_status").asText() + " "
                        + task.path("f_error_report").asText())
                .toList();
    }

    private List<JsonNode> rows(String path, String jobId) {
        List<JsonNode> rows = new ArrayList<>();
        post(path, JSON.createObjectNode().put("job_id", jobId)).path("data").forEach(rows::add);
        return rows;
    }

    JsonNode tableInfo(String namespace, String name) {
        return post(
                        "/v1/table/table_info",
                        JSON.createObjectNode().put("namespace", namespace).put("table_name", name))
                .path("data");
    }

    JsonNode stop(String jobId) {
        return post("/v1/job/stop", JSON.createObjectNode().put("job_id", jobId));
    }

    /** A job's log files, by path. */
    Map<String, String> logs(String jobId) {
        return unpack(
                send(request("/v1/job/log/download").POST(BodyPublishers.ofString("{\"job_id\":\"" + jobId + "\"}"))));
    }

    /** What a component made at the guest, by file name. */
    Map<String, String> outputData(String jobId, String component) {
        return unpack(send(request("/v1/tracking/component/output/data/download")
                .method("GET", BodyPublishers.ofString(atGuest(jobId, component).toString()))));
    }

    /** One of the calls on a component, at the guest. */
    JsonNode tracking(String call, String jobId, String component) {
        return post("/v1/tracking/component/" + call, atGuest(jobId, component));
    }

    private static ObjectNode atGuest(String jobId, String component) {
        return JSON.createObjectNode()
                .put("job_id", jobId)
                .put("role", "guest")
                .put("party_id", 9999)
                .put("component_name", component);
    }

    private static Map<String, String> unpack(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(200);
        Map<String, String> files = new LinkedHashMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(answer.body())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** Starts {@code fate-job} as a platform does. */
    HttpResponse<byte[]> startProcess(ObjectNode body, boolean logIn) {
        HttpRequest.Builder request = request("/engine-rest/process-definition/key/fate-job/start")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
        return send(logIn ? logIn(request) : request);
    }

    /** What the server's doctor finds. */
    JsonNode findings() {
        return json(send(logIn(request("/v1/doctor")).GET())).path("data").path("findings");
    }

    JsonNode engine(String path) {
        return json(send(logIn(request("/engine-rest" + path)).GET()));
    }

    /** As the button in Cockpit does. */
    void retry(String engineJob) {
        HttpResponse<byte[]> answer = send(logIn(request("/engine-rest/job/" + engineJob + "/retries"))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"retries\":1}")));
        assertThat(answer.statusCode()).isEqualTo(204);
    }

    /** Does now what a timer of the engine would do later. */
    void execute(String engineJob) {
        HttpResponse<byte[]> answer = send(logIn(request("/engine-rest/job/" + engineJob + "/execute"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
        assertThat(answer.statusCode()).as("%s", json(answer)).isEqualTo(204);
    }

    static JsonNode json(HttpResponse<byte[]> answer) {
        return json(new String(answer.body(), StandardCharsets.UTF_8));
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE);
    }

    private static HttpRequest.Builder logIn(HttpRequest.Builder request) {
        String pair = Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        return request.header("Authorization", "Basic " + pair);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
