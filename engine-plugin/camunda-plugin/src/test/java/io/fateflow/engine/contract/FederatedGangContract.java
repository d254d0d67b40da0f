package io.fateflow.engine.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.JobQueue;

import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;

/** Jobs of two initiators that want what nodes of both sites have, on any database. */
abstract class FederatedGangContract extends FederatedContract {

    private final AtomicBoolean closed = new AtomicBoolean();
    private List<CompletableFuture<Void>> workers = List.of();

    @BeforeEach
    void aGpuAtEachSite() {
        closed.set(false);
        for (long party : List.of(GUEST, HOST)) {
            TestSite site = sites.at(party);
            site.nodes().seen(new SiteWorker("n1:1", "here", "active", 8, 0, "", false, 0, "", null));
            // a test may take longer than a worker may be silent
            site.jdbc().update("update worker set seen_time = seen_time + 86400000");
            site.capacities("n1", Map.of("GPU", Optional.of(ResourceQuantity.ONE)));
        }
    }

    private void work() {
        workers = List.of(GUEST, HOST).stream()
                .map(party -> CompletableFuture.runAsync(() -> work(sites.at(party))))
                .toList();
    }

    private void work(TestSite site) {
        try {
            while (!closed.get()) {
                site.executorTasks().fetch("n1:1", 4, Duration.ofMillis(500)).forEach(task -> site.executorTasks()
                        .complete("n1:1", task.id(), TestWorker.succeeded()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void workersEnd() {
        sites.host().queues().reset("default");
        closed.set(true);
        workers.forEach(CompletableFuture::join);
    }

    private String submit(long initiator, long other) {
        JobSubmission job = new JobSubmission(
                "{\"components\": {\"first_0\": {\"module\": \"DataTransform\"}}}",
                """
                        {"dsl_version": 2,
                         "initiator": {"role": "guest", "party_id": %d},
                         "role": {"guest": [%d], "host": [%d]},
                         "job_parameters": {"common": {"federated_mode": "MULTIPLE", "task_cores": 1,
                           "resources": {"GPU": 1}}},
                         "component_parameters": {"common": {}}}""".formatted(initiator, initiator, other),
                "alice");
        return sites.at(initiator).jobs().submit(job).jobId();
    }

    @Test
    void twoInitiatorsThatWantTheSameAtBothSitesBothGetIt() {
        work();
        String one = submit(GUEST, HOST);
        String other = submit(HOST, GUEST);

        sites.awaitStatusAt(one, "success", GUEST, HOST);
        sites.awaitStatusAt(other, "success", GUEST, HOST);
    }

    @Test
    void aSiteThatHasNotEnoughSaysWhatAndTheOtherHoldsNothing() {
        sites.host()
                .capacities(
                        "n1",
                        Map.of(
                                "GPU", Optional.of(ResourceQuantity.ZERO),
                                "FPGA", Optional.of(ResourceQuantity.ONE)));

        String job = submit(GUEST, HOST);

        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .contains("host 10000 refused resource/apply", "no node has the label GPU"));
        patiently().untilAsserted(() -> assertThat(sites.guest().jdbc().queryForList("select * from resource_lease"))
                .isEmpty());
        sites.guest().jobs().stop(job, "canceled");
        sites.awaitStatusAt(job, "canceled", GUEST, HOST);
    }

    @Test
    void aSiteWhoseQueueMayNotHoldSoMuchSaysItAndTheOtherHoldsNothing() {
        sites.host().queues().put(JobQueue.named("default").limitedTo(Map.of("GPU", ResourceQuantity.ZERO)));

        String job = submit(GUEST, HOST);

        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .contains("host 10000 refused resource/apply", "queue default may hold 0 GPU and holds 0"));
        patiently().untilAsserted(() -> assertThat(sites.guest().jdbc().queryForList("select * from resource_lease"))
                .isEmpty());
        sites.guest().jobs().stop(job, "canceled");
        sites.awaitStatusAt(job, "canceled", GUEST, HOST);
    }
}
