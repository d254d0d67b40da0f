package io.fateflow.engine.resource.placement;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.NodeLeases;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.placement.NodeLeaseStore.NodeLease;
import io.fateflow.engine.resource.queue.LabelUse;

/**
 * Gives attempts what they want of a node, and takes it back. Everything is done in the caller's transaction with one row
 * locked, so that what one server decides another one sees.
 *
 * <p>Who waits is served by whoever gives back, in order: those that have what they want are told, and need not look again.
 */
public final class NodePlacements implements NodeLeases {

    private final NodeResourceStore nodes;
    private final NodeLeaseStore leases;
    private final PlacementQueue queue;
    private final BundleShares shares;
    private final Bundles bundles;
    private final WaitingAttempts waiting;
    private final BundleStore bundleRows;
    private final Placement placement;
    private final Supplier<? extends Collection<String>> open;
    private final PlacedTasks placed;
    private final Clock clock;
    private final Duration aging;

    /**
     * Makes it.
     *
     * @param open names of nodes whose workers take tasks now
     * @param placed is told who need not wait any more
     * @param aging how long an attempt may be passed by others
     */
    public NodePlacements(
            JdbcTemplate jdbc,
            NodeResourceStore nodes,
            Placement placement,
            Supplier<? extends Collection<String>> open,
            PlacedTasks placed,
            Clock clock,
            Duration aging) {
        this.nodes = nodes;
        this.leases = new NodeLeaseStore(jdbc);
        this.queue = new PlacementQueue(jdbc);
        this.bundleRows = new BundleStore(JdbcClient.create(jdbc), clock);
        this.shares = new BundleShares(bundleRows, leases);
        LabelUse use = new LabelUse(jdbc);
        this.bundles = new Bundles(bundleRows, nodes, shares, use, placement, open);
        this.waiting =
                new WaitingAttempts(queue, nodes, leases, bundles, use, placement, open, placed, this::starvedSince);
        this.placement = placement;
        this.open = open;
        this.placed = placed;
        this.clock = clock;
        this.aging = aging;
    }

    /**
     * Places an attempt that has its lease, or has it wait. One that was placed before is where it was. What its job has for
     * it is taken first.
     *
     * @param near nodes where its input lies
     */
    public Placed place(LeaseKey key, Demand demand, Set<String> near) {
        nodes.lock();
        NodeLease lease =
                leases.find(key).orElseThrow(() -> new IllegalStateException("no lease with a demand of " + key));
        String node = lease.node();
        if (node != null) {
            return new Placed.On(node);
        }
        if (waiting.has(key)) {
            return WaitingAttempts.waits(demand);
        }
        Optional<String> own = bundles.take(lease, key, demand);
        return own.isPresent() ? new Placed.On(own.get()) : waiting.place(lease, key, demand, near, clock.millis());
    }

    /** Why attempts of some jobs wait for a node, at this moment; those that don't are not in it. */
    public Map<LeaseKey, String> reasons(Collection<String> jobIds) {
        return waiting.reasons(jobIds);
    }

    @Override
    public Optional<Resources> cores(LeaseKey key) {
        return leases.find(key).map(NodeLease::cores);
    }

    @Override
    public boolean release(LeaseKey key) {
        nodes.lock();
        Optional<NodeLease> lease = leases.find(key);
        lease.ifPresent(held -> {
            waiting.leave(key);
            boolean free = !shares.giveBack(held);
            if (free) {
                waiting.letGo(held);
            }
            leases.delete(held);
            waiting.offer(key.jobId());
            if (free) {
                serve();
            }
        });
        return lease.isPresent();
    }

    @Override
    public void lockJob(String jobId) {
        bundles.lock(jobId);
    }

    @Override
    public void releaseJob(String jobId) {
        if (bundles.release(jobId, null)) {
            serve();
        }
    }

    /** Gives back what a job has of nodes at one party, its rows being locked. */
    public void releaseJob(String jobId, Party party) {
        if (bundles.release(jobId, List.of(party))) {
            serve();
        }
    }

    /** Gives back what a job has of nodes where it has no cores any more, its rows being locked. */
    public void releaseOfNobody(String jobId) {
        nodes.lock();
        if (bundles.releaseOfNobody(jobId)) {
            serve();
        }
    }

    /**
     * Why a job that wants more than cores can't have it now at its parties of this site; empty if it can, or has it. Its rows
     * are locked, and it stays so until the transaction ends.
     */
    public Optional<String> shortage(String jobId) {
        return bundles.shortage(jobId, starvedSince());
    }

    /**
     * Takes what a job wants of nodes at some of its parties on this site, or nothing, its rows being locked.
     *
     * @return why not, with the party; empty if it has it
     */
    public Optional<Map.Entry<Party, String>> reserve(String jobId, Collection<Party> parties) {
        nodes.lock();
        return bundles.reserve(jobId, parties);
    }

