package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Path;

import com.google.auto.service.AutoService;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeProvider;

/** The cluster is that of the worker's own pod, or of its kubeconfig, as {@code kubectl} finds it. */
@AutoService(ExecutorRuntimeProvider.class)
public final class KubernetesRuntimeProvider implements ExecutorRuntimeProvider {

    /** With growing pauses, for more than a minute: an API server that restarts fails no task. */
    private static final int RETRIES = 30;

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public ExecutorRuntime open(Path settings) throws IOException {
        Config config = new ConfigBuilder(Config.autoConfigure(null))
                .withRequestRetryBackoffLimit(RETRIES)
                .build();
        KubernetesSettings read = KubernetesSettings.read(settings, config.getNamespace());
        return new KubernetesExecutors(
                new KubernetesClientBuilder().withConfig(config).build(), read);
    }
}
