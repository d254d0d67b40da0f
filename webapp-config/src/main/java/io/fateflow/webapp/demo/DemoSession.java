package io.fateflow.webapp.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** One demo on one server: uploads, a job that is followed to its end, and what it left behind. */
final class DemoSession {

    private static final Set<String> ENDED = Set.of("success", "failed", "canceled", "timeout");
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final DemoClient client;
    private final Path home;
    private final Progress progress;
    private final PrintStream out;

    /**
     * Calls nothing yet.
     *
     * @param home the server's
     * @param terminal whether lines can be drawn over
     */
    DemoSession(URI server, Path home, PrintStream out, boolean terminal) {
        this.client = new DemoClient(server);
        this.home = home;
        this.progress = new Progress(out, terminal);
        this.out = out;
    }

    Path home() {
        return home;
    }

    void print(String line) {
        out.println(line);
    }

    /** Prepares, runs a job, and shows it; whether it succeeded. */
    boolean run(DemoScenario scenario) throws IOException, InterruptedException {
        scenario.prepare(this);
        JsonNode job = client.call("/v1/job/submit", scenario.submission());
        String jobId = job.path("jobId").asText();
        out.println("Job " + jobId + ":");
        String status = follow(jobId, true);
        out.println("Job " + jobId + ": " + status);
        if (status.equals("success")) {
            scenario.show(this, jobId);
        } else {
            errors(jobId);
        }
        // a process that has ended has no page of its own; the dashboard lists all jobs
        out.println("In Cockpit: "
                + job.path("data").path("board_url").asText().replaceFirst("#.*", "#/dashboard")
                + ", card \"FATE jobs\"");
        return status.equals("success");
    }

    /** Uploads a table, with the columns in its first line. */
    void upload(String namespace, String table, String csv) throws IOException, InterruptedException {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("file", table + ".csv")
                .put("head", 1)
                .put("partition", 4)
                .put("namespace", namespace)
                .put("table_name", table)
                .put("drop", 1);
        String jobId = client.upload(parameters, csv).path("jobId").asText();
        String status = follow(jobId, false);
        if (!status.equals("success")) {
            errors(jobId);
            throw new IOException("Uploading " + table + " ended as " + status);
        }
        out.println(
                "Uploaded " + namespace + "." + table + " with " + (csv.lines().count() - 1) + " rows");
    }

    /** A metric's points, as {@code [key, value]}. */
    JsonNode metric(String jobId, String role, long party, String component, String namespace, String name)
            throws IOException, InterruptedException {
        JsonNode all = client.call("/v1/tracking/component/metric/all", at(jobId, role, party, component))
                .path("data");
        JsonNode data = all.path(namespace).path(name).path("data");
        if (!data.isArray()) {
            throw new IOException(component + " has no metric " + name + " of " + namespace + " at " + role);
        }
        return data;
    }

    /** What a component learned at a party: the fields of FATE's model parameters. */
    JsonNode model(String jobId, String role, long party, String component) throws IOException, InterruptedException {
        return client.call("/v1/tracking/component/output/model", at(jobId, role, party, component))
                .path("data");
    }

    private static ObjectNode at(String jobId, String role, long party, String component) {
        return filter(jobId).put("role", role).put("party_id", party).put("component_name", component);
    }

    private static ObjectNode filter(String jobId) {
        return JsonNodeFactory.instance.objectNode().put("job_id", jobId);
    }

    private String follow(String jobId, boolean show) throws IOException, InterruptedException {
        while (true) {
            JsonNode rows = client.call("/v1/job/query", filter(jobId)).path("data");
            if (show) {
                progress.show(client.call("/v1/job/task/query", filter(jobId)).path("data"));
            }
            String status = rows.path(0).path("f_status").asText();
            if (ENDED.contains(status)) {
                return status;
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    private void errors(String jobId) throws IOException, InterruptedException {
        for (JsonNode task : client.call("/v1/job/task/query", filter(jobId)).path("data")) {
            String error = task.path("f_error_report").asText();
            if (!error.isEmpty()) {
                out.println("  " + task.path("f_component_name").asText() + " at "
                        + task.path("f_role").asText() + ": " + error);
            }
        }
    }
}
