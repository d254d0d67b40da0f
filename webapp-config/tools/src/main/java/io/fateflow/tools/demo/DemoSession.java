package io.fateflow.tools.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.client.JobListener;
import io.fateflow.tools.view.JobView;

/** One demo, on one server or one for each party: uploads, a job that is followed to its end, and what it left behind. */
final class DemoSession {

    private final Map<DemoServer, DemoClient> clients = new LinkedHashMap<>();
    private final DemoServer initiator;
    private final JobView progress;
    private final PrintStream out;

    /**
     * Calls nothing yet.
     *
     * @param servers the first is the initiator's
     * @param terminal whether lines can be drawn over
     */
    DemoSession(List<DemoServer> servers, PrintStream out, boolean terminal) {
        servers.forEach(server -> clients.put(server, new DemoClient(server.address())));
        this.initiator = servers.get(0);
        this.progress = new JobView(out::print, terminal);
        this.out = out;
    }

    /** Where the initiator's server keeps its files. */
    Path home() {
        return initiator.home();
    }

    private DemoClient initiatorsClient() {
        return clientOf(initiator);
    }

    private DemoClient clientOf(DemoServer server) {
        return Objects.requireNonNull(clients.get(server));
    }

    private DemoClient clientOf(long party) {
        return clients.entrySet().stream()
                .filter(client -> client.getKey().serves(party))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no server serves party " + party))
                .getValue();
    }

    void print(String line) {
        out.println(line);
    }

    /** Prepares, runs a job, and shows it; whether it succeeded. */
    boolean run(DemoScenario scenario) throws IOException, InterruptedException {
        scenario.prepare(this);
        JsonNode job = initiatorsClient().call("/v1/job/submit", scenario.submission());
        String jobId = job.path("jobId").asText();
        out.println("Job " + jobId + ", on the board: "
                + job.path("data").path("board_url").asText());
        String status = follow(initiatorsClient(), jobId, true);
        out.println("Job " + jobId + ": " + status);
        boolean everywhere = clients.size() == 1 || endedEverywhere(jobId, status);
        if (status.equals("success")) {
            scenario.show(this, jobId);
        } else {
            errors(initiatorsClient(), jobId);
        }
        return status.equals("success") && everywhere;
    }

    /** Every site has rows of its own for the job, and ends it by itself. */
    private boolean endedEverywhere(String jobId, String status) throws IOException, InterruptedException {
        boolean same = true;
        for (Map.Entry<DemoServer, DemoClient> site : clients.entrySet()) {
            if (rows(site.getValue(), jobId).isEmpty()) {
                // none of its parties takes part
                continue;
            }
            String there = follow(site.getValue(), jobId, false);
            same &= there.equals(status);
            out.printf(
                    "  %-22s %-8s  database and logs in %s%n",
                    site.getKey().address(), there, site.getKey().home());
        }
        return same;
    }

    /** Uploads a table at a party's server, with the columns in its first line. */
    void upload(long party, String namespace, String table, String csv) throws IOException, InterruptedException {
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("file", table + ".csv")
                .put("head", 1)
                .put("partition", 4)
                .put("namespace", namespace)
                .put("table_name", table)
                .put("drop", 1);
        DemoClient client = clientOf(party);
        String jobId = client.upload(parameters, csv).path("jobId").asText();
        String status = follow(client, jobId, false);
        if (!status.equals("success")) {
            errors(client, jobId);
            throw new IOException("Uploading " + table + " ended as " + status);
        }
        out.println(
                "Uploaded " + namespace + "." + table + " with " + (csv.lines().count() - 1) + " rows");
    }

    /** A metric's points, as {@code [key, value]}. */
    JsonNode metric(String jobId, String role, long party, String component, String namespace, String name)
            throws IOException, InterruptedException {
        JsonNode all = clientOf(party)
                .call("/v1/tracking/component/metric/all", at(jobId, role, party, component))
                .path("data");
        JsonNode data = all.path(namespace).path(name).path("data");
        if (!data.isArray()) {
            throw new IOException(component + " has no metric " + name + " of " + namespace + " at " + role);
        }
        return data;
    }

    /** What a component learned at a party: the fields of FATE's model parameters. */
    JsonNode model(String jobId, String role, long party, String component) throws IOException, InterruptedException {
        return clientOf(party)
                .call("/v1/tracking/component/output/model", at(jobId, role, party, component))
                .path("data");
    }

    private static ObjectNode at(String jobId, String role, long party, String component) {
        return filter(jobId).put("role", role).put("party_id", party).put("component_name", component);
    }

    private static ObjectNode filter(String jobId) {
        return JsonNodeFactory.instance.objectNode().put("job_id", jobId);
    }

    private String follow(DemoClient client, String jobId, boolean show) throws IOException, InterruptedException {
        JobListener listener = show ? (job, tasks) -> progress.show(tasks) : JobListener.SILENT;
        return client.watch().toTheEnd(jobId, listener).status();
    }

    private static JsonNode rows(DemoClient client, String jobId) throws IOException, InterruptedException {
        return client.call("/v1/job/query", filter(jobId)).path("data");
    }

    private void errors(DemoClient client, String jobId) throws IOException, InterruptedException {
        for (JsonNode task : client.call("/v1/job/task/query", filter(jobId)).path("data")) {
            String error = task.path("f_error_report").asText();
            if (!error.isEmpty()) {
                out.println("  " + task.path("f_component_name").asText() + " at "
                        + task.path("f_role").asText() + ": " + error);
            }
        }
    }
}
