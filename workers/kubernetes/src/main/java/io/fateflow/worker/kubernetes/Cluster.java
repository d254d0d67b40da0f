package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.run.RunDirectory;

/** Jobs and pods of our runs in one namespace. Changes are heard of; what was never heard of is asked for. */
final class Cluster implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Cluster.class);
    private static final String BY_RUN = "run";
    private static final String RELEASE = """
            {"metadata": {"annotations": {"%s": "true"}}, "spec": {"suspend": false}}""".formatted(JobManifest.RELEASED);
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    /** While nothing is heard, which may be for want of a connection. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    /** What a kubelet takes to say that a pod is gone, besides the pod's own time. */
    private static final Duration SETTLES = Duration.ofSeconds(30);

    private final KubernetesClient client;
    private final String namespace;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<Job> jobs;
    private final Map<String, CompletableFuture<@Nullable Void>> changes = new ConcurrentHashMap<>();

    /** Begins to listen; the client is closed with this. */
    Cluster(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
        this.pods = client.pods()
                .inNamespace(namespace)
                .withLabel(JobManifest.MANAGED_BY, JobManifest.MANAGER)
                .runnableInformer(0);
        this.jobs = client.batch()
                .v1()
                .jobs()
                .inNamespace(namespace)
                .withLabel(JobManifest.MANAGED_BY, JobManifest.MANAGER)
                .runnableInformer(0);
        listen(pods);
        listen(jobs);
    }

    private <T extends HasMetadata> void listen(SharedIndexInformer<T> informer) {
        informer.addIndexers(Map.of(BY_RUN, resource -> List.of(run(resource))));
        informer.addEventHandler(new ResourceEventHandler<T>() {
            @Override
            public void onAdd(T resource) {
                changed(resource);
            }

            @Override
            public void onUpdate(T before, T resource) {
                changed(resource);
            }

            @Override
            public void onDelete(T resource, boolean stateUnknown) {
                changed(resource);
            }
        });
        // it connects again, for ever
        informer.exceptionHandler((started, failure) -> true);
        informer.start();
    }

    private void changed(HasMetadata resource) {
        CompletableFuture<@Nullable Void> waiting = changes.remove(run(resource));
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    private static String run(HasMetadata resource) {
        return resource.getMetadata().getLabels().getOrDefault(JobManifest.RUN, "");
    }

    /** Done with the next thing that is heard of the run. */
    CompletableFuture<@Nullable Void> change(RunDirectory run) {
        return changes.computeIfAbsent(run.workerId(), id -> new CompletableFuture<>());
    }

    /** A run that nobody waits for any more. */
    void forget(RunDirectory run) {
        changes.remove(run.workerId());
    }

    /** As last heard of. */
    Optional<Pod> pod(RunDirectory run) {
        return pods.getIndexer().byIndex(BY_RUN, run.workerId()).stream().findFirst();
    }

    /** Whether there will be a pod: there is a Job, which has not ended. If nobody can say, there will. */
    boolean awaitsPod(RunDirectory run) {
        Optional<Job> known = heardOf(run);
        try {
            Job job = known.isPresent() ? known.get() : job(run).get();
            return (job != null && !isOver(job))
                    || pods(run).list().getItems().stream().anyMatch(pod -> !new PodState(pod).isOver());
        } catch (KubernetesClientException e) {
            log.debug("the cluster does not say whether there is {}", JobManifest.name(run), e);
            return true;
        }
    }

    private Optional<Job> heardOf(RunDirectory run) {
        return jobs.getIndexer().byIndex(BY_RUN, run.workerId()).stream().findFirst();
    }

    /** Whether it was heard that the run's Job is suspended, as one without a shared volume is at its beginning. */
    boolean isSaidToBeSuspended(RunDirectory run) {
        return heardOf(run).filter(Cluster::isSuspended).isPresent();
    }

    /** Whether the run's Job is suspended now: the cluster takes its pod away then. If nobody can say, it is not. */
    boolean isSuspended(RunDirectory run) {
        try {
            Job job = job(run).get();
            return job != null && isSuspended(job);
        } catch (KubernetesClientException e) {
            log.debug("the cluster does not say whether {} is suspended", JobManifest.name(run), e);
            return false;
        }
    }

    private static boolean isSuspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    private static boolean isOver(Job job) {
        return job.getStatus() != null
                && job.getStatus().getConditions().stream()
                        .anyMatch(condition -> "True".equals(condition.getStatus())
                                && (condition.getType().equals("Failed")
                                        || condition.getType().equals("Complete")));
    }

    /** @throws IOException if the cluster does not answer, or not let us ask */
    boolean has(RunDirectory run) throws IOException {
        try {
            return pod(run).isPresent() || job(run).get() != null;
        } catch (KubernetesClientException e) {
            throw failure("look for " + JobManifest.name(run), e);
        }
    }

    /** One that is there already stays. */
    void create(Job job) throws IOException {
        try {
            client.batch().v1().jobs().inNamespace(namespace).resource(job).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT) {
                throw failure("create Job " + job.getMetadata().getName(), e);
            }
        }
    }

    /**
     * Creates a Job that waits for a secret of its own, which goes when it goes. Whatever of this was done before stays: a Job that has been let
     * go of, and is suspended, somebody else has suspended.
     *
     * @param secret of the Job that is there
     */
    void create(Job suspended, Function<Job, Secret> secret) throws IOException {
        create(suspended);
        String name = suspended.getMetadata().getName();
        try {
            Job job = client.batch()
                    .v1()
                    .jobs()
                    .inNamespace(namespace)
                    .withName(name)
                    .get();
            if (job == null) {
                throw new IOException(
                        "the Kubernetes cluster has no Job " + name + " any more: somebody has deleted it");
            }
            try {
                client.secrets()
                        .inNamespace(namespace)
                        .resource(secret.apply(job))
                        .create();
            } catch (KubernetesClientException e) {
                if (e.getCode() != CONFLICT) {
                    throw e;
                }
            }
            if (!isReleased(job)) {
                client.batch()
                        .v1()
                        .jobs()
                        .inNamespace(namespace)
                        .withName(name)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), RELEASE);
            }
        } catch (KubernetesClientException e) {
            deleteSuspended(name);
            throw failure("create the secret of Job " + name + ", or have it begin", e);
        }
    }

    private static boolean isReleased(Job job) {
        Map<String, String> annotations = job.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(JobManifest.RELEASED);
    }

    /** Without help it would never end, and nobody take it away. */
    private void deleteSuspended(String name) {
        try {
            client.batch()
                    .v1()
                    .jobs()
                    .inNamespace(namespace)
                    .withName(name)
                    .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                    .delete();
        } catch (KubernetesClientException e) {
            log.warn("Job {} is suspended, and may stay; delete it by hand", name, e);
        }
    }

    /**
     * Deletes the run's Job and pod, and waits until they are gone. While the cluster does not answer it waits, too: what runs
     * is not left alone.
     *
     * @throws IOException if the cluster refuses, or has a pod that does not even go by force
     */
    void remove(RunDirectory run, Duration grace) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        long inTime = grace.plus(SETTLES).toNanos();
        boolean warned = false;
        while (true) {
            CompletableFuture<@Nullable Void> change = change(run);
            long late = System.nanoTime() - begun - inTime;
            try {
                if (isRemoved(run, late > 0 ? Duration.ZERO : grace)) {
                    forget(run);
                    return;
                }
                if (late > SETTLES.toNanos()) {
                    throw new IOException(
                            "the cluster still has pod or Job %s of %s after they were deleted by force: look at its node"
                                    .formatted(JobManifest.name(run), run.path()));
                }
            } catch (KubernetesClientException e) {
                if (!mayPass(e)) {
                    throw failure("delete " + JobManifest.name(run), e);
                }
                if (!warned) {
                    log.warn("the cluster does not answer; {} is deleted when it does", JobManifest.name(run), e);
                }
                warned = true;
                begun = System.nanoTime();
            }
            await(change, LOOK_AGAIN);
        }
    }

    private boolean isRemoved(RunDirectory run, Duration grace) {
        boolean left = false;
        if (job(run).get() != null) {
            // first, or it might make its pod now
            job(run).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
            left = true;
        }
        for (Pod pod : pods(run).list().getItems()) {
            left = true;
            if (pod.getMetadata().getDeletionTimestamp() == null || grace.isZero()) {
                client.pods()
                        .inNamespace(namespace)
                        .withName(pod.getMetadata().getName())
                        .withGracePeriod(grace.plusMillis(999).toSeconds())
                        .delete();
            }
        }
        return !left;
    }

    /** Returns when something is heard, or time is up. */
    static void await(CompletableFuture<?> change, Duration atMost) throws InterruptedException {
        try {
            change.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException nothingWasHeard) {
            // the caller looks
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    KubernetesClient client() {
        return client;
    }

    @Override
    public void close() {
        pods.stop();
        jobs.stop();
        client.close();
    }

    private ScalableResource<Job> job(RunDirectory run) {
        return client.batch().v1().jobs().inNamespace(namespace).withName(JobManifest.name(run));
    }

    private FilterWatchListDeletable<Pod, io.fabric8.kubernetes.api.model.PodList, PodResource> pods(RunDirectory run) {
        return client.pods().inNamespace(namespace).withLabels(JobManifest.labels(run));
    }

    private static boolean mayPass(KubernetesClientException e) {
        return e.getCode() == 0 || e.getCode() == TOO_MANY_REQUESTS || e.getCode() >= SERVER_ERROR;
    }

    private IOException failure(String what, KubernetesClientException e) {
        String remedy = e.getCode() == 403
                ? "; the worker's service account needs the Role of docs/kubernetes in namespace " + namespace
                : "";
        return new IOException("the Kubernetes cluster did not " + what + ": " + e.getMessage() + remedy, e);
    }
}
