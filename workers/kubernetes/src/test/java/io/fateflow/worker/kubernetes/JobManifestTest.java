package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.Launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

class JobManifestTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path files;

    private KubernetesSettings settings;

    @BeforeEach
    void read() throws IOException {
        settings = TestSettings.in(files);
    }

    @Test
    void aJobIsOnePodOnceAndSaysWhoseItIs() {
        Job job = job(Map.of(), Map.of());

        assertThat(job.getMetadata().getName()).isEqualTo("fate-" + ID);
        assertThat(job.getMetadata().getNamespace()).isEqualTo("fate");
        assertThat(job.getSpec().getBackoffLimit()).isZero();
        assertThat(job.getSpec().getTtlSecondsAfterFinished()).isPositive();
        assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(JobManifest.labels(run()));
        assertThat(pod(job).getRestartPolicy()).isEqualTo("Never");
    }

    @Test
    void theOperatorsTemplateIsKept() {
        PodSpec pod = pod(job(Map.of(), Map.of()));

        assertThat(pod.getTolerations().get(0).getKey()).isEqualTo("federated");
        assertThat(pod.getImagePullSecrets().get(0).getName()).isEqualTo("registry");
        assertThat(pod.getContainers()).extracting(Container::getName).containsExactly("executor", "sidecar");
        assertThat(pod.getContainers().get(1).getCommand()).isEmpty();
        assertThat(executor(pod).getResources().getLimits().get("memory")).hasToString("1Gi");
    }

    @Test
    void anExecutorMayDoNothingThatNobodyAllowedIt() {
        PodSpec pod = pod(job(Map.of(), Map.of()));

        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(executor(pod).getSecurityContext().getAllowPrivilegeEscalation())
                .isFalse();
        assertThat(executor(pod).getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(executor(pod).getSecurityContext().getCapabilities().getDrop())
                .containsExactly("ALL");
    }

    @Test
    void whatATaskWasGivenIsRequestedByTheClustersNames() {
        Container executor = executor(pod(job(
                Map.of(),
                Map.of(
                        "CPU", new BigDecimal("0.5"),
                        "memory", new BigDecimal("2048"),
                        "GPU", new BigDecimal("1.0"),
                        "license/gurobi", BigDecimal.ONE,
                        "rack", BigDecimal.ONE))));

        assertThat(executor.getResources().getRequests())
                .containsOnlyKeys("cpu", "memory", "nvidia.com/gpu", "example.com/gurobi");
        assertThat(executor.getResources().getRequests().get("cpu")).hasToString("0.5");
        assertThat(executor.getResources().getLimits().get("memory")).hasToString("2048Mi");
        assertThat(executor.getResources().getLimits().get("nvidia.com/gpu")).hasToString("1");
        assertThat(executor.getResources().getLimits()).doesNotContainKey("cpu");
    }

    @Test
    void nothingWithinAVariableIsReplacedAndTheOperatorsWin() {
        Container executor = executor(pod(job(Map.of("TZ", "CET", "NOTE", "a $(TZ) b"), Map.of())));

        assertThat(executor.getEnv())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .containsExactlyInAnyOrder(tuple("TZ", "UTC"), tuple("NOTE", "a $$(TZ) b"));
    }

    @Test
    void nothingOfACommandIsReplacedEither() {
        Job job = JobManifest.of(new Launch(run(), List.of("echo", "$(TZ)"), Map.of(), ExecutorLimits.NONE), settings);

        assertThat(executor(pod(job)).getCommand()).endsWith("echo", "$$(TZ)");
    }

    @Test
    void settingsThatCannotBeNameTheirPlace() {
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("namespace is missing");
        assertThatThrownBy(() -> read("namespace: a")).hasMessageContaining("template is missing");
        assertThatThrownBy(() -> read("namespace: a\ntemplate: {spec: {containers: [{name: x}]}}"))
                .hasMessageContaining("none with the name executor");
        assertThatThrownBy(() -> read("namespace: a\ntemplate: {spec: {containers: [{name: executor}]}}"))
                .hasMessageContaining("no image");
        assertThatThrownBy(() -> read("namespace: a\ntemplate: {spec: {containers: [{name: executor, image: x}]}}"))
                .hasMessageContaining("--work-dir");
        assertThatThrownBy(() -> read("namespace: [")).hasMessageContaining("kubernetes.yaml, line 1");
        assertThatThrownBy(() -> read("namespace: a\nnamspace: b\ntemplate: {}"))
                .hasMessageContaining("namspace");
    }

    @Test
    void podsAreInTheWorkersNamespaceUnlessTheFileNamesAnotherOne() throws IOException {
        String template =
                "template: {spec: {containers: [{name: executor, image: x, volumeMounts: [{name: w, mountPath: /w}]}]}}";
        Path silent = TestSettings.file(files, template);
        assertThat(KubernetesSettings.read(silent, "site-9999").namespace()).isEqualTo("site-9999");

        Path named = TestSettings.file(files, "namespace: gpu\n" + template);
        assertThat(KubernetesSettings.read(named, "site-9999").namespace()).isEqualTo("gpu");
    }

    private KubernetesSettings read(String yaml) throws IOException {
        return KubernetesSettings.read(TestSettings.file(files, yaml), null);
    }

    private Job job(Map<String, String> environment, Map<String, BigDecimal> amounts) {
        return JobManifest.of(
                new Launch(run(), List.of("true"), environment, new ExecutorLimits(0, 0, amounts)), settings);
    }

    private static RunDirectory run() {
        return new RunDirectory(ID, Path.of("/work/run"), Path.of("/work/logs"));
    }

    private static PodSpec pod(Job job) {
        return job.getSpec().getTemplate().getSpec();
    }

    private static Container executor(PodSpec pod) {
        return pod.getContainers().get(0);
    }
}
