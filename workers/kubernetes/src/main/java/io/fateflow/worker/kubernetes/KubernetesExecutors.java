package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.RunningExecutor;

/** Each executor is a Job with one pod. The Job's name is the run's, so that there is one, whoever creates it. */
final class KubernetesExecutors implements ExecutorRuntime {

    private final KubernetesSettings settings;
    private final Cluster cluster;
    private final @Nullable DeliveryDesk desk;

    /** @param client is closed with this */
    KubernetesExecutors(KubernetesClient client, KubernetesSettings settings) throws IOException {
        this.settings = settings;
        DeskSettings ofDesk = settings.desk();
        this.desk = ofDesk == null ? null : ofDesk.open(settings.namespace());
        this.cluster = new Cluster(client, settings.namespace());
    }

    @Override
    public RunningExecutor start(Launch launch) throws IOException {
        return adopt(launch);
    }

    @Override
    public RunningExecutor adopt(Launch launch) throws IOException {
        RunDirectory run = launch.run();
        if (settings.mountOf(run.path()) == null) {
            throw new IOException(
                    "pods would not see %s: no volumeMount of the template's container %s is at or above it"
                            .formatted(run.path().toAbsolutePath(), KubernetesSettings.CONTAINER));
        }
        String token = desk == null ? "" : desk.expect(run);
        if (!run.isDecided()) {
            create(launch, token);
        }
        return new KubernetesExecutor(run, cluster, desk);
    }

    private void create(Launch launch, String token) throws IOException {
        try {
            if (desk == null) {
                cluster.create(JobManifest.of(launch, settings));
            } else {
                cluster.create(
                        JobManifest.of(launch, settings, desk), job -> JobManifest.secret(launch.run(), job, token));
            }
        } catch (IOException e) {
            // it may have arrived: then its pod must not begin
            launch.run().forbidStart();
            throw e;
        }
    }

    @Override
    public boolean hasBegun(RunDirectory run) throws IOException {
        return run.isDecided() || cluster.has(run);
    }

    @Override
    public Map<String, JsonNode> resources() {
        return ClusterResources.of(cluster.client(), settings.resourceNames());
    }

    @Override
    public boolean needsSiteFiles() {
        return desk != null;
    }

    @Override
    public void close() {
        cluster.close();
        if (desk != null) {
            desk.close();
        }
    }
}
