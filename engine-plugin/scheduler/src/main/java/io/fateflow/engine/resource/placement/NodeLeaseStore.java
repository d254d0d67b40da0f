package io.fateflow.engine.resource.placement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseSql;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** Leases of attempts that want more than cores: which node, and which of its units, they have. */
public final class NodeLeaseStore {

    /** Where units have no ids. */
    static final int NO_UNIT = -1;

    private static final String OF_ATTEMPT = """
            kind = 'task' and task_id = :task and task_version = :version and role = :role and party_id = :party
            and demand is not null""";

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;

    public NodeLeaseStore(JdbcTemplate jdbc) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
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
        return jdbc.sql("""
                select lease_id, cores, memory, node_name, demand from resource_lease where job_id = :job and\s""" + OF_ATTEMPT)
                .params(LeaseSql.at(key))
                .query(NodeLeaseStore::row)
                .optional();
    }

    private static NodeLease row(ResultSet row, int number) throws SQLException {
        return new NodeLease(
                row.getString("lease_id"),
                new Resources(row.getBigDecimal("cores"), row.getBigDecimal("memory")),
                row.getString("node_name"),
                row.getString("demand"));
    }

    @SuppressWarnings("unchecked")
    void place(
            NodeLease lease,
            String node,
            ResourceSet demand,
            SortedMap<String, SortedMap<Integer, ResourceQuantity>> units) {
        of(lease, "update resource_lease set node_name = :node where lease_id = :lease")
                .param("node", node)
                .update();
        demand.amounts().forEach((label, amount) -> {
            Map<Integer, ResourceQuantity> taken = units.getOrDefault(label, new TreeMap<>(Map.of(NO_UNIT, amount)));
            batches.batchUpdate(
                    """
                    insert into lease_resource (lease_id, node_name, label, unit_id, amount)
                    values (:lease, :node, :label, :unit, :amount)
                    """,
                    taken.entrySet().stream()
                            .map(unit -> Map.of(
                                    "lease", lease.id(),
                                    "node", node,
                                    "label", label,
                                    "unit", unit.getKey(),
                                    "amount", unit.getValue().decimal()))
                            .toArray(Map[]::new));
        });
    }

    private StatementSpec of(NodeLease lease, String sql) {
        return jdbc.sql(sql).param("lease", lease.id());
    }

    /** What a lease has of its node. */
    ResourceSet amounts(NodeLease lease) {
        SortedMap<String, ResourceQuantity> amounts = new TreeMap<>();
        of(lease, "select label, sum(amount) as amount from lease_resource where lease_id = :lease group by label")
                .query(row -> {
                    amounts.put(row.getString("label"), ResourceQuantity.of(row.getBigDecimal("amount")));
                });
        return new ResourceSet(amounts);
    }

    void delete(NodeLease lease) {
        unplace(lease);
        of(lease, "delete from resource_lease where lease_id = :lease").update();
    }

    /** The lease stays, and has nothing of a node any more. */
    void unplace(NodeLease lease) {
        of(lease, "delete from lease_resource where lease_id = :lease").update();
        of(lease, "update resource_lease set node_name = null where lease_id = :lease")
                .update();
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
            of(lease, "select label, unit_id, amount from lease_resource where lease_id = :lease")
                    .query(row -> {
                        units.computeIfAbsent(row.getString("label"), label -> new TreeMap<>())
                                .put(row.getInt("unit_id"), ResourceQuantity.of(row.getBigDecimal("amount")));
                    });
            return new Held(String.valueOf(lease.node()), units);
        });
    }

    /** Nodes on which attempts were placed. */
    List<String> nodes() {
        return jdbc.sql("""
                select distinct node_name from resource_lease where node_name is not null order by node_name
                """).query(String.class).list();
    }

    /** The lease with a demand of an attempt. */
    Optional<LeaseKey> of(String taskId, int version, String role, String partyId) {
        return jdbc
                .sql("select job_id from resource_lease where " + OF_ATTEMPT)
                .param("task", taskId)
                .param("version", version)
                .param("role", role)
                .param("party", partyId)
                .query(String.class)
                .list()
                .stream()
                .findFirst()
                .map(jobId -> LeaseKey.task(jobId, Party.of(role, partyId), taskId, version));
    }
}
