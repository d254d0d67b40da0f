package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.NodeLeaseStore.NodeLease;
import io.fateflow.engine.resource.placement.PlacementQueue.Waiter;
import io.fateflow.engine.resource.queue.LabelUse;

/** Attempts that wait for a node by themselves, and who of them is served. All of it with the placement's row locked. */
final class WaitingAttempts {

    private final PlacementQueue queue;
    private final NodeResourceStore nodes;
    private final NodeLeaseStore leases;
    private final Bundles bundles;
    private final LabelUse use;
    private final Placement placement;
    private final Supplier<? extends Collection<String>> open;
    private final PlacedTasks placed;
    private final LongSupplier starvedSince;

    /** @param starvedSince since when whoever waits has waited for too long, epoch milliseconds */
    WaitingAttempts(
            PlacementQueue queue,
            NodeResourceStore nodes,
            NodeLeaseStore leases,
            Bundles bundles,
            LabelUse use,
            Placement placement,
            Supplier<? extends Collection<String>> open,
            PlacedTasks placed,
            LongSupplier starvedSince) {
        this.queue = queue;
        this.nodes = nodes;
        this.leases = leases;
        this.bundles = bundles;
        this.use = use;
        this.placement = placement;
        this.open = open;
        this.placed = placed;
        this.starvedSince = starvedSince;
    }

    boolean has(LeaseKey key) {
        return queue.find(key).isPresent();
    }

    /** Places an attempt for which its job has nothing, or has it wait from now on. */
    Placed place(NodeLease lease, LeaseKey key, Demand demand, Set<String> near, long now) {
        Map<String, NodeResources> all = nodes.nodes(open.get());
        Set<String> reserved = queue.awaitedSinceBefore(starvedSince.getAsLong());
        Decision decision = placement.decide(all.values(), demand.amounts(), demand.policy(), reserved, near);
        boolean let = lets(new QueueRooms(use), key, demand);
        if (let && decision instanceof Decision.Start start) {
            bundles.giveUpLost(key);
            take(lease, start.node(), demand);
            return new Placed.On(start.node().node());
        }
        String awaited =
                let && decision instanceof Decision.Queue waits ? waits.node().node() : null;
        queue.add(key, demand, use.queueOf(key.jobId()), awaited, near, now);
        load(awaited, demand, 1);
        return waits(demand);
    }

    private boolean lets(QueueRooms rooms, LeaseKey key, Demand demand) {
        return rooms.lets(key.jobId(), beyondLost(rooms, key, demand));
    }

    /** Bundles are looked at only where limits count. */
    private ResourceSet beyondLost(QueueRooms rooms, LeaseKey key, Demand demand) {
        return rooms.limited(key.jobId()).isEmpty() ? demand.amounts() : bundles.beyondLost(key, demand);
    }

    private void load(@Nullable String node, Demand demand, int sign) {
        if (node != null) {
            nodes.load(node, demand.amounts(), sign);
        }
    }

    static Placed waits(Demand demand) {
        return new Placed.Waits("it needs %s of one node".formatted(demand.amounts()));
    }

    /** Why attempts of some jobs wait for a node, at this moment; those that don't are not in it. */
    Map<LeaseKey, String> reasons(Collection<String> jobIds) {
        List<Waiter> waiters = queue.ofJobs(jobIds);
        if (waiters.isEmpty()) {
            return Map.of();
        }
        Collection<NodeResources> all = nodes.nodes(open.get()).values();
        QueueRooms rooms = new QueueRooms(use);
        Map<LeaseKey, String> reasons = new HashMap<>();
        waiters.forEach(waiter -> reasons.put(
                waiter.key(),
                rooms.reason(waiter.key().jobId(), beyondLost(rooms, waiter.key(), waiter.demand()))
                        .map(why -> "it needs %s; %s".formatted(waiter.demand().amounts(), why))
                        .orElseGet(() -> Shortage.of(waiter.demand().amounts(), all))));
        return Map.copyOf(reasons);
    }

    /** Gives an attempt its share of a node. */
    NodeResources take(NodeLease lease, NodeResources node, Demand demand) {
        NodeResources.Taken taken = node.acquire(demand.amounts());
        leases.place(lease, node.node(), demand.amounts(), taken.units().ids());
        nodes.leased(node.node(), demand.amounts(), 1);
        return taken.node();
    }

    /** Attempts of a job that wait get what their job has for them, if that has come back. */
    void offer(String jobId) {
        // a job that has nothing may have thousands of attempts that wait
        if (!bundles.has(jobId)) {
            return;
        }
        for (Waiter waiter : queue.ofJobs(List.of(jobId))) {
            leases.find(waiter.key()).ifPresent(lease -> bundles.take(lease, waiter.key(), waiter.demand())
                    .ifPresent(node -> {
                        leave(waiter.key());
                        placed.placed(waiter.key(), node);
                    }));
        }
    }

    /** Whoever waits does not wait any more. */
    void leave(LeaseKey key) {
        queue.find(key).ifPresent(waiter -> {
            queue.remove(waiter);
            load(waiter.node(), waiter.demand(), -1);
        });
    }

