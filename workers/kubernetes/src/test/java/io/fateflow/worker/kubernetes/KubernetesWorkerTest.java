package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A worker whose executors are pods: what its server is told. */
@ExtendWith(LeakCheck.class)
@Tag("processes")
class KubernetesWorkerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    @TempDir
    private Path work;

    @TempDir
    private Path files;

    private final TestCluster cluster = new TestCluster();
    private final FakeServer server = new FakeServer();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void anAttemptSucceedsAndLeavesNothingInTheCluster() throws IOException {
        try (KubernetesExecutors runtime = runtime();
                Worker worker = worker(runtime, "echo '{\"status\":\"success\"}' > result.json")) {
            ExecutorReport report = reportOf(new TaskBuilder().build(), worker);

            assertThat(report.status()).isEqualTo("success");
            assertThat(cluster.client()
                            .batch()
                            .v1()
                            .jobs()
                            .inAnyNamespace()
                            .list()
                            .getItems())
                    .isEmpty();
        }
    }

    @Test
    void anAttemptWithoutAVolumeTellsItsServerWhatOneWithItDoes() throws IOException {
        String script = "echo hello; test -s config.json && echo '{\"status\":\"success\",\"n\":1}' > result.json";
        try (KubernetesExecutors runtime =
                        new KubernetesExecutors(cluster.newClient(), TestSettings.withoutVolume(files, work));
                Worker worker = new Worker(server, settings(script).withFileCache(1), runtime)) {
            ExecutorTask task = new TaskBuilder().build();
            ExecutorReport report = reportOf(task, worker);

            assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
            assertThat(report.result()).hasToString("{\"status\":\"success\",\"n\":1}");
            assertThat(cluster.client().secrets().inAnyNamespace().list().getItems())
                    .isEmpty();
        }
    }

    @Test
    void aFailureIsToldAsThatOfAProcessIs() throws IOException {
        try (KubernetesExecutors runtime = runtime();
                Worker worker = worker(runtime, "echo no table today; exit 3")) {
            ExecutorReport report = reportOf(new TaskBuilder().build(), worker);

            assertThat(report.status()).isEqualTo("failed");
            assertThat(report.errorReport()).contains("ended with exit code 3", "no table today");
        }
    }

    @Test
    void anAttemptGetsWhatTheServerGaveIt() throws IOException {
        try (KubernetesExecutors runtime = runtime();
                Worker worker = worker(runtime, "while [ ! -e end ]; do sleep 0.05; done")) {
            worker.start();
            server.submit(new TaskBuilder()
                    .given("{\"CPU\":{\"amount\":2},\"GPU\":{\"amount\":1,\"ids\":[0]}}")
                    .build());

            Pod pod = cluster.onlyPod();
            assertThat(pod.getSpec().getContainers().get(0).getResources().getLimits())
                    .containsKey("nvidia.com/gpu");
            end(pod);
            await().atMost(PATIENCE).until(() -> !server.reports().isEmpty());
        }
    }

    @Test
    void theNextWorkerGoesOnWithWhatTheFirstHasStarted() throws IOException {
        ExecutorTask task = new TaskBuilder().build();
        String script = "echo begun >> begun; while [ ! -e end ]; do sleep 0.05; done";
        try (KubernetesExecutors runtime = runtime();
                Worker first = worker(runtime, script)) {
            first.start();
            server.submit(task);
            Path directory = directory(cluster.onlyPod());
            await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        }
        Pod pod = cluster.onlyPod();
        try (KubernetesExecutors runtime = runtime();
                Worker second = worker(runtime, script)) {
            second.start();
            end(pod);
            await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));

            assertThat(server.report(task).status()).isEqualTo("success");
            assertThat(directory(pod).resolve("begun")).content().isEqualToIgnoringNewLines("begun");
        }
    }

    @Test
    void whatTheServerRevokesIsEndedInTheCluster() throws IOException {
        ExecutorTask task = new TaskBuilder().build();
        try (KubernetesExecutors runtime = runtime();
                Worker worker = worker(runtime, "while true; do sleep 0.1; done")) {
            worker.start();
            server.submit(task);
            cluster.onlyPod();

            server.revoke(task.id());

            await().atMost(PATIENCE)
                    .until(() -> cluster.client()
                                    .pods()
                                    .inAnyNamespace()
                                    .list()
                                    .getItems()
                                    .isEmpty()
                            && cluster.runsNothing());
            assertThat(server.reports()).isEmpty();
        }
    }

    private KubernetesExecutors runtime() throws IOException {
        return new KubernetesExecutors(cluster.newClient(), TestSettings.in(files));
    }

    private Worker worker(KubernetesExecutors runtime, String script) {
        return new Worker(server, settings(script), runtime);
    }

    private WorkerSettings settings(String script) {
        return WorkerSettings.of("fate-worker-0", work, 2, URI.create("http://127.0.0.1:9380"))
                .withCommands(Map.of(WorkerSettings.ANY_MODULE, CommandTemplate.plain("sh", "-c", script)))
                .withTimes(Duration.ofMillis(50), Duration.ofMillis(300));
    }

    private ExecutorReport reportOf(ExecutorTask task, Worker worker) throws IOException {
        worker.start();
        server.submit(task);
        await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private static Path directory(Pod pod) {
        return Path.of(pod.getMetadata().getAnnotations().get(JobManifest.DIRECTORY));
    }

    private static void end(Pod pod) throws IOException {
        Files.writeString(directory(pod).resolve("end"), "");
    }
}
