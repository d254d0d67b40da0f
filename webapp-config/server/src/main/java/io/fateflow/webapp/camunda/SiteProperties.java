package io.fateflow.webapp.camunda;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.DemandDefaults;
import io.fateflow.engine.resource.placement.NodeCapacities;
import io.fateflow.engine.resource.placement.PlacementPolicy;
import io.fateflow.engine.resource.queue.InvalidQueueException;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueSettings;

/**
 * What this site has to offer, and how it is shared out.
 *
 * @param engine name of the computing engine
 * @param entrance FATE's configuration group of it
 * @param nodes how many nodes it has
 * @param coresPerNode cores of each
 * @param memoryPerNode megabytes of each; 0 if memory is not counted
 * @param overweight factor by which totals may be overbooked
 * @param maxCoresPercentPerJob share of the cores that one job may take, 0..1
 * @param aging how long a waiting job may be passed by later ones
 * @param nodeSilence after which a server is dead, and its begun steps are done anew by another one
 * @param workerSilence after which a worker is dead, and its attempts are lost
 * @param workerAbsence after which a worker that has said that it goes is dead, too
 * @param modules a file with more modules than FATE's own
 * @param placement how a node is chosen for attempts that need more than cores, where their job does not say it
 * @param queues in which jobs wait for cores, by name
 * @param defaultQueue the queue of jobs that have no other, and of other sites' jobs
 * @param accountQueues the queue of jobs whose conf names none, by who submits them
 * @param usageHalfLife after which what a queue has used counts half
 * @param resources what attempts of a module need of one node, where their job does not say it: labels with amounts
 */
@ConfigurationProperties("fate.site")
public record SiteProperties(
        @DefaultValue("STANDALONE") String engine,
        @DefaultValue("fate_on_standalone") String entrance,
        @DefaultValue("1") int nodes,
        @DefaultValue("20") int coresPerNode,
        @DefaultValue("0") int memoryPerNode,
        @DefaultValue("1") double overweight,
        @DefaultValue("1") double maxCoresPercentPerJob,
        @DefaultValue("10m") Duration aging,
        @DefaultValue("8s") Duration nodeSilence,
        @DefaultValue("15s") Duration workerSilence,
        @DefaultValue("10m") Duration workerAbsence,
        @Nullable Path modules,
        @DefaultValue("pack") String placement,
        @DefaultValue Map<String, QueueProperties> queues,
        @DefaultValue("default") String defaultQueue,
        @DefaultValue Map<String, String> accountQueues,
        @DefaultValue("1h") Duration usageHalfLife,
        @DefaultValue Map<String, Map<String, BigDecimal>> resources) {

    /**
     * One queue.
     *
     * @param weight its share of what nobody is guaranteed
     * @param nominalQuota cores that are its own
     * @param borrowingLimit cores beyond that; null for as many as nobody else uses
     * @param limits how much its jobs may hold together of labels of nodes
     */
    public record QueueProperties(
            @DefaultValue("1") BigDecimal weight,
            @DefaultValue("0") BigDecimal nominalQuota,
            @Nullable BigDecimal borrowingLimit,
            @DefaultValue Map<String, BigDecimal> limits) {

        private JobQueue named(String name) {
            TreeMap<String, ResourceQuantity> labels = new TreeMap<>();
            limits.forEach((label, amount) -> {
                try {
                    labels.put(label, ResourceQuantity.of(amount));
                } catch (InvalidAmountException e) {
                    throw new InvalidQueueException(
                            "the limit of %s of queue %s: %s".formatted(label, name, e.getMessage()));
                }
            });
            return new JobQueue(name, weight, nominalQuota, borrowingLimit, labels);
        }
    }

    EngineSettings settings(Retention retention) {
        EngineConfig config = new EngineConfig(
                engine, entrance, nodes, coresPerNode, memoryPerNode, overweight, maxCoresPercentPerJob);
        NodeMembership.Silence silence = new NodeMembership.Silence(nodeSilence, workerSilence, workerAbsence);
        return new EngineSettings(config, aging, silence, retention, demands(), queueSettings());
    }

    private QueueSettings queueSettings() {
        Map<String, JobQueue> byName = new TreeMap<>();
        try {
            queues.forEach((name, queue) -> byName.put(name, queue.named(name)));
            return new QueueSettings(defaultQueue, byName, accountQueues, usageHalfLife);
        } catch (InvalidQueueException e) {
            throw new IllegalArgumentException(
                    "FFB-2038 fate.site.queues, default-queue, account-queues, usage-half-life: " + e.getMessage(), e);
        }
    }

    private DemandDefaults demands() {
        PlacementPolicy policy = PlacementPolicy.of(placement)
                .orElseThrow(() -> new IllegalArgumentException(
                        "fate.site.placement is random, pack, spread or affinity, not " + placement));
        Map<String, ResourceSet> modules = new TreeMap<>();
        resources.forEach((module, labels) -> modules.put(module, demand(module, labels)));
        return new DemandDefaults(policy, modules);
    }

    private static ResourceSet demand(String module, Map<String, BigDecimal> labels) {
        Map<String, ResourceQuantity> amounts = new TreeMap<>();
        labels.forEach((label, amount) -> {
            String setting = "fate.site.resources.%s.%s".formatted(module, label);
            if (!NodeCapacities.isLabel(label) || amount.signum() < 0) {
                throw new IllegalArgumentException(setting + " is no amount of a label");
            }
            ResourceQuantity quantity = ResourceQuantity.of(amount);
            if (!quantity.isZero() && !quantity.isDemand()) {
                throw new IllegalArgumentException(setting + " is neither whole nor a share of one: " + amount);
            }
            amounts.put(label, quantity);
        });
        return ResourceSet.of(amounts);
    }
}
