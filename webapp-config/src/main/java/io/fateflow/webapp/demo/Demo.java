package io.fateflow.webapp.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/** What happens in the demo, once the server answers. */
final class Demo {

    private static final String SAID_BY = "SecureAddExample: ";
    private static final Set<String> ENDED = Set.of("success", "failed", "canceled", "timeout");
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final DemoClient client;
    private final Path logs;
    private final Progress progress;
    private final PrintStream out;

    Demo(URI server, Path logs, PrintStream out, boolean terminal) {
        this.client = new DemoClient(server);
        this.logs = logs;
        this.progress = new Progress(out, terminal);
        this.out = out;
    }

    /** Uploads two tables, runs a job of two parties on them, and shows it; whether it succeeded. */
    boolean run() throws IOException, InterruptedException {
        upload(DemoJob.GUEST_TABLE, DemoData.guest());
        upload(DemoJob.HOST_TABLE, DemoData.host());
        JsonNode job = client.call("/v1/job/submit", DemoJob.submission());
        String jobId = job.path("jobId").asText();
        out.println("Job " + jobId + " of guest 9999 and host 10000:");
        String status = follow(jobId, true);
        out.println("Job " + jobId + ": " + status);
        if (status.equals("success")) {
            result(jobId).forEach(line -> out.println("  " + line));
        } else {
            errors(jobId);
        }
        // a process that has ended has no page of its own; the dashboard lists all jobs
        out.println("In Cockpit: "
                + job.path("data").path("board_url").asText().replaceFirst("#.*", "#/dashboard")
                + ", card \"FATE jobs\"");
        return status.equals("success");
    }

    private void upload(String table, String csv) throws IOException, InterruptedException {
        JsonNode job = client.upload(DemoJob.uploadOf(table), csv);
        String status = follow(job.path("jobId").asText(), false);
        if (!status.equals("success")) {
            errors(job.path("jobId").asText());
            throw new IOException("Uploading " + table + " ended as " + status);
        }
        out.println("Uploaded " + DemoJob.NAMESPACE + "." + table + " with " + DemoData.PEOPLE + " rows");
    }

    private String follow(String jobId, boolean show) throws IOException, InterruptedException {
        while (true) {
            JsonNode rows = client.call("/v1/job/query", DemoJob.filter(jobId)).path("data");
            if (show) {
                progress.show(
                        client.call("/v1/job/task/query", DemoJob.filter(jobId)).path("data"));
            }
            String status = rows.path(0).path("f_status").asText();
            if (ENDED.contains(status)) {
                return status;
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    private void errors(String jobId) throws IOException, InterruptedException {
        for (JsonNode task :
                client.call("/v1/job/task/query", DemoJob.filter(jobId)).path("data")) {
            String error = task.path("f_error_report").asText();
            if (!error.isEmpty()) {
                out.println("  " + task.path("f_component_name").asText() + " at "
                        + task.path("f_role").asText() + ": " + error);
            }
        }
    }

    /** What the last component said of its result at the guest. */
    private List<String> result(String jobId) throws IOException {
        Path log = logs.resolve(jobId)
                .resolve("guest")
                .resolve(Long.toString(DemoJob.GUEST))
                .resolve(DemoJob.LAST_COMPONENT)
                .resolve("INFO.log");
        if (!Files.exists(log)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains(SAID_BY))
                    .map(line -> line.substring(line.indexOf(SAID_BY) + SAID_BY.length()))
                    .toList();
        }
    }
}
