package io.fateflow.worker.kubernetes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;

import io.fateflow.worker.agent.testing.ProcessEnvironment;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

/**
 * An API server of fabric8's with what a cluster has besides: a controller that makes a pod of each Job, and a kubelet that runs
 * what pods name as processes of this machine, in one step each. It does not schedule: there is one node. A volume that is a pod's
 * own is a directory that its process alone sees at that path.
 */
final class TestCluster implements AutoCloseable {

    static final String NAMESPACE = "fate";
    private static final String KUBELET = "test.fate-flow/kubelet";

    /** Says each request; held here, since loggers that nobody holds forget their level. */
    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

    static {
        REQUESTS.setLevel(Level.WARNING);
    }

    private final KubernetesMockServer server;
    private final KubernetesClient client;
    private final ExecutorService work = Executors.newCachedThreadPool();
    private final Map<String, Process> running = new ConcurrentHashMap<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final Set<String> started = ConcurrentHashMap.newKeySet();
    private final Map<String, Path> ownVolumes = new ConcurrentHashMap<>();
    private volatile boolean startsPods = true;
    private volatile boolean away;
    private volatile String forbiddenMethod = "";
    private final Path volumes;

    /** How a process gets mounts of its own; empty where the kernel, or what the tests run in, gives none. */
    static final Optional<List<String>> OWN_MOUNTS = Stream.of(
                    List.of("unshare", "--mount"), List.of("unshare", "--mount", "--map-root-user"))
            .filter(TestCluster::works)
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

    TestCluster() {
        try {
            volumes = Files.createTempDirectory("volumes");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<ServerRequest, Queue<ServerResponse>> responses = new HashMap<>();
        server = new KubernetesMockServer(new Context(), new MockWebServer(), responses, new Answers(), false);
        server.init();
        client = client(KUBELET);
        client.nodes()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("node-1")
                        .endMetadata()
                        .withNewStatus()
                        .addToAllocatable("cpu", new Quantity("3500m"))
                        .addToAllocatable("memory", new Quantity("4Gi"))
                        .addToAllocatable("nvidia.com/gpu", new Quantity("2"))
                        .endStatus()
                        .build())
                .create();
        client.batch().v1().jobs().inNamespace(NAMESPACE).watch(new Controller());
        client.pods().inNamespace(NAMESPACE).watch(new Kubelet());
    }