    /** Jobs that wait for what nodes have, and that could have it. Nobody does for long, unless something went wrong. */
    public List<String> servableJobs() {
        return bundles.servable(starvedSince());
    }

    /**
     * Jobs of this site that run, have something of nodes, and have waited for too long for what an older job has: they lost
     * it with a node. Of jobs that wait for each other all but the oldest one are among them.
     */
    public List<String> stuck() {
        return bundleRows.stuck(starvedSince());
    }

    /** Whether a job is one of {@link #stuck}, while nobody places until the transaction ends; its rows are locked. */
    public boolean isStuck(String jobId) {
        bundles.lock(jobId);
        return stuck().contains(jobId);
    }

    private long starvedSince() {
        return clock.millis() - aging.toMillis();
    }

    /**
     * What nodes have has changed, or which of them take tasks, or what queues may hold: whoever waits for one that could not
     * serve it any more, or for none, waits for another that could, and who can be served is served.
     *
     * @return whether anybody waits
     */
    public boolean nodesChanged() {
        nodes.lock();
        if (!waiting.move()) {
            return wakeJobs();
        }
        serve();
        return true;
    }

    private void serve() {
        waiting.serve();
        wakeJobs();
    }

    /** Jobs come after attempts: what runs before what wants to start. */
    private boolean wakeJobs() {
        List<String> jobs = bundles.servable(starvedSince());
        jobs.forEach(placed::couldBeServed);
        return !jobs.isEmpty();
    }

    /** Nodes that take no tasks, and on which attempts were placed. */
    public List<String> strandedOn() {
        List<String> nodesOfAttempts = leases.nodes();
        if (nodesOfAttempts.isEmpty()) {
            return nodesOfAttempts;
        }
        Collection<String> taking = open.get();
        return nodesOfAttempts.stream().filter(node -> !taking.contains(node)).toList();
    }

    /** The lease of an attempt that needs more than cores; empty if it does not, or has ended. */
    public Optional<LeaseKey> leaseOf(String taskId, int version, String role, String partyId) {
        return leases.of(taskId, version, role, partyId);
    }

    /** Keeps all others from placing until the transaction ends. */
    public void lock() {
        nodes.lock();
    }

    /** Counts anew what is leased, by the leases, and serves who waits. */
    public void recount() {
        nodes.lock();
        nodes.recount();
        nodesChanged();
    }

    /**
     * Those who wait since before a time, and whom some node could serve now: the first of those who want the same. Nobody is,
     * unless something went wrong.
     */
    public List<LeaseKey> servable(long before) {
        return waiting.servable(before);
    }

    /**
     * What a job that is new wants of labels and may never have, as its queue's limit is less; empty if there is no such
     * label.
     */
    public Optional<String> beyondQueue(String jobId) {
        return bundles.beyondQueue(jobId);
    }

    public boolean anybodyWaits() {
        return !queue.heads().isEmpty() || !bundleRows.waiting(1).isEmpty();
    }

    /**
     * Attempts that have not begun leave a node, as far as another one can serve them now; the rest stays, and may leave
     * later.
     *
     * @return where they are now
     */
    public Map<LeaseKey, String> leave(String node, Collection<LeaseKey> attempts) {
        nodes.lock();
        Map<LeaseKey, String> moved = new HashMap<>();
        List<NodeLease> alone = new ArrayList<>();
        Map<String, LeaseKey> keys = new HashMap<>();
        for (LeaseKey key : attempts) {
            leases.find(key).filter(lease -> node.equals(lease.node())).ifPresent(lease -> {
                keys.put(lease.id(), key);
                if (bundleRows.usedBy(lease.id()).isEmpty()) {
                    alone.add(lease);
                } else if (bundles.leaveWith(lease, key)) {
                    moved.put(key, leases.find(key).map(NodeLease::node).orElse(node));
                }
            });
        }
        bundles.leave(node);
        leaveAlone(node, alone, keys, moved);
        queue.all().stream().map(waiter -> waiter.key().jobId()).distinct().forEach(waiting::offer);
        return moved;
    }

    private void leaveAlone(
            String node, List<NodeLease> attempts, Map<String, LeaseKey> keys, Map<LeaseKey, String> moved) {
        Map<String, NodeResources> all = nodes.nodes(open.get());
        all.remove(node);
        for (NodeLease lease : attempts) {
            LeaseKey key = keys.get(lease.id());
            Demand demand = Demand.of(lease.demand());
            if (placement.decide(all.values(), demand.amounts(), demand.policy(), Set.of(), Set.of())
                    instanceof Decision.Start start) {
                waiting.letGo(lease);
                leases.unplace(lease);
                NodeResources rest = waiting.take(lease, start.node(), demand);
                all.put(rest.node(), rest);
                moved.put(key, rest.node());
            }
        }
    }

    /** What all nodes have, at this moment. */
    public Collection<NodeResources> nodes() {
        return nodes.nodes(open.get()).values();
    }
}
