package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.node.SiteSetting;
import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIdSet;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** The rows of {@code node_resource}: what each node has. */
public final class NodeResourceStore {

    private static final String LOCK = "placement";
    private static final String KEY = "node_name = :node and label = :label";

    /** What {@link #row} reads. */
    private static final String COLUMNS = "node_name, label, total, announced, fixed, fixed_by, unit_ids, leased, load";

    private static final String UPDATE = """
            update node_resource
            set total = :total, announced = :announced, fixed = :fixed, fixed_by = :fixedBy, unit_ids = :units,
                update_time = :now
            where\s""" + KEY;

    private static final String INSERT = "insert into node_resource (" + COLUMNS + """
            , update_time)
            values (:node, :label, :total, :announced, :fixed, :fixedBy, :units, (
                select coalesce(sum(l.amount), 0) from lease_resource l where l.node_name = :node and l.label = :label),
                0, :now)
            """;

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;
    private final SiteSetting lock;
    private final Clock clock;

    private NodeResourceStore(JdbcTemplate jdbc, SiteSetting lock, Clock clock) {
        this.lock = lock;
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
        this.clock = clock;
    }

    /** Makes the row at the first start that whoever places locks. */
    public static NodeResourceStore open(JdbcTemplate jdbc, Clock clock) {
        return new NodeResourceStore(jdbc, SiteSetting.open(jdbc, LOCK, clock), clock);
    }

    /**
     * One label of one node.
     *
     * @param announced what the worker says; null if it says nothing of this label
     * @param fixed whether an operator has set the total
     * @param unitIds the units that have ids; null if a unit is like another
     */
    public record Row(
            String node,
            String label,
            ResourceQuantity total,
            @Nullable ResourceQuantity announced,
            boolean fixed,
            String fixedBy,
            @Nullable List<Integer> unitIds,
            ResourceQuantity leased,
            ResourceQuantity load) {}

    /**
     * Until the transaction ends nobody else places, gives back, or changes what nodes have: whoever waits after this can't
     * miss a release. Comes after all rows of tasks and jobs, and before the engine's.
     */
    void lock() {
        lock.lock();
    }

    /** All rows, by node and label. */
    public List<Row> rows() {
        return jdbc.sql("select " + COLUMNS + " from node_resource order by node_name, label")
                .query(NodeResourceStore::row)
                .list();
    }

    /** What all nodes have, by their names. */
    public Map<String, NodeResources> nodes(Collection<String> open) {
        Map<String, List<Row>> byNode = new LinkedHashMap<>();
        rows().forEach(row ->
                byNode.computeIfAbsent(row.node(), node -> new ArrayList<>()).add(row));
        Map<String, Map<String, SortedMap<Integer, ResourceQuantity>>> units = unitsInUse();
        Map<String, NodeResources> nodes = new LinkedHashMap<>();
        byNode.forEach((name, rows) ->
                nodes.put(name, node(name, rows, units.getOrDefault(name, Map.of()), open.contains(name))));
        return nodes;
    }

    private static NodeResources node(
            String name, List<Row> rows, Map<String, SortedMap<Integer, ResourceQuantity>> units, boolean open) {
        TreeMap<String, ResourceQuantity> total = new TreeMap<>();
        TreeMap<String, ResourceQuantity> leased = new TreeMap<>();
        TreeMap<String, ResourceQuantity> load = new TreeMap<>();
        TreeMap<String, ResourceIds> ids = new TreeMap<>();
        for (Row row : rows) {
            total.put(row.label(), row.total());
            leased.put(row.label(), row.leased());
            load.put(row.label(), row.load());
            if (row.unitIds() != null) {
                ids.put(
                        row.label(),
                        new ResourceIds(
                                (int) row.total().wholeUnits(),
                                row.unitIds(),
                                units.getOrDefault(row.label(), new TreeMap<>())));
            }
        }
        return new NodeResources(
                name,
                new ResourceSet(total),
                new ResourceSet(leased),
                new ResourceSet(load),
                new ResourceIdSet(ids),
                open);
    }

