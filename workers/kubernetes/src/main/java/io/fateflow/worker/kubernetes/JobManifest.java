package io.fateflow.worker.kubernetes;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;
import io.fateflow.worker.kubernetes.delivery.PodMain;
import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Launch;

/** The Job of one run: one pod, never another one in its place, the operator's template around our command. */
final class JobManifest {

    static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    static final String MANAGER = "fate-flow-bpm";
    static final String RUN = "fate-flow-bpm/run";
    static final String DIRECTORY = "fate-flow-bpm/run-directory";

    /** A Job that was created suspended has it from the moment on at which it need not be for our sake. */
    static final String RELEASED = "fate-flow-bpm/released";

    /** Who takes a Job away that no worker has taken away, and when: its logs are on the volume. */
    private static final int FORGOTTEN_AFTER_SECONDS = 24 * 60 * 60;

    /** What the program needs that stands between an executor and its worker where they share no volume, in megabytes. */
    private static final int BESIDE_EXECUTOR = 112;

    private static final String TOKEN = "token";

    private JobManifest() {}

    static String name(RunDirectory run) {
        return "fate-" + run.workerId();
    }

    static Map<String, String> labels(RunDirectory run) {
        return Map.of(MANAGED_BY, MANAGER, RUN, run.workerId());
    }

    /** What a pod shows its worker, with which it shares no volume; goes with its Job. */
    static Secret secret(RunDirectory run, Job job, String token) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name(run))
                .withNamespace(job.getMetadata().getNamespace())
                .addToLabels(labels(run))
                .addNewOwnerReference()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .endOwnerReference()
                .endMetadata()
                .addToStringData(TOKEN, token)
                .build();
    }

    static Job of(Launch launch, KubernetesSettings settings) {
        return of(launch, settings, null);
    }

    /**
     * Makes it.
     *
     * @param desk where its pod calls the worker: then the Job is suspended, and waits for its {@link #secret}; {@code null} if they
     *     share a volume
     */
    static Job of(Launch launch, KubernetesSettings settings, @Nullable DeliveryDesk desk) {
        RunDirectory run = launch.run();
        return new JobBuilder()
                .withNewMetadata()
                .withName(name(run))
                .withNamespace(settings.namespace())
                .addToLabels(labels(run))
                .addToAnnotations(DIRECTORY, run.path().toString())
                .endMetadata()
                .withNewSpec()
                // FATE's retries are the scheduler's, which knows what has been reported
                .withBackoffLimit(0)
                .withTtlSecondsAfterFinished(FORGOTTEN_AFTER_SECONDS)
                .withSuspend(desk == null ? null : Boolean.TRUE)
                .withTemplate(pod(launch, settings, desk))
                .endSpec()
                .build();
    }

    private static PodTemplateSpec pod(Launch launch, KubernetesSettings settings, @Nullable DeliveryDesk desk) {
        PodTemplateSpec pod = new PodTemplateSpecBuilder(settings.template())
                .editOrNewMetadata()
                .addToLabels(labels(launch.run()))
                .addToAnnotations(DIRECTORY, launch.run().path().toString())
                .endMetadata()
                .editSpec()
                .withRestartPolicy("Never")
                .endSpec()
                .build();
        PodSpec spec = pod.getSpec();
        if (spec.getAutomountServiceAccountToken() == null) {
            // a component has nothing to say to the cluster
            spec.setAutomountServiceAccountToken(false);
        }
        settings.userOf(launch.run()).ifPresent(user -> spec.setSecurityContext(as(user, spec.getSecurityContext())));
        spec.setContainers(spec.getContainers().stream()
                .map(container -> KubernetesSettings.CONTAINER.equals(container.getName())
                        ? executor(container, launch, settings, desk)
                        : container)
                .toList());
        return pod;
    }

    /** A user and group of its own, which its volumes are then, too. */
    private static PodSecurityContext as(long user, @Nullable PodSecurityContext template) {
        PodSecurityContextBuilder context =
                template == null ? new PodSecurityContextBuilder() : new PodSecurityContextBuilder(template);
        return context.withRunAsUser(user)
                .withRunAsGroup(user)
                .withFsGroup(user)
                .withRunAsNonRoot(true)
                .build();
    }

    private static Container executor(
            Container template, Launch launch, KubernetesSettings settings, @Nullable DeliveryDesk desk) {
        RunDirectory run = launch.run();
        List<String> command = desk == null
                ? Launcher.line(run.path(), run.standardLog(), run.workerId(), launch.command())
                : PodMain.line(run, launch.command());
        ContainerBuilder container = new ContainerBuilder(template)
                .withCommand(command.stream().map(JobManifest::literally).toList())
                .withArgs(List.of())
                .withWorkingDir(run.path().toString())
                .withEnv(environment(template, launch.environment()))
                .withResources(resources(
                        template,
                        launch.limits().amounts(),
                        settings.resourceNames(),
                        desk == null ? 0 : BESIDE_EXECUTOR))
                .withSecurityContext(
                        template.getSecurityContext() == null ? restricted() : template.getSecurityContext());
        if (desk != null) {
            VolumeMount mount = settings.mountOf(run.path());
            container
                    // the run's own is made by the pod
                    .withWorkingDir(mount == null ? "/" : mount.getMountPath())
                    // its program says on its output why there may be no exit code
                    .withTerminationMessagePolicy("FallbackToLogsOnError");
            desk.environment().forEach((name, value) -> container
                    .addNewEnv()
                    .withName(name)
                    .withValue(value)
                    .endEnv());
            container
                    .addNewEnv()
                    .withName(DeliveryDesk.tokenVariable())
                    .withNewValueFrom()
                    .withNewSecretKeyRef(TOKEN, name(run), false)
                    .endValueFrom()
                    .endEnv();
        }
        return container.build();
    }

    /** The kubelet replaces {@code $(NAME)} in commands and variables, and makes one of every two dollars. */
    private static String literally(String text) {
        return text.replace("$", "$$");
    }

    /** The operator's variables win: they are of this cluster. */
    private static List<EnvVar> environment(Container template, Map<String, String> ours) {
        Map<String, EnvVar> variables = new HashMap<>();
        ours.forEach((name, value) -> variables.put(
                name,
                new EnvVarBuilder().withName(name).withValue(literally(value)).build()));
        template.getEnv().forEach(variable -> variables.put(variable.getName(), variable));
        return new ArrayList<>(variables.values());
    }

    /** What the task was given is requested; of what is not compressible, it is the limit, too. */
    private static ResourceRequirements resources(
            Container template, Map<String, BigDecimal> amounts, Map<String, String> names, int megabytesBeside) {
        ResourceRequirements given = template.getResources();
        ResourceRequirementsBuilder resources =
                given == null ? new ResourceRequirementsBuilder() : new ResourceRequirementsBuilder(given);
        amounts.forEach((label, amount) -> {
            String name = names.get(label);
            if (name == null || amount.signum() == 0) {
                return;
            }
            Quantity quantity =
                    quantity(name, name.equals("memory") ? amount.add(BigDecimal.valueOf(megabytesBeside)) : amount);
            resources.addToRequests(name, quantity);
            if (!name.equals("cpu")) {
                resources.addToLimits(name, quantity);
            }
        });
        return resources.build();
    }

    private static Quantity quantity(String name, BigDecimal amount) {
        String plain = amount.stripTrailingZeros().toPlainString();
        return name.equals("memory") ? new Quantity(plain, "Mi") : new Quantity(plain);
    }

    private static SecurityContext restricted() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withRunAsNonRoot(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .build();
    }
}
