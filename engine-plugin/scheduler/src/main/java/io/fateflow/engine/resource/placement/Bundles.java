package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.BundleStore.Row;
import io.fateflow.engine.resource.placement.BundleStore.Waiting;
import io.fateflow.engine.resource.placement.BundleStore.Wanting;
import io.fateflow.engine.resource.placement.NodeLeaseStore.NodeLease;
import io.fateflow.engine.resource.queue.LabelUse;

/**
 * What jobs have of nodes for as long as they run: bundles, taken all at once or not at all. An attempt has its share of one
 * instead of taking anything anew; when it ends, the share is the job's again. All of it with the placement's row locked, and
 * where a whole job is meant, its own rows before that.
 */
final class Bundles {

    /** So many of those that wait are looked at: whoever is served gives back later, and the next ones are. */
    private static final int WINDOW = 20;

    private final BundleStore rows;
    private final NodeResourceStore nodes;
    private final BundleShares shares;
    private final LabelUse use;
    private final Placement placement;
    private final Supplier<? extends Collection<String>> open;

    Bundles(
            BundleStore rows,
            NodeResourceStore nodes,
            BundleShares shares,
            LabelUse use,
            Placement placement,
            Supplier<? extends Collection<String>> open) {
        this.rows = rows;
        this.nodes = nodes;
        this.shares = shares;
        this.use = use;
        this.placement = placement;
        this.open = open;
    }

    /** A bundle that a job does not have yet. */
    private record Missing(Party party, int number, Bundle bundle) {}

    private Collection<NodeResources> all() {
        return nodes.nodes(open.get()).values();
    }

    private List<Missing> missing(String jobId) {
        Set<Party> having = new HashSet<>();
        rows.ofJob(jobId).forEach(row -> having.add(row.party()));
        List<Missing> missing = new ArrayList<>();
        for (Wanting wanting : rows.wanting(jobId)) {
            if (!having.contains(wanting.party())) {
                int number = 0;
                for (Bundle bundle : JobDemand.of(wanting.upstream(), wanting.demands(), wanting.slots())) {
                    missing.add(new Missing(wanting.party(), number++, bundle));
                }
            }
        }
        return missing;
    }

    private GangPlan.Outcome plan(Collection<NodeResources> of, List<Missing> missing) {
        return GangPlan.of(
                of, missing.stream().map(one -> one.bundle().demand()).toList(), placement);
    }

    /**
     * Why a job can't have at this moment what it wants of nodes at its parties of this site; empty if it can, or has it. Of
     * those that wait, one that has waited for too long, and that could be served if others ended, is not passed.
     *
     * @param starvedSince since when whoever waits has waited for too long, epoch milliseconds
     */
    Optional<String> shortage(String jobId, long starvedSince) {
        List<Missing> missing = missing(jobId);
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        QueueRooms rooms = new QueueRooms(use);
        Optional<String> tooMuch = rooms.reason(jobId, sum(missing));
        if (tooMuch.isPresent()) {
            return tooMuch.map(why -> "%s; %s".formatted(wants(missing), why));
        }
        Collection<NodeResources> now = all();
        GangPlan.Outcome outcome = plan(now, missing);
        if (!outcome.fits()) {
            return Optional.of(reason(missing, outcome, now));
        }
        return rows.waiting(WINDOW).stream()
                .takeWhile(other -> !other.jobId().equals(jobId))
                .filter(other -> other.since() < starvedSince)
                .filter(other -> isPutOffBy(other, jobId, missing, rooms, now))
                .findFirst()
                .map(other -> "%s; job %s has waited longer for some of it, and comes first"
                        .formatted(wants(missing), other.jobId()));
    }

    /** Whoever waits for its queue's limit puts off that queue's jobs, and nobody else's. */
    private boolean isPutOffBy(
            Waiting other, String jobId, List<Missing> own, QueueRooms rooms, Collection<NodeResources> now) {
        List<Missing> wanted = missing(other.jobId());
        if (!rooms.lets(other.jobId(), sum(wanted))
                && (!rooms.isPossible(other.jobId(), sum(wanted))
                        || !rooms.limited(other.jobId()).equals(rooms.limited(jobId)))) {
            return false;
        }
        Set<String> labels = new HashSet<>(sum(wanted).labels());
        labels.retainAll(sum(own).labels());
        return !labels.isEmpty() && plan(GangPlan.emptied(now), wanted).fits();
    }

    private static ResourceSet sum(List<Missing> missing) {
        return missing.stream().map(one -> one.bundle().demand().amounts()).reduce(ResourceSet.EMPTY, ResourceSet::add);
    }

