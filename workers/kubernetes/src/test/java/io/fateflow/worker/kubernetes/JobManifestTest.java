package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.Launch;

import static java.util.Objects.requireNonNull;
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
        Container executor = executor(pod(job(Map.of("TZ", "CET", "NOTE", "a $(TZ) b $$"), Map.of())));

        assertThat(executor.getEnv())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .containsExactlyInAnyOrder(tuple("TZ", "UTC"), tuple("NOTE", "a $$(TZ) b $$$$"));
    }

    @Test
    void nothingOfACommandIsReplacedEither() {
        Job job = JobManifest.of(
                new Launch(run(), List.of("echo", "$(TZ)", "$$", "$HOME"), Map.of(), ExecutorLimits.NONE), settings);

        assertThat(executor(pod(job)).getCommand()).endsWith("echo", "$$(TZ)", "$$$$", "$$HOME");
    }

    @Test
    void withoutAVolumeAPodHasItsTokenFromASecretThatGoesWithTheJob() throws IOException {
        settings = TestSettings.withoutVolume(files, Path.of("/work"));
        RunDirectory made = new RunDirectories(files)
                .claim(new RunKey("j", "guest", "1", "c", "j_c", 0))
                .run();
        RunDirectory run = new RunDirectory(made.workerId(), Path.of("/work/run"), Path.of("/work/logs"));
        ExecutorLimits limits = new ExecutorLimits(0, 0, Map.of("memory", new BigDecimal("1000")));
        try (DeliveryDesk desk = requireNonNull(settings.desk()).open("fate")) {
            String token = desk.expect(made);
            Job job = JobManifest.of(new Launch(run, List.of("true"), Map.of(), limits), settings, desk);

            assertThat(job.getSpec().getSuspend()).isTrue();
            assertThat(new KubernetesSerialization().asJson(job)).doesNotContain(token);
            assertThat(executor(pod(job)).getResources().getLimits().get("memory"))
                    .as("its program has its own")
                    .hasToString("1112Mi");
            assertThat(executor(pod(job)).getWorkingDir()).isEqualTo("/work");
            job.getMetadata().setUid("u");
            Secret secret = JobManifest.secret(run, job, token);
            assertThat(secret.getMetadata().getOwnerReferences())
                    .extracting(OwnerReference::getUid)
                    .containsExactly("u");
            assertThat(executor(pod(job)).getEnv())
                    .filteredOn(variable -> variable.getValueFrom() != null)
                    .extracting(variable ->
                            variable.getValueFrom().getSecretKeyRef().getName())
                    .containsExactly(secret.getMetadata().getName());
        }
    }

    @Test
    void eachPodIsAUserOfItsOwnWhoseVolumesAreItsOwnToo() throws IOException {
        settings = TestSettings.withUsers(files, Path.of("/work"), "200000-299999");
        RunDirectory other = new RunDirectory("f".repeat(32), Path.of("/work/other"), Path.of("/work/logs"));

        PodSecurityContext own = pod(job(Map.of(), Map.of())).getSecurityContext();

        assertThat(own.getRunAsUser()).isBetween(200_000L, 299_999L);
        assertThat(own.getRunAsGroup()).isEqualTo(own.getRunAsUser());
        assertThat(own.getFsGroup()).isEqualTo(own.getRunAsUser());
        assertThat(own.getRunAsNonRoot()).isTrue();
        assertThat(pod(job(Map.of(), Map.of())).getSecurityContext())
                .as("whoever makes the Job once more")
                .isEqualTo(own);
        assertThat(settings.userOf(other).getAsLong()).isNotEqualTo(own.getRunAsUser());
    }

    @Test
    void usersOfPodsThatCannotBeAreRefused() {
        String shared =
                "namespace: a\nusers: %s\ntemplate: {spec: {containers: [{name: executor, image: x, volumeMounts:"
                        + " [{name: w, mountPath: /w}]%s}]}}\n";
        String desk = "desk: {port: 0, url: 'http://x'}\n";

        assertThatThrownBy(() -> read(shared.formatted("200000-200999", ""))).hasMessageContaining("users needs desk");
        assertThatThrownBy(() -> read(shared.formatted("0-5", "") + desk)).hasMessageContaining("from 10000 on");
        assertThatThrownBy(() -> read(shared.formatted("200000-200999", ", securityContext: {runAsUser: 1}") + desk))
                .hasMessageContaining("take its runAsUser out");
    }

    @Test
    void aDeskBeyondLoopbackNeedsACertificate() throws IOException {
        String others = "namespace: a\ntemplate: {spec: {containers: [{name: executor, image: x, volumeMounts:"
                + " [{name: w, mountPath: /w}]}]}}\n";
        KubernetesSettings open = read(others + "desk: {address: 0.0.0.0, port: 0, url: 'http://x'}");

        assertThatThrownBy(() -> requireNonNull(open.desk()).open("a")).hasMessageContaining("FFB-5268");
        assertThatThrownBy(() -> read(others + "desk: {port: 0}")).hasMessageContaining("desk needs a url");
        assertThatThrownBy(() -> read(others + "desk: {port: 0, url: 'http://x', keystore: /k}"))
                .hasMessageContaining("belong together");
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
