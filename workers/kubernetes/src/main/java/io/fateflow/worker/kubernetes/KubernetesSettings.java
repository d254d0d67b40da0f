package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.UserIds;

/**
 * How pods are made.
 *
 * @param namespace of Jobs and pods; the worker's own unless the file names one
 * @param template as of a Job: image, volumes, tolerations, secrets; its container {@value #CONTAINER} gets the command
 * @param resourceNames the cluster's name of what a label means here, such as {@code GPU: nvidia.com/gpu}
 * @param desk where pods call their worker, with which they share no volume; {@code null} if they share one
 * @param users of which each pod has one; {@code null} for the template's
 */
record KubernetesSettings(
        String namespace,
        PodTemplateSpec template,
        Map<String, String> resourceNames,
        @Nullable DeskSettings desk,
        @Nullable UserIds users) {

    static final String CONTAINER = "executor";

    private static final Map<String, String> USUAL_NAMES =
            Map.of("CPU", "cpu", "memory", "memory", "GPU", "nvidia.com/gpu");

    private static final YAMLMapper YAML = new YAMLMapper();

    /** The file as it stands. */
    private record Document(
            @JsonProperty("namespace") @Nullable String namespace,
            @JsonProperty("template") @Nullable PodTemplateSpec template,
            @JsonProperty("resourceNames") @Nullable Map<String, String> resourceNames,
            @JsonProperty("desk") @Nullable DeskSettings desk,
            @JsonProperty("users") @Nullable String users) {}

    /**
     * Reads a YAML file.
     *
     * @param ownNamespace that of the worker itself, if it has one
     * @throws IllegalArgumentException if something is missing; the message names it
     */
    static KubernetesSettings read(Path file, @Nullable String ownNamespace) throws IOException {
        Document document;
        try (InputStream in = Files.newInputStream(file)) {
            document = YAML.readValue(in, Document.class);
        } catch (JsonProcessingException e) {
            String line =
                    e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
            throw new IllegalArgumentException(file + line + ": " + firstLine(e), e);
        }
        String namespace = document == null || document.namespace() == null ? ownNamespace : document.namespace();
        if (document == null || namespace == null || namespace.isBlank()) {
            throw new IllegalArgumentException(file + ": namespace is missing, that of Jobs and pods");
        }
        if (document.template() == null || document.template().getSpec() == null) {
            throw new IllegalArgumentException(file + ": template is missing, that of a pod as in a Job");
        }
        Map<String, String> names = new LinkedHashMap<>(USUAL_NAMES);
        if (document.resourceNames() != null) {
            names.putAll(document.resourceNames());
        }
        KubernetesSettings settings = new KubernetesSettings(
                namespace, document.template(), names, document.desk(), users(file, document.users()));
        settings.check(file);
        return settings;
    }

    private static @Nullable UserIds users(Path file, @Nullable String range) {
        try {
            return range == null ? null : UserIds.parse(range);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": users: " + e.getMessage(), e);
        }
    }

    private void check(Path file) {
        if (users != null && desk == null) {
            throw new IllegalArgumentException(
                    file
                            + ": users needs desk: on a volume that pods share with the worker, the files of all are one user's");
        }
        if (desk != null) {
            desk.check(file);
        }
        List<Container> containers = template.getSpec().getContainers();
        Container executor = containers.stream()
                .filter(container -> CONTAINER.equals(container.getName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        file + ": template.spec.containers has none with the name " + CONTAINER));
        if (executor.getImage() == null || executor.getImage().isBlank()) {
            throw new IllegalArgumentException(
                    file + ": the container " + CONTAINER + " has no image; take that of this worker");
        }
        if (users != null
                && executor.getSecurityContext() != null
                && executor.getSecurityContext().getRunAsUser() != null) {
            throw new IllegalArgumentException(file + ": the container " + CONTAINER
                    + " has a user of its own, so that users would say nothing: take its runAsUser out");
        }
        if (executor.getVolumeMounts().isEmpty()) {
            throw new IllegalArgumentException(file + ": the container " + CONTAINER
                    + " mounts no volume; it needs that of the worker's --work-dir, at the same path, or with desk one of its"
                    + " own there");
        }
    }

    /** The mount that a directory of the worker is seen through; {@code null} if pods do not see it. */
    @Nullable
    VolumeMount mountOf(Path directory) {
        return template.getSpec().getContainers().stream()
                .filter(container -> CONTAINER.equals(container.getName()))
                .flatMap(container -> container.getVolumeMounts().stream())
                .filter(mount -> directory.toAbsolutePath().startsWith(mount.getMountPath()))
                .findFirst()
                .orElse(null);
    }

    /** The user of a run's pod, the same each time that somebody asks: no two of some that run are likely to have one. */
    OptionalLong userOf(RunDirectory run) {
        return users == null
                ? OptionalLong.empty()
                : OptionalLong.of(users.first()
                        + new BigInteger(run.workerId(), 16)
                                .mod(BigInteger.valueOf(users.size()))
                                .longValue());
    }

    private static String firstLine(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    }
}