    /** {@code guest 9999 needs 1 GPU and 1 GPU, host 10000 needs 2 GPU of nodes at once}. */
    private static String wants(List<Missing> missing) {
        Map<Party, List<String>> byParty = new LinkedHashMap<>();
        missing.forEach(one -> byParty.computeIfAbsent(one.party(), party -> new ArrayList<>())
                .add(one.bundle().demand().amounts().toString()));
        return String.join(
                        ", ",
                        byParty.entrySet().stream()
                                .map(entry ->
                                        "%s needs %s".formatted(entry.getKey(), String.join(" and ", entry.getValue())))
                                .toList())
                + (missing.size() == 1 ? " of a node" : " of nodes at once");
    }

    private static String reason(List<Missing> missing, GangPlan.Outcome outcome, Collection<NodeResources> now) {
        Demand without = outcome.missing();
        Missing first = missing.stream()
                .filter(one -> one.bundle().demand().equals(without))
                .findFirst()
                .orElse(missing.get(0));
        ResourceSet amounts = first.bundle().demand().amounts();
        String why = now.stream().anyMatch(node -> node.open() && node.fits(amounts))
                ? "with the others placed nothing is left for %s: %s".formatted(amounts, Shortage.free(amounts, now))
                : Shortage.of(amounts, now);
        return "%s; %s: %s".formatted(wants(missing), first.party(), why);
    }

    /**
     * Takes what a job wants of nodes at some of its parties, or nothing.
     *
     * @return why not, with the party; empty if it has it
     */
    Optional<Map.Entry<Party, String>> reserve(String jobId, Collection<Party> parties) {
        List<Missing> missing = missing(jobId).stream()
                .filter(one -> parties.contains(one.party()))
                .toList();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> tooMuch = new QueueRooms(use).reason(jobId, sum(missing));
        if (tooMuch.isPresent()) {
            return Optional.of(
                    Map.entry(missing.get(0).party(), "%s; %s".formatted(wants(missing), tooMuch.orElseThrow())));
        }
        Collection<NodeResources> now = all();
        GangPlan.Outcome outcome = plan(now, missing);
        if (!outcome.fits()) {
            return Optional.of(Map.entry(missing.get(0).party(), reason(missing, outcome, now)));
        }
        Map<String, NodeResources> left = new TreeMap<>();
        now.forEach(node -> left.put(node.node(), node));
        for (int i : outcome.order()) {
            Missing one = missing.get(i);
            String node = outcome.nodes().get(i);
            Row row = rows.insert(jobId, one.party(), one.number(), node, one.bundle());
            left.computeIfPresent(node, (name, before) -> occupy(row, before));
        }
        return Optional.empty();
    }

    private NodeResources occupy(Row row, NodeResources node) {
        ResourceSet amounts = row.bundle().demand().amounts();
        NodeResources.Taken taken = node.acquire(amounts);
        rows.write(row.id(), node.node(), BundleShares.units(amounts, taken));
        nodes.leased(node.node(), amounts, 1);
        return taken.node();
    }

    /**
     * Has an attempt that is on no node have its share of a bundle of its job. A bundle on a node that takes no tasks moves to
     * another one first, if it can.
     *
     * @return the node; empty if the job has nothing for it
     */
    Optional<String> take(NodeLease lease, LeaseKey key, Demand demand) {
        List<Row> own = shares.own(key);
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Collection<String> taking = open.get();
        for (Row row : own) {
            Row there = taking.contains(row.node()) ? row : moved(row).orElse(null);
            if (there != null && shares.take(there, lease, demand)) {
                return Optional.of(there.node());
            }
        }
        return Optional.empty();
    }

    /**
     * An attempt that has not begun leaves its node together with its bundle, if nobody else uses that and another node can
     * serve it; otherwise both stay.
     */
    boolean leaveWith(NodeLease lease, LeaseKey key) {
        Optional<Row> bundle = rows.usedBy(lease.id());
        if (bundle.isEmpty() || !shares.giveBack(lease)) {
            return false;
        }
        Row before = bundle.get();
        Row after = moved(before).orElse(before);
        if (!shares.take(after, lease, Demand.of(lease.demand()))) {
            throw new IllegalStateException("a bundle of job %s has too little for what it had".formatted(key.jobId()));
        }
        return !after.node().equals(before.node());
    }

