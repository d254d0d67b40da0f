package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.queue.QueueStore;

/** What nodes have, who holds it since when, and who waits for it. */
public final class NodeQueries {

    private static final int MOST_WAITERS = 1000;
    private static final int MOST_JOBS = 10_000;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final JdbcTemplate jdbc;
    private final ZoneId zone;

    /** @param zone of FATE's dates */
    public NodeQueries(JdbcTemplate jdbc, ZoneId zone) {
        this.jdbc = jdbc;
        this.zone = zone;
    }

    /** FATE's row of the computing engine; empty if there is none of that name. */
    public Optional<ObjectNode> engine(String name) {
        return jdbc
                .query(
                        "select cores, memory, remaining_cores, remaining_memory, nodes, engine_entrance, engine_config,"
                                + " create_time, update_time from engine_registry where engine_type = 'computing'"
                                + " and engine_name = ?",
                        (row, number) -> {
                            ObjectNode engine = Json.object()
                                    .put("f_engine_type", "computing")
                                    .put("f_engine_name", name)
                                    .put("f_engine_entrance", row.getString(6))
                                    .put("f_cores", row.getBigDecimal(1).longValue())
                                    .put("f_memory", row.getBigDecimal(2).longValue())
                                    .put(
                                            "f_remaining_cores",
                                            row.getBigDecimal(3).longValue())
                                    .put(
                                            "f_remaining_memory",
                                            row.getBigDecimal(4).longValue())
                                    .put("f_nodes", row.getInt(5))
                                    .put("f_create_time", row.getLong(8))
                                    .put("f_create_date", date(row.getLong(8)))
                                    .put("f_update_time", row.getLong(9))
                                    .put("f_update_date", date(row.getLong(9)));
                            engine.set("f_engine_config", Json.read(row.getString(7)));
                            return engine;
                        },
                        name)
                .stream()
                .findFirst();
    }

    private String date(long millis) {
        return DATE.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    /** Jobs that have, or do not have, cores of an engine now, as FATE lists them. */
    public List<ObjectNode> jobs(String engine, boolean inUse) {
        return jdbc.query(
                "select job_id, role, party_id, cores, memory from job where engine_name = ? and resource_in_use = ?"
                        + " order by job_id, role, party_id limit ?",
                (row, number) -> Json.object()
                        .put("job_id", row.getString(1))
                        .put("role", row.getString(2))
                        .put("party_id", row.getString(3))
                        .put("core", row.getBigDecimal(4).longValue())
                        .put("memory", row.getBigDecimal(5).longValue()),
                engine,
                inUse,
                MOST_JOBS);
    }

    /** Who holds cores of an engine, by which queue, oldest first. */
    public List<ObjectNode> coreHolders(String engine) {
        return jdbc.query(
                "select l.job_id, l.role, l.party_id, l.cores, l.memory, l.since_time, " + QueueStore.QUEUE_OF_JOB
                        + " from resource_lease l join job j on j.job_id = l.job_id and j.role = l.role"
                        + " and j.party_id = l.party_id where l.kind = 'job' and l.engine_name = ?"
                        + " and (l.cores > 0 or l.memory > 0) order by l.since_time, l.job_id, l.role, l.party_id limit ?",
                (row, number) -> Json.object()
                        .put("job_id", row.getString(1))
                        .put("role", row.getString(2))
                        .put("party_id", row.getString(3))
                        .put("queue", row.getString(7))
                        .put("cores", shown(row.getBigDecimal(4)))
                        .put("memory", shown(row.getBigDecimal(5)))
                        .put("since", row.getLong(6)),
                engine,
                MOST_JOBS);
    }

    /** By node, by label: how much there is, which units if they have ids, and how much is leased and wanted. */
    public ObjectNode resources() {
        ObjectNode nodes = Json.object();
        jdbc.query(
                "select node_name, label, total, announced, fixed, fixed_by, leased, load, unit_ids from node_resource"
                        + " order by node_name, label",
                row -> {
                    BigDecimal total = row.getBigDecimal(3);
                    BigDecimal leased = row.getBigDecimal(7);
                    ObjectNode label =
                            nodes.withObjectProperty(row.getString(1)).putObject(row.getString(2));
                    label.put("total", shown(total))
                            .put("available", shown(total.subtract(leased).max(BigDecimal.ZERO)))
                            .put("leased", shown(leased))
                            .put("load", shown(row.getBigDecimal(8)))
                            .put("announced", shown(row.getBigDecimal(4)));
                    if (row.getBoolean(5)) {
                        label.put("fixed_by", row.getString(6));
                    }
                    if (row.getString(9) != null) {
                        label.set("ids", Json.read(row.getString(9)));
                    }
                });
        return nodes;
    }

    /** Who holds what of one node, oldest first. */
    public List<ObjectNode> holders(String node) {
        Map<String, ObjectNode> holders = new LinkedHashMap<>();
        jdbc.query(
                "select l.lease_id, l.job_id, l.task_id, l.task_version, l.role, l.party_id, l.since_time, r.label,"
                        + " r.unit_id, r.amount from resource_lease l join lease_resource r on r.lease_id = l.lease_id"
                        + " where r.node_name = ? order by l.since_time, l.lease_id, r.label, r.unit_id",
                row -> {
                    ObjectNode holder = holders.computeIfAbsent(row.getString(1), id -> Json.object());
                    holder.put("job_id", row.getString(2))
                            .put("task_id", row.getString(3))
                            .put("task_version", row.getInt(4))
                            .put("role", row.getString(5))
                            .put("party_id", row.getString(6))
                            .put("since", row.getLong(7));
                    ObjectNode label = holder.withObjectProperty("resources").withObjectProperty(row.getString(8));
                    label.put("amount", shown(sum(label.path("amount"), row.getBigDecimal(10))));
                    if (row.getInt(9) >= 0) {
                        ids(label).add(row.getInt(9));
                    }
                },
                node);
        return List.copyOf(holders.values());
    }

    private static BigDecimal sum(JsonNode before, BigDecimal more) {
        return before.isNumber() ? before.decimalValue().add(more) : more;
    }

    private static ArrayNode ids(ObjectNode label) {
        return label.withArrayProperty("ids");
    }

    /** Who waits for a node, in order: the first thousand. */
    public List<ObjectNode> waiting() {
        return jdbc.query(
                "select q.job_id, q.task_id, q.task_version, q.role, q.party_id, q.demand, q.node_name, q.since_time"
                        + " from placement_queue q order by q.place_number limit ?",
                (row, number) -> {
                    ObjectNode waiter = Json.object()
                            .put("job_id", row.getString(1))
                            .put("task_id", row.getString(2))
                            .put("task_version", row.getInt(3))
                            .put("role", row.getString(4))
                            .put("party_id", row.getString(5))
                            .put("node", row.getString(7))
                            .put("since", row.getLong(8));
                    waiter.setAll((ObjectNode) Json.read(row.getString(6)));
                    return waiter;
                },
                MOST_WAITERS);
    }

    private static @Nullable BigDecimal shown(@Nullable BigDecimal amount) {
        if (amount == null) {
            return null;
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }
}
