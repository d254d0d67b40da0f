package io.fateflow.engine.resource.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** Leases of attempts that want more than cores: which node, and which of its units, they have. */
public final class NodeLeaseStore {

    /** Where units have no ids. */
    private static final int NO_UNIT = -1;

    private static final String KEY =
            " where kind = 'task' and job_id = ? and role = ? and party_id = ? and task_id = ?"
                    + " and task_version = ? and demand is not null";

    private final JdbcTemplate jdbc;

    public NodeLeaseStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A lease with a demand.
     *
     * @param cores what its job's share at the engine goes without
     * @param node where it was placed; null while it waits
     * @param demand as columns have it
     */
    record NodeLease(String id, Resources cores, @Nullable String node, String demand) {}

    Optional<NodeLease> find(LeaseKey key) {
        return jdbc
                .query(
                        "select lease_id, cores, memory, node_name, demand from resource_lease" + KEY,
                        (row, number) -> new NodeLease(
                                row.getString(1),
                                new Resources(row.getBigDecimal(2), row.getBigDecimal(3)),
                                row.getString(4),
                                row.getString(5)),
                        values(key))
                .stream()
                .findFirst();
    }

    void place(
            NodeLease lease,
            String node,
            ResourceSet demand,
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> units) {
        jdbc.update("update resource_lease set node_name = ? where lease_id = ?", node, lease.id());
        demand.amounts().forEach((label, amount) -> {
            Map<Integer, ResourceQuantity> taken = units.getOrDefault(label, new TreeMap<>(Map.of(NO_UNIT, amount)));
            jdbc.batchUpdate(
                    "insert into lease_resource (lease_id, node_name, label, unit_id, amount) values (?, ?, ?, ?, ?)",
                    taken.entrySet(),
                    100,
                    (statement, unit) -> {
                        statement.setString(1, lease.id());
                        statement.setString(2, node);
                        statement.setString(3, label);
                        statement.setInt(4, unit.getKey());
                        statement.setBigDecimal(5, unit.getValue().decimal());
                    });
        });
    }

    /** What a lease has of its node. */
    ResourceSet amounts(NodeLease lease) {
        SortedMap<String, ResourceQuantity> amounts = new TreeMap<>();
        jdbc.query(
                "select label, sum(amount) from lease_resource where lease_id = ? group by label",
                row -> {
                    amounts.put(row.getString(1), ResourceQuantity.of(row.getBigDecimal(2)));
                },
                lease.id());
        return new ResourceSet(amounts);
    }

    void delete(NodeLease lease) {
        unplace(lease);
        jdbc.update("delete from resource_lease where lease_id = ?", lease.id());
    }

    /** The lease stays, and has nothing of a node any more. */
    void unplace(NodeLease lease) {
        jdbc.update("delete from lease_resource where lease_id = ?", lease.id());
        jdbc.update("update resource_lease set node_name = null where lease_id = ?", lease.id());
    }

    /**
     * What an attempt has of its node.
     *
     * @param units per label how much of which unit; unit -1 where units have no ids
     */
    public record Held(String node, SortedMap<String, SortedMap<Integer, ResourceQuantity>> units) {}

    /** What an attempt has of its node; empty if it was not placed. */
    public Optional<Held> held(LeaseKey key) {
        return find(key).filter(lease -> lease.node() != null).map(lease -> {
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> units = new TreeMap<>();
            jdbc.query(
                    "select label, unit_id, amount from lease_resource where lease_id = ?",
                    row -> {
                        units.computeIfAbsent(row.getString(1), label -> new TreeMap<>())
                                .put(row.getInt(2), ResourceQuantity.of(row.getBigDecimal(3)));
                    },
                    lease.id());
            return new Held(String.valueOf(lease.node()), units);
        });
    }

    /** Nodes on which attempts were placed. */
    List<String> nodes() {
        return jdbc.queryForList(
                "select distinct node_name from resource_lease where node_name is not null order by node_name",
                String.class);
    }

    /** The lease with a demand of an attempt. */
    Optional<LeaseKey> of(String taskId, int version, String role, String partyId) {
        return jdbc
                .query(
                        "select job_id from resource_lease where kind = 'task' and task_id = ? and task_version = ?"
                                + " and role = ? and party_id = ? and demand is not null",
                        (row, number) -> LeaseKey.task(row.getString(1), Party.of(role, partyId), taskId, version),
                        taskId,
                        version,
                        role,
                        partyId)
                .stream()
                .findFirst();
    }

    private static Object[] values(LeaseKey key) {
        return new Object[] {key.jobId(), key.role(), key.partyId(), key.taskId(), key.taskVersion()};
    }
}
