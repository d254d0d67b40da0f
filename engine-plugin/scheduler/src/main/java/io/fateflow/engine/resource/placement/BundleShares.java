package io.fateflow.engine.resource.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIdSet;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.BundleStore.Row;
import io.fateflow.engine.resource.placement.NodeLeaseStore.NodeLease;

/** What attempts have of their jobs' bundles: units move from one lease to the other, and nothing of a node is taken or freed. */
final class BundleShares {

    private final BundleStore rows;
    private final NodeLeaseStore leases;

    BundleShares(BundleStore rows, NodeLeaseStore leases) {
        this.rows = rows;
        this.leases = leases;
    }

    /** What a job has for one of its attempts. */
    List<Row> own(LeaseKey key) {
        String component = key.taskId().startsWith(key.jobId() + "_")
                ? key.taskId().substring(key.jobId().length() + 1)
                : key.taskId();
        return rows.ofJob(key.jobId()).stream()
                .filter(row -> row.party().equals(key.party()))
                .filter(row -> row.bundle().components().contains(component))
                .toList();
    }

    /** Whether an attempt has got its share; if not, too little of the bundle is left. */
    boolean take(Row row, NodeLease lease, Demand demand) {
        NodeResources rest = rest(row);
        if (!rest.fitsNow(demand.amounts())) {
            return false;
        }
        NodeResources.Taken taken = rest.acquire(demand.amounts());
        SortedMap<String, SortedMap<Integer, ResourceQuantity>> share = units(demand.amounts(), taken);
        rows.write(row.id(), row.node(), without(rows.units(row.id()), share));
        leases.place(lease, row.node(), demand.amounts(), taken.units().ids());
        rows.use(lease.id(), row.id());
        return true;
    }

    /** What nobody has of a bundle, as if it were a node. */
    private NodeResources rest(Row row) {
        TreeMap<String, ResourceQuantity> total = new TreeMap<>();
        TreeMap<String, ResourceIds> ids = new TreeMap<>();
        rows.units(row.id()).forEach((label, units) -> {
            total.put(label, units.values().stream().reduce(ResourceQuantity.ZERO, ResourceQuantity::plus));
            if (!units.containsKey(NodeLeaseStore.NO_UNIT)) {
                TreeMap<Integer, ResourceQuantity> others = new TreeMap<>();
                units.forEach((unit, amount) -> {
                    if (amount.isFraction()) {
                        others.put(unit, ResourceQuantity.ONE.minus(amount));
                    }
                });
                ids.put(label, new ResourceIds(units.size(), List.copyOf(units.keySet()), others));
            }
        });
        return new NodeResources(
                row.node(), new ResourceSet(total), ResourceSet.EMPTY, ResourceSet.EMPTY, new ResourceIdSet(ids), true);
    }

    private static SortedMap<String, SortedMap<Integer, ResourceQuantity>> without(
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> all,
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> share) {
        share.forEach((label, units) -> all.computeIfPresent(label, (name, before) -> {
            TreeMap<Integer, ResourceQuantity> left = new TreeMap<>(before);
            units.forEach((unit, amount) ->
                    left.computeIfPresent(unit, (id, had) -> had.equals(amount) ? null : had.minus(amount)));
            return left.isEmpty() ? null : left;
        }));
        return all;
    }

    /**
     * An attempt's share is its job's again.
     *
     * @return whether it was a share of a bundle: then nothing of the node is free
     */
    boolean giveBack(NodeLease lease) {
        Optional<Row> bundle = rows.usedBy(lease.id()).filter(row -> row.node().equals(lease.node()));
        bundle.ifPresent(row -> {
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> all = rows.units(row.id());
            rows.units(lease.id()).forEach((label, units) -> {
                SortedMap<Integer, ResourceQuantity> both = all.computeIfAbsent(label, name -> new TreeMap<>());
                units.forEach((unit, amount) -> both.merge(unit, amount, ResourceQuantity::plus));
            });
            rows.write(row.id(), row.node(), all);
            leases.unplace(lease);
            rows.use(lease.id(), "");
        });
        return bundle.isPresent();
    }

    static SortedMap<String, SortedMap<Integer, ResourceQuantity>> units(
            ResourceSet amounts, NodeResources.Taken taken) {
        SortedMap<String, SortedMap<Integer, ResourceQuantity>> units = new TreeMap<>();
        amounts.amounts().forEach((label, amount) -> {
            SortedMap<Integer, ResourceQuantity> withIds = taken.units().ids().get(label);
            units.put(label, withIds == null ? new TreeMap<>(Map.of(NodeLeaseStore.NO_UNIT, amount)) : withIds);
        });
        return units;
    }
}