    /** Moves a bundle that nobody uses to another node that takes tasks; empty if none can serve it now. */
    Optional<Row> moved(Row row) {
        if (rows.isUsed(row)) {
            return Optional.empty();
        }
        List<NodeResources> others =
                all().stream().filter(node -> !node.node().equals(row.node())).toList();
        Demand demand = row.bundle().demand();
        if (!(placement.decide(others, demand.amounts(), demand.policy(), Set.of(), Set.of())
                instanceof Decision.Start start)) {
            return Optional.empty();
        }
        letGo(row);
        Row there = new Row(row.id(), row.jobId(), row.party(), start.node().node(), row.bundle());
        rows.moveTo(row, there.node());
        occupy(there, start.node());
        return Optional.of(there);
    }

    /** Those of a node move elsewhere, as far as nobody uses them and others can serve them. */
    boolean leave(String node) {
        boolean any = false;
        for (Row row : rows.onNode(node)) {
            any |= moved(row).isPresent();
        }
        return any;
    }

    private void letGo(Row row) {
        SortedMap<String, ResourceQuantity> amounts = new TreeMap<>();
        rows.units(row.id())
                .forEach((label, units) -> amounts.put(
                        label, units.values().stream().reduce(ResourceQuantity.ZERO, ResourceQuantity::plus)));
        nodes.leased(row.node(), new ResourceSet(amounts), -1);
        rows.write(row.id(), row.node(), new TreeMap<>());
    }

    /** What an attempt wants beyond what its job gives up when it has that outside of its bundle. */
    ResourceSet beyondLost(LeaseKey key, Demand demand) {
        return lost(key)
                .map(row -> demand.amounts().subtract(row.bundle().demand().amounts()))
                .orElse(demand.amounts());
    }

    private Optional<Row> lost(LeaseKey key) {
        Collection<String> taking = open.get();
        return shares.own(key).stream()
                .filter(row -> !taking.contains(row.node()) && !rows.isUsed(row))
                .findFirst();
    }

    /**
     * What a job wants of labels at its parties of this site, and may never have, as its queue's limit is less; empty if there
     * is no such label.
     */
    Optional<String> beyondQueue(String jobId) {
        ResourceSet wanted = sum(missing(jobId));
        return wanted.isEmpty() ? Optional.empty() : new QueueRooms(use).impossible(jobId, wanted);
    }

    /** Whether a job has something of nodes for its attempts. */
    boolean has(String jobId) {
        return !rows.ofJob(jobId).isEmpty();
    }

    /** An attempt has found a place outside: what its job has for it on a node that takes no tasks is given up. */
    void giveUpLost(LeaseKey key) {
        lost(key).ifPresent(this::end);
    }

    private void end(Row row) {
        letGo(row);
        rows.delete(row);
    }

    /**
     * Gives back what a job has at some of its parties.
     *
     * @param parties null for all
     */
    boolean release(String jobId, @Nullable Collection<Party> parties) {
        List<Row> own = rows.ofJob(jobId).stream()
                .filter(row -> parties == null || parties.contains(row.party()))
                .toList();
        own.forEach(this::end);
        return !own.isEmpty();
    }

    /** Gives back what a job has that holds no cores any more. */
    boolean releaseOfNobody(String jobId) {
        List<Row> own = rows.ofNobody(jobId);
        own.forEach(this::end);
        return !own.isEmpty();
    }

    /** Jobs that wait for what nodes have, and that could have it now, one beside the other, in their order. */
    List<String> servable(long starvedSince) {
        List<Waiting> waiting = rows.waiting(WINDOW);
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<String> served = new ArrayList<>();
        Collection<NodeResources> left = all();
        Set<String> kept = new HashSet<>();
        Map<String, Set<String>> keptInQueue = new HashMap<>();
        QueueRooms rooms = new QueueRooms(use);
        for (Waiting job : waiting) {
            List<Missing> missing = missing(job.jobId());
            ResourceSet wanted = sum(missing);
            Set<String> ofQueue = keptInQueue.computeIfAbsent(rooms.limited(job.jobId()), queue -> new HashSet<>());
            boolean let = rooms.lets(job.jobId(), wanted);
            GangPlan.Outcome outcome = plan(left, missing);
            if (let
                    && outcome.fits()
                    && Collections.disjoint(wanted.labels(), kept)
                    && Collections.disjoint(wanted.labels(), ofQueue)) {
                served.add(job.jobId());
                left = outcome.rest();
                rooms.take(job.jobId(), wanted);
            } else if (job.since() < starvedSince
                    && rooms.isPossible(job.jobId(), wanted)
                    && plan(GangPlan.emptied(left), missing).fits()) {
                (let ? kept : ofQueue).addAll(wanted.labels());
            }
        }
        return served;
    }

    /** Locks a job's rows, and then what whoever places locks. */
    void lock(String jobId) {
        rows.lockJob(jobId);
        nodes.lock();
    }
}
