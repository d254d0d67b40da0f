package io.fateflow.worker.kubernetes;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What docs/kubernetes becomes, as a client of Kubernetes reads it. */
class ManifestsTest {

    private static final Path SETTINGS = RenderedSite.MANIFESTS.resolve("base/kubernetes.yaml");

    @ParameterizedTest
    @ValueSource(strings = {"9999", "10000", RenderedSite.OWN_VOLUMES})
    void manifestsHaveOnlyWhatKubernetesKnowsAndCanBeCreated(String party) throws Exception {
        List<HasMetadata> resources = read(RenderedSite.golden(party).yaml());

        assertThat(resources).hasSizeGreaterThan(20);
        assertThat(unknown(resources)).isEmpty();
        try (TestCluster cluster = new TestCluster()) {
            cluster.startsNoPods();
            resources.forEach(resource -> cluster.client().resource(resource).create());
        }
    }

    @Test
    void theSettingsAreReadAndSeeTheWorkersDirectory() throws Exception {
        KubernetesSettings settings = KubernetesSettings.read(SETTINGS, "site-9999");

        assertThat(unknown(settings.template())).isEmpty();
        assertThat(settings.mountOf(Path.of("/var/lib/fate-flow/jobs/j"))).isNotNull();
    }

    @Test
    void aTypingErrorIsSeen(@TempDir Path directory) throws Exception {
        KubernetesSettings settings = KubernetesSettings.read(
                Files.writeString(
                        directory.resolve("wrong.yaml"),
                        Files.readString(SETTINGS).replace("mountPath", "mountPaht: x, mountPath")),
                "site-9999");

        assertThat(unknown(settings.template())).contains("mountPaht");
    }

    private static List<HasMetadata> read(String yaml) {
        Object all = new KubernetesSerialization().unmarshal(yaml);
        return all instanceof Collection<?> several
                ? several.stream().map(HasMetadata.class::cast).toList()
                : List.of((HasMetadata) all);
    }

    /** Fields that the model has no property for, which it keeps nevertheless. */
    private static List<String> unknown(@Nullable Object model) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>();
        if (model instanceof Collection<?> elements) {
            for (Object element : elements) {
                names.addAll(unknown(element));
            }
        } else if (model instanceof KubernetesResource) {
            for (Method method : model.getClass().getMethods()) {
                if (method.getParameterCount() == 0 && method.getName().startsWith("get")) {
                    Object value = method.invoke(model);
                    if (method.getName().equals("getAdditionalProperties") && value instanceof Map<?, ?> others) {
                        others.keySet().forEach(name -> names.add(String.valueOf(name)));
                    } else {
                        names.addAll(unknown(value));
                    }
                }
            }
        }
        return names;
    }
}
