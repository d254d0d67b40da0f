package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.kubernetes.TestCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A job whose guest runs on processes and whose host runs on Kubernetes is told of as one whose parties all run on processes. */
class HostOnKubernetesTest {

    private static final String BROKEN_TABLE = "broken";
    private static final String STORY = "fate_flow_schedule.log";

    /** How often a step waits is a matter of time. */
    private static final List<String> ONCE = List.of("audit", "process", "task", "incident");

    @TempDir
    private Path place;

    /** What is known of a job at both sites; ids, times and processes are left out, which differ each time. */
    private record Told(
            Map<String, List<String>> audit,
            Map<String, List<String>> story,
            Map<String, List<String>> attempts,
            Map<String, Map<String, String>> logs,
            List<String> filesOfHost) {}

    @Test
    void aJobIsToldOfAsOneWhosePartiesAreAllOnProcesses() throws IOException {
        Path signs = Files.createDirectory(place.resolve("signs"));
        try (Site guest = new Site(9999, place.resolve("guest"), signs, List.of());
                Site host = new Site(10000, place.resolve("host"), signs, List.of());
                TestCluster cluster = new TestCluster()) {
            host.with(settings -> settings.put("fate.worker.enabled", false).put("fate.site.worker-silence", "1m"))
                    .route(9999, "http", guest.httpPort());
            guest.route(10000, "http", host.httpPort());
            guest.start();
            host.start();
            guest.awaitUp();
            host.awaitUp();
            PodWorker pods = PodWorker.withVolume(cluster, place, place.resolve("host"));
            Told onProcesses;
            Told failedOnProcesses;
            try (ChildJvm worker = workerWithProcesses(host)) {
                guest.client().upload(Jobs.GUEST_TABLE, Jobs.csv("id,y,x0"));
                host.client().upload(Jobs.HOST_TABLE, Jobs.csv("id,x1,x2"));
                host.client().upload(BROKEN_TABLE, "id,x1\n1,5\n2,maybe\n");
                onProcesses = told(ended(Jobs.secureAdd(30, 30), "success", guest, host), guest, host);
                failedOnProcesses = told(ended(failing(), "failed", guest, host), host);
                worker.terminate();
            }
            // a call of that worker for attempts may still wait there
            host.kill();
            host.start().awaitUp();
            try (ChildJvm worker = pods.start(host.client().server().toString())) {
                assertThat(told(ended(Jobs.secureAdd(30, 30), "success", guest, host), guest, host))
                        .isEqualTo(onProcesses);
                assertThat(told(ended(failing(), "failed", guest, host), host)).isEqualTo(failedOnProcesses);
                worker.terminate();
            }
            assertThat(failedOnProcesses.attempts().get("site 10000")).anySatisfy(attempt -> assertThat(attempt)
                    .contains("data_transform_0", "failed", "column x1 of row 2"));
            guest.assertNothingIsLeft();
            host.assertNothingIsLeft();
            await("the cluster has nothing of us").until(cluster::isEmpty);
        }
    }

    /** At the host. */
    private static ObjectNode failing() {
        return Jobs.intersection(Jobs.GUEST_TABLE, BROKEN_TABLE, "{}", "{}");
    }

    private static String ended(ObjectNode job, String status, Site... sites) {
        job.withObject("/job_runtime_conf/job_parameters/common").put("federated_mode", "MULTIPLE");
        String jobId = sites[0].client().submit(job);
        for (Site site : sites) {
            site.client().awaitEnd(jobId, status);
            new Leases(site.jdbc()).assertNoneIsLeft();
        }
        return jobId;
    }

    /** @param sites the host alone where it is a matter of time how far the guest comes */
    private Told told(String jobId, Site... sites) {
        Map<String, List<String>> audit = new TreeMap<>();
        Map<String, List<String>> story = new TreeMap<>();
        Map<String, List<String>> attempts = new TreeMap<>();
        Map<String, Map<String, String>> logs = new TreeMap<>();
        for (Site site : sites) {
            String name = "site " + site.partyId();
            audit.put(name, rows(site, jobId, """
                    select actor, action, component_name, role, party_id, outcome, details from audit_log where job_id = ?"""));
            attempts.put(name, rows(site, jobId, """
                    select component_name, role, party_id, task_version, status, party_status, exit_reason, exit_code,
                        error_report
                    from task where job_id = ?"""));
            story.put(name, story(site.client().get("/v1/job/" + jobId + "/story")));
            Map<String, String> files = new TreeMap<>();
            site.client().logs(jobId).forEach((path, text) -> files.put(general(path), lines(text)));
            // the story once more, with times
            files.remove(STORY);
            logs.put(name, files);
        }
        Path ofJob = place.resolve("host/jobs").resolve(jobId);
        List<String> left = FilesBelow.of(ofJob).stream()
                .map(file -> general(ofJob.relativize(file).toString()))
                .sorted()
                .toList();
        return new Told(audit, story, attempts, logs, left);
    }

    private static List<String> rows(Site site, String jobId, String sql) {
        return site.jdbc().queryForList(sql, jobId).stream()
                .map(row -> general(new TreeMap<>(row).toString()))
                .sorted()
                .toList();
    }

    private static List<String> story(JsonNode answer) {
        List<String> events = new ArrayList<>();
        answer.path("data").forEach(event -> {
            if (ONCE.contains(event.path("source").asText())) {
                events.add(List.of("source", "what", "component", "role", "partyId", "attempt").stream()
                        .map(key -> event.path(key).asText())
                        .toList()
                        .toString());
            }
        });
        assertThat(events).isNotEmpty();
        return events.stream().distinct().sorted().toList();
    }

    /** Threads write them: in whatever order. */
    private static String lines(String text) {
        return String.join("\n", general(text).lines().sorted().toList());
    }

    private static String general(String text) {
        return text.replaceAll("20\\d{19}", "JOB")
                .replaceAll("(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])", "RUN")
                .replaceAll("\\[?20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z?\\]? ?(\\[\\d+\\])?", "TIME")
                .replaceAll("-?\\d+\\.\\d{4}", "NUMBER")
                .replaceAll("\\b\\d+(\\.\\d+)? (ms|s|seconds)\\b", "AWHILE");
    }

    private ChildJvm workerWithProcesses(Site host) throws IOException {
        Path password = Files.writeString(place.resolve("password"), FlowClient.PASSWORD + "\n");
        return ChildJvm.start(
                place,
                Map.of(),
                "worker",
                "--server=" + host.client().server(),
                "--user=" + FlowClient.USER,
                "--password-file=" + password,
                "--worker-id=w",
                "--work-dir=" + place.resolve("host"));
    }
}
