package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
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

import static org.awaitility.Awaitility.await;

/**
 * An API server of fabric8's with what a cluster has besides: a controller that makes a pod of each Job, and a kubelet,
 * in one step each. It does not schedule: there is one node.
 */
public final class TestCluster implements AutoCloseable {

    static final String NAMESPACE = "fate";
    private static final String KUBELET = "test.fate-flow/kubelet";

    /** Says each request; held here, since loggers that nobody holds forget their level. */
    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

    static {
        REQUESTS.setLevel(Level.WARNING);
    }

    private final KubernetesMockServer server;
    private final KubernetesClient client;
    private final TestKubelet kubelet;
    private final List<Watch> watches;
    private final ExecutorService work = Executors.newCachedThreadPool();
    private final Set<String> started = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> podsMade = new ConcurrentHashMap<>();
    private final AtomicInteger creationsTurnedAway = new AtomicInteger();
    private volatile boolean away;
    private volatile String forbiddenMethod = "";

    /** Runs, and has nothing to run, when this returns. */
    public TestCluster() {
        Map<ServerRequest, Queue<ServerResponse>> responses = new HashMap<>();
        server = new KubernetesMockServer(new Context(), new MockWebServer(), responses, new Answers(), false);
        server.init();
        client = client(KUBELET);
        kubelet = new TestKubelet(client, work);
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
        watches = List.of(
                client.batch().v1().jobs().inNamespace(NAMESPACE).watch(new Controller()),
                client.pods().inNamespace(NAMESPACE).watch(kubelet));
    }

    /** Answers as long as it is not away, and lets do what it does not forbid. */
    private final class Answers extends KubernetesCrudDispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            if (away && !ours(request)) {
                creationsTurnedAway.addAndGet("POST".equals(request.getMethod()) ? 1 : 0);
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

    /** Writes what a worker's environment names as {@code KUBECONFIG}. */
    public Path writeKubeconfig(Path file) throws IOException {
        return Files.writeString(file, """
                apiVersion: v1
                kind: Config
                clusters: [{name: tests, cluster: {server: "%s"}}]
                users: [{name: worker, user: {token: of-a-worker}}]
                contexts: [{name: tests, context: {cluster: tests, user: worker}}]
                current-context: tests
                """.formatted(client.getMasterUrl()));
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
    public void isAway(boolean away) {
        this.away = away;
    }

    /** How often somebody wanted to create something while it was away. */
    public int creationsTurnedAway() {
        return creationsTurnedAway.get();
    }

    void forbids(String method) {
        forbiddenMethod = method;
    }

    KubernetesClient client() {
        return client;
    }

    /** Whether no Job, no pod and no secret is left, and nothing runs. */
    public boolean isEmpty() {
        return runsNothing()
                && client.batch()
                        .v1()
                        .jobs()
                        .inNamespace(NAMESPACE)
                        .list()
                        .getItems()
                        .isEmpty()
                && client.pods().inNamespace(NAMESPACE).list().getItems().isEmpty()
                && client.secrets().inNamespace(NAMESPACE).list().getItems().isEmpty();
    }

    /** As {@code kubectl patch} does, of all Jobs. */
    public void suspendJobs(boolean suspended) {
        client.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems().forEach(job -> client.resource(job)
                .edit(old -> new JobBuilder(old)
                        .editSpec()
                        .withSuspend(suspended)
                        .endSpec()
                        .build()));
    }

    /** As a kubelet does whose node is short of memory, with all pods. */
    public void evictAll() {
        kubelet.killAll("Evicted", "The node was low on resource: memory.");
    }

    /** As the kernel does with containers that are at their limit, and with all pods. */
    public void runOutOfMemory() {
        kubelet.killAll(PodState.OUT_OF_MEMORY, "");
    }

    /** From now on pods wait: their status is the test's. */
    void startsNoPods() {
        kubelet.startsNothing();
    }

    boolean runsNothing() {
        return kubelet.runsNothing();
    }

    /** Whether a pod may have a volume that nobody else sees; it needs mounts of its own. */
    public static boolean hasOwnVolumes() {
        return TestKubelet.OWN_MOUNTS.isPresent();
    }

    /** Where files of the pod's own volume are. */
    Path ownVolume(String pod) {
        return kubelet.ownVolume(pod);
    }

    /** The node is gone, with all that ran there. */
    public void loseNode() {
        kubelet.startsNothing();
        kubelet.killAll();
    }

    /** Another node has come: pods that are made from now on begin. */
    public void addNode() {
        kubelet.startsPods();
    }

    private final class Controller implements Watcher<Job> {
        @Override
        public void eventReceived(Action action, Job job) {
            String uid = job.getMetadata().getUid();
            if (action == Action.DELETED) {
                // the garbage collector; the kubelet ends what runs
                work.execute(() -> {
                    removePods(job);
                    client.secrets().inNamespace(NAMESPACE).list().getItems().stream()
                            .filter(secret -> secret.getMetadata().getOwnerReferences().stream()
                                    .anyMatch(owner -> owner.getUid().equals(uid)))
                            .forEach(secret -> client.resource(secret).delete());
                });
            } else if (Boolean.TRUE.equals(job.getSpec().getSuspend())) {
                if (started.remove(uid)) {
                    work.execute(() -> removePods(job));
                }
            } else if (started.add(uid)) {
                int number = podsMade.merge(uid, 1, Integer::sum);
                work.execute(() -> pod(job, number == 1 ? "-x" : "-x" + number));
            }
        }

        private boolean isThere(Job job) {
            return client.batch().v1().jobs().resource(job).get() != null;
        }

        private void removePods(Job job) {
            client.pods()
                    .inNamespace(NAMESPACE)
                    .withLabel(JobManifest.RUN, job.getMetadata().getLabels().get(JobManifest.RUN))
                    .delete();
        }

        private void pod(Job job, String suffix) {
            Pod pod = new PodBuilder()
                    .withMetadata(job.getSpec().getTemplate().getMetadata())
                    .withSpec(job.getSpec().getTemplate().getSpec())
                    .editMetadata()
                    .withNamespace(NAMESPACE)
                    .withName(job.getMetadata().getName() + suffix)
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
            if (isThere(job)) {
                client.resource(pod).create();
                if (!isThere(job)) {
                    // the garbage collector
                    removePods(job);
                }
            }
        }

        @Override
        public void onClose(WatcherException cause) {}
    }

    /** The pod of the only Job, once it is there. */
    Pod onlyPod() {
        return await().atMost(Duration.ofSeconds(10))
                .until(() -> client.pods().inNamespace(NAMESPACE).list().getItems(), pods -> pods.size() == 1)
                .get(0);
    }

    /** What a kubelet or a controller would say of the only pod. */
    void says(PodStatus status) {
        kubelet.edit(onlyPod(), old -> new PodBuilder(old).withStatus(status).build());
    }

    @Override
    public void close() {
        kubelet.startsNothing();
        kubelet.killAll();
        watches.forEach(Watch::close);
        awaitWork();
        client.close();
        server.destroy();
        kubelet.removeVolumes();
    }

    /** What fails because the cluster has gone would fail whichever test waits then. */
    private void awaitWork() {
        work.shutdown();
        try {
            work.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        work.shutdownNow();
    }
}