    /** Answers as long as it is not away, and lets do what it does not forbid. */
    private final class Answers extends KubernetesCrudDispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            if (away && !ours(request)) {
                return new MockResponse().setResponseCode(503);
            }
            String forbidden = forbiddenMethod;
            return forbidden.equals(request.getMethod()) && !ours(request)
                    ? new MockResponse().setResponseCode(403)
                    : super.dispatch(request);
        }

        private boolean ours(RecordedRequest request) {
            return KUBELET.equals(request.getHeader("User-Agent"));
        }
    }

    /** A client of a worker, which does not ask again; the runtime closes it. */
    KubernetesClient newClient() {
        return client("worker");
    }

    private KubernetesClient client(String userAgent) {
        try (KubernetesClient usual = server.createClient()) {
            return new KubernetesClientBuilder()
                    .withConfig(new ConfigBuilder(usual.getConfiguration())
                            .withRequestRetryBackoffLimit(0)
                            .withUserAgent(userAgent)
                            .build())
                    .build();
        }
    }

    /** Whether workers get no answers; the controller and the kubelet do. */
    void isAway(boolean away) {
        this.away = away;
    }

    void forbids(String method) {
        forbiddenMethod = method;
    }

    KubernetesClient client() {
        return client;
    }

    /** From now on pods wait: their status is the test's. */
    void startsNoPods() {
        startsPods = false;
    }

    boolean runsNothing() {
        return running.isEmpty();
    }

    /** The node is gone, with all that ran there. */
    void loseNode() {
        startsPods = false;
        running.keySet().forEach(this::kill);
    }

    private final class Controller implements Watcher<Job> {
        @Override
        public void eventReceived(Action action, Job job) {
            if (action != Action.DELETED
                    && !Boolean.TRUE.equals(job.getSpec().getSuspend())
                    && started.add(job.getMetadata().getUid())) {
                work.execute(() -> pod(job));
            } else if (action == Action.DELETED) {
                // the garbage collector; the kubelet ends what runs
                work.execute(() -> {
                    client.pods()
                            .inNamespace(NAMESPACE)
                            .withName(job.getMetadata().getName() + "-x")
                            .delete();
                    client.secrets().inNamespace(NAMESPACE).list().getItems().stream()
                            .filter(secret -> secret.getMetadata().getOwnerReferences().stream()
                                    .anyMatch(owner -> owner.getUid()
                                            .equals(job.getMetadata().getUid())))
                            .forEach(secret -> client.resource(secret).delete());
                });
            }
        }

        private void pod(Job job) {
            Pod pod = new PodBuilder()
                    .withMetadata(job.getSpec().getTemplate().getMetadata())
                    .withSpec(job.getSpec().getTemplate().getSpec())
                    .editMetadata()
                    .withNamespace(NAMESPACE)
                    .withName(job.getMetadata().getName() + "-x")
                    .addToFinalizers(KUBELET)
                    .withOwnerReferences(new OwnerReferenceBuilder()
                            .withKind("Job")
                            .withName(job.getMetadata().getName())
                            .build())
                    .endMetadata()
                    .editSpec()
                    .withNodeName("node-1")
                    .endSpec()
                    .withNewStatus()
                    .withPhase("Pending")
                    .endStatus()
                    .build();
            if (client.batch().v1().jobs().resource(job).get() != null) {
                client.resource(pod).create();
            }
        }

        @Override
        public void onClose(WatcherException cause) {}
    }

    private final class Kubelet implements Watcher<Pod> {
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
    }

    @SuppressWarnings("FutureReturnValueIgnored")
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
            if (gone.contains(pod.getMetadata().getName())) {
                return;
            }
            try {
                process = builder.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            running.put(pod.getMetadata().getName(), process);
        }
        status(
                pod,
                "Running",
                new ContainerStatusBuilder()
                        .withNewState()
                        .withNewRunning()
                        .endRunning()
                        .endState());
        process.onExit().thenAccept(ended -> {
            running.remove(pod.getMetadata().getName());
            status(
                    pod,
                    ended.exitValue() == 0 ? "Succeeded" : "Failed",
                    new ContainerStatusBuilder()
                            .withNewState()
                            .withNewTerminated()
                            .withExitCode(ended.exitValue())
                            .withMessage(lastLine(output))
                            .endTerminated()
                            .endState());
        });
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
            return container.getCommand();
        }
        List<String> line = new ArrayList<>(OWN_MOUNTS.orElseThrow());
        line.addAll(List.of(
                "/bin/sh",
                "-c",
                "mount --bind \"$1\" \"$2\" && cd \"$2\" && shift 2 && exec \"$@\"",
                "kubelet",
                ownVolume(pod.getMetadata().getName()).toString(),
                paths.get(0)));
        line.addAll(container.getCommand());
        return line;
    }

    /** Empty if the secret with the value is not there. */
    private Optional<String> valueOf(EnvVar variable) {
        if (variable.getValueFrom() == null) {
            return Optional.of(variable.getValue());
        }
        SecretKeySelector key = variable.getValueFrom().getSecretKeyRef();
        Secret secret =
                client.secrets().inNamespace(NAMESPACE).withName(key.getName()).get();
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

    /** The pod of the only Job, once it is there. */
    Pod onlyPod() {
        return await().atMost(Duration.ofSeconds(10))
                .until(() -> client.pods().inNamespace(NAMESPACE).list().getItems(), pods -> pods.size() == 1)
                .get(0);
    }

    /** What a kubelet or a controller would say of the only pod. */
    void says(PodStatus status) {
        edit(onlyPod(), old -> new PodBuilder(old).withStatus(status).build());
    }

    private void status(Pod pod, String phase, ContainerStatusBuilder container) {
        ContainerStatus status =
                container.withName(KubernetesSettings.CONTAINER).build();
        edit(pod, old -> new PodBuilder(old)
                .withNewStatus()
                .withPhase(phase)
                .withContainerStatuses(status)
                .endStatus()
                .build());
    }

    private void edit(Pod pod, UnaryOperator<Pod> change) {
        try {
            client.pods()
                    .inNamespace(NAMESPACE)
                    .withName(pod.getMetadata().getName())
                    .edit(change);
        } catch (KubernetesClientException gone) {
            // somebody has deleted it meanwhile
        }
    }

    /** As a kubelet does: asks, waits, kills, and says that the pod is gone. */
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
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        edit(pod, old -> new PodBuilder(old)
                .editMetadata()
                .withFinalizers()
                .endMetadata()
                .build());
    }

    /** All of a container's processes go with its first one: they are known by the run's id in their environment. */
    private void kill(String pod) {
        Process first = running.get(pod);
        if (first != null) {
            first.destroyForcibly();
        }
        String run = pod.replaceAll("^fate-|-x$", "");
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

    @Override
    public void close() {
        startsPods = false;
        running.keySet().forEach(this::kill);
        client.close();
        server.destroy();
        work.shutdownNow();
        try (Stream<Path> left = Files.walk(volumes)) {
            left.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