    private Map<String, Map<String, SortedMap<Integer, ResourceQuantity>>> unitsInUse() {
        Map<String, Map<String, SortedMap<Integer, ResourceQuantity>>> units = new HashMap<>();
        jdbc.sql("""
                select node_name, label, unit_id, sum(amount) as amount from lease_resource
                where unit_id >= 0
                group by node_name, label, unit_id
                """).query(row -> {
            units.computeIfAbsent(row.getString("node_name"), node -> new HashMap<>())
                    .computeIfAbsent(row.getString("label"), label -> new TreeMap<>())
                    .put(row.getInt("unit_id"), ResourceQuantity.of(row.getBigDecimal("amount")));
        });
        return units;
    }

    /** Writes what a label of a node is; what is leased of it is what leases say, and its load is counted anew by the caller. */
    void put(Row row) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("node", row.node());
        values.put("label", row.label());
        values.put("total", row.total().decimal());
        values.put("announced", decimal(row.announced()));
        values.put("fixed", row.fixed());
        values.put("fixedBy", row.fixedBy());
        values.put("units", row.unitIds() == null ? null : Json.write(row.unitIds()));
        values.put("now", clock.millis());
        if (jdbc.sql(UPDATE).params(values).update() == 0) {
            jdbc.sql(INSERT).params(values).update();
        }
    }

    private static @Nullable BigDecimal decimal(@Nullable ResourceQuantity amount) {
        return amount == null ? null : amount.decimal();
    }

    void delete(String node, String label) {
        jdbc.sql("delete from node_resource where " + KEY)
                .param("node", node)
                .param("label", label)
                .update();
    }

    /** Adds to what is leased of a node; of a label that is there no more nothing comes back. */
    void leased(String node, ResourceSet amounts, int sign) {
        change(node, amounts, "leased", sign);
    }

    /** Adds to what is wanted of a node by those that wait for it. */
    void load(String node, ResourceSet amounts, int sign) {
        change(node, amounts, "load", sign);
    }

    @SuppressWarnings("unchecked")
    private void change(String node, ResourceSet amounts, String column, int sign) {
        batches.batchUpdate(
                "update node_resource set %1$s = %1$s %2$s :amount where %3$s"
                        .formatted(column, sign < 0 ? "-" : "+", KEY),
                amounts.amounts().entrySet().stream()
                        .map(entry -> Map.of(
                                "node", node,
                                "label", entry.getKey(),
                                "amount", entry.getValue().decimal()))
                        .toArray(Map[]::new));
    }

    /** Counts anew what is leased of a node's labels, by its leases. */
    void recount() {
        jdbc.sql("""
                update node_resource
                set leased = (
                    select coalesce(sum(l.amount), 0) from lease_resource l
                    where l.node_name = node_resource.node_name and l.label = node_resource.label)
                """).update();
    }

    /** Sets the load of all nodes. */
    void loads(Map<String, ResourceSet> loads) {
        jdbc.sql("update node_resource set load = 0 where load <> 0").update();
        loads.forEach((node, load) -> load(node, load, 1));
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        String units = row.getString("unit_ids");
        BigDecimal announced = row.getBigDecimal("announced");
        List<Integer> ids = null;
        if (units != null) {
            List<Integer> read = new ArrayList<>();
            Json.read(units).forEach(id -> read.add(id.asInt()));
            ids = read;
        }
        return new Row(
                row.getString("node_name"),
                row.getString("label"),
                ResourceQuantity.of(row.getBigDecimal("total")),
                announced == null ? null : ResourceQuantity.of(announced),
                row.getBoolean("fixed"),
                row.getString("fixed_by"),
                ids,
                ResourceQuantity.of(row.getBigDecimal("leased")),
                ResourceQuantity.of(row.getBigDecimal("load")));
    }
}
