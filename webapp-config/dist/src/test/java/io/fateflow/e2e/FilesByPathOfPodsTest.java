package io.fateflow.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.condition.EnabledIf;

import io.fateflow.worker.kubernetes.TestCluster;

import static org.awaitility.Awaitility.await;

/** Components in pods that have no volume in common with their worker, and call it over TLS. */
@EnabledIf(
        value = "io.fateflow.worker.kubernetes.TestCluster#hasOwnVolumes",
        disabledReason = "nobody here may unshare mounts, as containers do")
class FilesByPathOfPodsTest extends FilesByPathContract {

    @Override
    Map<String, Object> settings() {
        return Map.of("fate.worker.enabled", false);
    }

    @Override
    void withExecutors(String server, Runnable work) throws IOException {
        try (TestCluster cluster = new TestCluster();
                ChildJvm worker = PodWorker.withoutVolume(cluster, place, place.resolve("work"))
                        .start(server, "--no-shared-folder")) {
            work.run();
            await("the cluster has nothing of us")
                    .atMost(Duration.ofSeconds(30))
                    .until(cluster::isEmpty);
            worker.terminate();
        }
    }
}