    /**
     * Whoever waits for a node that could not serve it any more, or for none, waits for another that could; who waits for its
     * queue's limit waits for none, and is in nobody's way.
     *
     * @return whether anybody waits
     */
    boolean move() {
        List<Waiter> waiters = queue.all();
        if (waiters.isEmpty()) {
            return false;
        }
        Map<String, NodeResources> all = nodes.nodes(open.get());
        Map<String, ResourceSet> loads = new HashMap<>();
        all.replaceAll((name, node) -> node.unloaded(node.load()));
        QueueRooms rooms = new QueueRooms(use);
        for (Waiter waiter : waiters) {
            String node = null;
            if (lets(rooms, waiter.key(), waiter.demand())) {
                node = stays(waiter, all) ? waiter.node() : other(waiter, all);
            }
            if (node == null ? waiter.node() != null : !node.equals(waiter.node())) {
                queue.moveTo(waiter, node);
            }
            if (node != null) {
                all.computeIfPresent(
                        node, (name, before) -> before.loaded(waiter.demand().amounts()));
                loads.merge(node, waiter.demand().amounts(), ResourceSet::add);
            }
        }
        nodes.loads(loads);
        return true;
    }

    private static boolean stays(Waiter waiter, Map<String, NodeResources> all) {
        NodeResources node = waiter.node() == null ? null : all.get(waiter.node());
        return node != null && node.open() && node.isFeasible(waiter.demand().amounts());
    }

    private @Nullable String other(Waiter waiter, Map<String, NodeResources> all) {
        Decision decision = placement.decide(
                all.values(), waiter.demand().amounts(), waiter.demand().policy(), Set.of(), waiter.near());
        if (decision instanceof Decision.Start start) {
            return start.node().node();
        }
        return decision instanceof Decision.Queue waits ? waits.node().node() : null;
    }

    /**
     * Serves those that wait, in order. Of those that want the same in the same way the first one speaks for all. Who has
     * waited for too long keeps the node that it waits for from all behind it.
     */
    void serve() {
        PriorityQueue<Waiter> first = new PriorityQueue<>(Comparator.comparingLong(Waiter::number));
        first.addAll(queue.heads());
        if (first.isEmpty()) {
            return;
        }
        Map<String, NodeResources> all = nodes.nodes(open.get());
        Set<String> reserved = new HashSet<>();
        long starved = starvedSince.getAsLong();
        QueueRooms rooms = new QueueRooms(use);
        while (!first.isEmpty()) {
            Waiter waiter = first.remove();
            ResourceSet more = beyondLost(rooms, waiter.key(), waiter.demand());
            if (!rooms.lets(waiter.key().jobId(), more)) {
                waitForNone(waiter, all);
            } else if (serve(waiter, all, reserved)) {
                rooms.take(waiter.key().jobId(), more);
                queue.next(waiter).ifPresent(first::add);
            } else if (waiter.node() != null && waiter.since() < starved) {
                reserved.add(waiter.node());
            }
        }
    }

    /** It waits for its queue's limit: what nodes have is for others meanwhile. */
    private void waitForNone(Waiter waiter, Map<String, NodeResources> all) {
        if (waiter.node() != null) {
            queue.moveTo(waiter, null);
            load(waiter.node(), waiter.demand(), -1);
            all.computeIfPresent(
                    waiter.node(), (name, node) -> node.unloaded(waiter.demand().amounts()));
        }
    }

    private boolean serve(Waiter waiter, Map<String, NodeResources> all, Set<String> reserved) {
        ResourceSet wanted = waiter.demand().amounts();
        List<NodeResources> seen = new ArrayList<>();
        all.values().forEach(node -> seen.add(node.node().equals(waiter.node()) ? node.unloaded(wanted) : node));
        Decision decision = placement.decide(seen, wanted, waiter.demand().policy(), reserved, waiter.near());
        if (!(decision instanceof Decision.Start start)) {
            return false;
        }
        Optional<NodeLease> lease = leases.find(waiter.key());
        leave(waiter.key());
        lease.ifPresent(held -> {
            bundles.giveUpLost(waiter.key());
            NodeResources rest = take(held, start.node(), waiter.demand());
            if (waiter.node() != null) {
                all.computeIfPresent(waiter.node(), (name, node) -> node.unloaded(wanted));
            }
            all.put(rest.node(), rest);
            placed.placed(waiter.key(), rest.node());
        });
        return true;
    }

    /**
     * Those who wait since before a time, and whom some node could serve now: the first of those who want the same. Nobody is,
     * unless something went wrong.
     */
    List<LeaseKey> servable(long before) {
        List<Waiter> first =
                queue.heads().stream().filter(waiter -> waiter.since() < before).toList();
        if (first.isEmpty()) {
            return List.of();
        }
        Collection<NodeResources> all = nodes.nodes(open.get()).values();
        Set<String> reserved = queue.awaitedSinceBefore(starvedSince.getAsLong());
        QueueRooms rooms = new QueueRooms(use);
        return first.stream()
                .filter(waiter -> lets(rooms, waiter.key(), waiter.demand()))
                .filter(waiter -> placement.decide(
                                all,
                                waiter.demand().amounts(),
                                waiter.demand().policy(),
                                others(reserved, waiter.node()),
                                Set.of())
                        instanceof Decision.Start)
                .map(Waiter::key)
                .toList();
    }

    private static Set<String> others(Set<String> reserved, @Nullable String own) {
        Set<String> others = new HashSet<>(reserved);
        others.remove(String.valueOf(own));
        return others;
    }

    /** Gives back what a lease has of its node. */
    void letGo(NodeLease lease) {
        if (lease.node() != null) {
            nodes.leased(lease.node(), leases.amounts(lease), -1);
        }
    }
}
