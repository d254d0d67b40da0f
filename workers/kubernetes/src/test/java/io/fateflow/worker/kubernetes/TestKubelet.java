package io.fateflow.worker.kubernetes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;

import io.fateflow.worker.agent.testing.ProcessEnvironment;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

/**
 * Runs what pods name as processes of this machine, and says of them what a kubelet does. A volume that is a pod's own is a
 * directory that its process alone sees at that path.
 */
final class TestKubelet implements Watcher<Pod> {

    private final KubernetesClient client;
    private final ExecutorService work;
    private final Path volumes;
    private final Map<String, Process> running = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<?>> ends = new ConcurrentHashMap<>();
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final Map<String, Path> ownVolumes = new ConcurrentHashMap<>();
    private final Map<String, Reason> reasons = new ConcurrentHashMap<>();
    private volatile boolean startsPods = true;

    /** How a process gets mounts of its own; empty where the kernel, or what the tests run in, gives none. */
    static final Optional<List<String>> OWN_MOUNTS = Stream.of(
                    List.of("unshare", "--mount"), List.of("unshare", "--mount", "--map-root-user"))
            .filter(TestKubelet::works)
            .findFirst();

    private static boolean works(List<String> unshare) {
        try {
            return new ProcessBuilder(Stream.concat(
                                            unshare.stream(), Stream.of("/bin/sh", "-c", "mount --bind /tmp /tmp"))
                                    .toList())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param work where pods run and end */
    TestKubelet(KubernetesClient client, ExecutorService work) {
        this.client = client;
        this.work = work;
        try {
            volumes = Files.createTempDirectory("volumes");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on pods wait. */
    void startsNothing() {
        startsPods = false;
    }

    /** Those that wait begin, too. */
    void startsPods() {
        startsPods = true;
        client.pods().inNamespace(TestCluster.NAMESPACE).list().getItems().stream()
                .filter(pod -> "Pending".equals(pod.getStatus().getPhase()))
                .forEach(pod -> work.execute(() -> run(pod)));
    }

    boolean runsNothing() {
        return running.isEmpty();
    }

    /** Those that run now: one that begins when another has ended, as an attempt's next one does, is none of them. */
    void killAll() {
        List.copyOf(running.keySet()).forEach(this::kill);
    }

    /** Kills all pods that run now, and says of them why. */
    void killAll(String reason, String message) {
        List.copyOf(running.keySet()).forEach(pod -> {
            reasons.put(pod, new Reason(reason, message));
            kill(pod);
        });
    }

    /** Why it has killed a pod, in Kubernetes' words. */
    private record Reason(String reason, String message) {}

    void removeVolumes() {
        try (Stream<Path> left = Files.walk(volumes)) {
            left.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void eventReceived(Action action, Pod pod) {
        if (action == Action.ADDED && startsPods) {
            work.execute(() -> run(pod));
        } else if (action == Action.MODIFIED && pod.getMetadata().getDeletionTimestamp() != null) {
            work.execute(() -> end(pod));
        }
    }

    @Override
    public void onClose(WatcherException cause) {}

    private void run(Pod pod) {
        Container container = pod.getSpec().getContainers().get(0);
        Path output = ownVolume(pod.getMetadata().getName())
                .resolveSibling(pod.getMetadata().getName() + ".out");
        ProcessBuilder builder = new ProcessBuilder(withOwnVolumes(pod, container))
                .directory(new File(container.getWorkingDir()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        for (EnvVar variable : container.getEnv()) {
            Optional<String> value = valueOf(variable);
            if (value.isEmpty()) {
                // CreateContainerConfigError: the Job is gone, and its secret with it
                return;
            }
            builder.environment().put(variable.getName(), value.get());
        }
        Process process;
        synchronized (running) {
            if (gone.contains(pod.getMetadata().getName())
                    || !begun.add(pod.getMetadata().getName())) {
                return;
            }
            try {
                process = builder.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            running.put(pod.getMetadata().getName(), process);
        }
        edit(pod, old -> new PodBuilder(old)
                .withNewStatus()
                .withPhase("Running")
                .addNewContainerStatus()
                .withName(KubernetesSettings.CONTAINER)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build());
        ends.put(pod.getMetadata().getName(), process.onExit().thenAccept(ended -> {
            // the container ends with its first process
            kill(pod.getMetadata().getName());
            running.remove(pod.getMetadata().getName());
            ended(pod, ended.exitValue(), lastLine(output));
        }));
    }

    private void ended(Pod pod, int exitCode, String lastLine) {
        Reason reason = reasons.getOrDefault(pod.getMetadata().getName(), new Reason("", ""));
        boolean ofContainer = reason.reason().equals(PodState.OUT_OF_MEMORY);
        ContainerStatus status = new ContainerStatusBuilder()
                .withName(KubernetesSettings.CONTAINER)
                .withNewState()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withReason(ofContainer ? reason.reason() : null)
                .withMessage(lastLine)
                .endTerminated()
                .endState()
                .build();
        edit(pod, old -> new PodBuilder(old)
                .withNewStatus()
                .withPhase(exitCode == 0 ? "Succeeded" : "Failed")
                .withReason(ofContainer ? null : reason.reason())
                .withMessage(reason.message())
                .withContainerStatuses(status)
                .endStatus()
                .build());
    }

    /** Where files of the pod's own volume are. */
    Path ownVolume(String pod) {
        return ownVolumes.computeIfAbsent(pod, name -> {
            try {
                return Files.createDirectories(volumes.resolve(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** In a mount namespace of its own, where another directory is at the path of an {@code emptyDir}. */
    private List<String> withOwnVolumes(Pod pod, Container container) {
        Set<String> own = pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getEmptyDir() != null)
                .map(Volume::getName)
                .collect(Collectors.toSet());
        List<String> paths = container.getVolumeMounts().stream()
                .filter(mount -> own.contains(mount.getName()))
                .map(VolumeMount::getMountPath)
                .toList();
        if (paths.isEmpty()) {
            return command(container);
        }
        List<String> line = new ArrayList<>(OWN_MOUNTS.orElseThrow());
        line.addAll(List.of(
                "/bin/sh",
                "-c",
                "mount --bind \"$1\" \"$2\" && cd \"$2\" && shift 2 && exec \"$@\"",
                "kubelet",
                ownVolume(pod.getMetadata().getName()).toString(),
                paths.get(0)));
        line.addAll(command(container));
        return line;
    }

    private static List<String> command(Container container) {
        return container.getCommand().stream().map(TestKubelet::expanded).toList();
    }

    /** Of two dollars one is left; nobody here names a variable in a command. */
    private static String expanded(String text) {
        return text.replace("$$", "$");
    }

    /** Empty if the secret with the value is not there. */
    private Optional<String> valueOf(EnvVar variable) {
        if (variable.getValueFrom() == null) {
            return Optional.of(expanded(variable.getValue()));
        }
        SecretKeySelector key = variable.getValueFrom().getSecretKeyRef();
        Secret secret = client.secrets()
                .inNamespace(TestCluster.NAMESPACE)
                .withName(key.getName())
                .get();
        // an API server makes data of both
        return Optional.ofNullable(secret)
                .map(found -> requireNonNull(found.getStringData().get(key.getKey())));
    }

    private static String lastLine(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "";
        }
    }

    void edit(Pod pod, UnaryOperator<Pod> change) {
        try {
            client.pods()
                    .inNamespace(TestCluster.NAMESPACE)
                    .withName(pod.getMetadata().getName())
                    .edit(change);
        } catch (KubernetesClientException gone) {
            // somebody has deleted it meanwhile
        }
    }

    /** As a kubelet does: asks, waits, kills, and says that the pod is gone when nothing of it runs and its end was said. */
    private void end(Pod pod) {
        Process process;
        synchronized (running) {
            gone.add(pod.getMetadata().getName());
            process = running.get(pod.getMetadata().getName());
        }
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        if (process != null) {
            process.destroy();
            try {
                process.waitFor(grace == null ? 1 : grace, TimeUnit.SECONDS);
                kill(pod.getMetadata().getName());
                awaitEnd(pod.getMetadata().getName());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        edit(pod, old -> new PodBuilder(old)
                .editMetadata()
                .withFinalizers()
                .endMetadata()
                .build());
    }

    private void awaitEnd(String pod) throws InterruptedException {
        CompletableFuture<?> end = await().until(() -> ends.get(pod), Objects::nonNull);
        try {
            end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All of a container's processes go with its first one: they are known by the run's id in their environment. */
    private void kill(String pod) {
        Process first = running.get(pod);
        if (first != null) {
            first.destroyForcibly();
        }
        String run = pod.replaceAll("^fate-|-x\\d*$", "");
        await().until(() -> {
            List<ProcessHandle> left = ProcessHandle.allProcesses()
                    .filter(process -> ProcessEnvironment.of(process.pid()).contains(run)
                            || process.info().commandLine().orElse("").contains(run))
                    .filter(ProcessHandle::isAlive)
                    .toList();
            left.forEach(ProcessHandle::destroyForcibly);
            return left.isEmpty();
        });
    }
}
