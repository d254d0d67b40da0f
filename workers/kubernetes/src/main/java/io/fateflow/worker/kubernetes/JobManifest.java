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
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;

import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Launch;

/** The Job of one run: one pod, never another one in its place, the operator's template around our command. */
final class JobManifest {

    static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    static final String MANAGER = "fate-flow-bpm";
    static final String RUN = "fate-flow-bpm/run";
    static final String DIRECTORY = "fate-flow-bpm/run-directory";

    /** Who takes a Job away that no worker has taken away, and when: its logs are on the volume. */
    private static final int FORGOTTEN_AFTER_SECONDS = 24 * 60 * 60;

    private JobManifest() {}

    static String name(RunDirectory run) {
        return "fate-" + run.workerId();
    }

    static Map<String, String> labels(RunDirectory run) {
        return Map.of(MANAGED_BY, MANAGER, RUN, run.workerId());
    }

    static Job of(Launch launch, KubernetesSettings settings) {
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
                .withTemplate(pod(launch, settings))
                .endSpec()
                .build();
    }

    private static PodTemplateSpec pod(Launch launch, KubernetesSettings settings) {
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
        spec.setContainers(spec.getContainers().stream()
                .map(container -> KubernetesSettings.CONTAINER.equals(container.getName())
                        ? executor(container, launch, settings.resourceNames())
                        : container)
                .toList());
        return pod;
    }

    private static Container executor(Container template, Launch launch, Map<String, String> resourceNames) {
        RunDirectory run = launch.run();
        return new ContainerBuilder(template)
                .withCommand(Launcher.line(run.path(), run.standardLog(), run.workerId(), launch.command()).stream()
                        .map(JobManifest::literally)
                        .toList())
                .withArgs(List.of())
                .withWorkingDir(run.path().toString())
                .withEnv(environment(template, launch.environment()))
                .withResources(resources(template, launch.limits().amounts(), resourceNames))
                .withSecurityContext(
                        template.getSecurityContext() == null ? restricted() : template.getSecurityContext())
                .build();
    }

    /** The kubelet replaces {@code $(NAME)} in commands and variables, and {@code $$} before a parenthesis. */
    private static String literally(String text) {
        return text.replace("$(", "$$(");
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
            Container template, Map<String, BigDecimal> amounts, Map<String, String> names) {
        ResourceRequirements given = template.getResources();
        ResourceRequirementsBuilder resources =
                given == null ? new ResourceRequirementsBuilder() : new ResourceRequirementsBuilder(given);
        amounts.forEach((label, amount) -> {
            String name = names.get(label);
            if (name == null || amount.signum() == 0) {
                return;
            }
            Quantity quantity = quantity(name, amount);
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
