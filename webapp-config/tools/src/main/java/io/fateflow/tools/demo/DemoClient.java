package io.fateflow.tools.demo;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.JobWatch;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;

/** Calls the FATE Flow API. */
final class DemoClient {

    private static final String BOUNDARY = "----fate-flow-bpm-demo";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final URI server;

    DemoClient(URI server) {
        this.server = server;
    }

    /** Waits for jobs. */
    JobWatch watch() {
        try {
            return FateFlowClient.to(ServerProfile.open(server)).watch();
        } catch (ProfileException e) {
            throw new IllegalStateException("an open server needs nothing", e);
        }
    }

    /** Calls, and fails with the server's own words. */
    JsonNode call(String path, JsonNode body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /** Uploads a table as FATE's clients do: the parameters as JSON in the query string, the file as multipart. */
    JsonNode upload(JsonNode parameters, String csv) throws IOException, InterruptedException {
        String query = URLEncoder.encode(JSON.writeValueAsString(parameters), StandardCharsets.UTF_8)
                .replace("+", "%20");
        String head = String.join(
                "\r\n",
                "--" + BOUNDARY,
                "Content-Disposition: form-data; name=\"file\"; filename=\"demo.csv\"",
                "Content-Type: application/octet-stream",
                "",
                "");
        String tail = "\r\n--" + BOUNDARY + "--\r\n";
        return send(request("/v1/data/upload?" + query)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofString(head + csv + tail)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofMinutes(1));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        JsonNode answer = JSON.readTree(
                http.send(request.build(), BodyHandlers.ofByteArray()).body());
        if (answer.path("retcode").asInt(-1) != 0) {
            throw new IOException("The server answered " + answer.path("retmsg").asText(answer.toString()));
        }
        return answer;
    }
}
