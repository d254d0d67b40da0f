package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.queue.QueueStore;

/** What nodes have, who holds it since when, and who waits for it. */
public final class NodeQueries {

    private static final int MOST_WAITERS = 1000;
    private static final int MOST_JOBS = 10_000;

    private static final String HOLDS = """
            join resource_lease l
                on l.kind = 'job' and l.job_id = j.job_id and l.role = j.role and l.party_id = j.party_id""";

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final JdbcClient jdbc;
    private final ZoneId zone;

    /** @param zone of FATE's dates */
    public NodeQueries(JdbcTemplate jdbc, ZoneId zone) {
        this.jdbc = JdbcClient.create(jdbc);
        this.zone = zone;
    }

    /** FATE's row of the computing engine; empty if there is none of that name. */
    public Optional<ObjectNode> engine(String name) {
        return jdbc.sql("""
                select engine_name, cores, memory, remaining_cores, remaining_memory, nodes, engine_entrance,
                    engine_config, create_time, update_time
                from engine_registry
                where engine_type = 'computing' and engine_name = :name
                """).param("name", name).query(this::engineRow).optional();
    }

    private ObjectNode engineRow(ResultSet row, int number) throws SQLException {
        ObjectNode engine = Json.object()
                .put("f_engine_type", "computing")
                .put("f_engine_name", row.getString("engine_name"))
                .put("f_engine_entrance", row.getString("engine_entrance"))
                .put("f_cores", row.getBigDecimal("cores").longValue())
                .put("f_memory", row.getBigDecimal("memory").longValue())
                .put("f_remaining_cores", row.getBigDecimal("remaining_cores").longValue())
                .put("f_remaining_memory", row.getBigDecimal("remaining_memory").longValue())
                .put("f_nodes", row.getInt("nodes"))
                .put("f_create_time", row.getLong("create_time"))
                .put("f_create_date", date(row.getLong("create_time")))
                .put("f_update_time", row.getLong("update_time"))
                .put("f_update_date", date(row.getLong("update_time")));
        engine.set("f_engine_config", Json.read(row.getString("engine_config")));
        return engine;
    }

    private String date(long millis) {
        return DATE.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    /** Jobs that have, or do not have, cores of an engine now, as FATE lists them: the former are those with leases. */
    public List<ObjectNode> jobs(String engine, boolean inUse) {
        return jdbc.sql("""
                select j.job_id, j.role, j.party_id, j.cores, j.memory
                from job j
                %s
                where j.engine_name = :engine and j.resource_in_use = :used
                order by j.job_id, j.role, j.party_id
                limit :most
                """.formatted(inUse ? HOLDS : ""))
                .param("engine", engine)
                .param("used", inUse)
                .param("most", MOST_JOBS)
                .query((row, number) -> party(row)
                        .put("core", row.getBigDecimal("cores").longValue())
                        .put("memory", row.getBigDecimal("memory").longValue()))
                .list();
    }

    private static ObjectNode party(ResultSet row) throws SQLException {
        return Json.object()
                .put("job_id", row.getString("job_id"))
                .put("role", row.getString("role"))
                .put("party_id", row.getString("party_id"));
    }

    /** Who holds cores of an engine, by which queue, oldest first. */
    public List<ObjectNode> coreHolders(String engine) {
        return jdbc.sql("""
                select l.job_id, l.role, l.party_id, l.cores, l.memory, l.since_time, %s as queue
                from resource_lease l
                join job j on j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id
                where l.kind = 'job' and l.engine_name = :engine and (l.cores > 0 or l.memory > 0)
                order by l.since_time, l.job_id, l.role, l.party_id
                limit :most
                """.formatted(QueueStore.QUEUE_OF_JOB))
                .param("engine", engine)
                .param("most", MOST_JOBS)
                .query((row, number) -> party(row)
                        .put("queue", row.getString("queue"))
                        .put("cores", shown(row.getBigDecimal("cores")))
                        .put("memory", shown(row.getBigDecimal("memory")))
                        .put("since", row.getLong("since_time")))
                .list();
    }

    /** By node, by label: how much there is, which units if they have ids, and how much is leased and wanted. */
    public ObjectNode resources() {
        ObjectNode nodes = Json.object();
        jdbc.sql("""
                select node_name, label, total, announced, fixed, fixed_by, leased, load, unit_ids
                from node_resource
                order by node_name, label
                """).query(row -> {
            describe(nodes.withObjectProperty(row.getString("node_name")).putObject(row.getString("label")), row);
        });
        return nodes;
    }

    private static void describe(ObjectNode label, ResultSet row) throws SQLException {
        BigDecimal total = row.getBigDecimal("total");
        BigDecimal leased = row.getBigDecimal("leased");
        label.put("total", shown(total))
                .put("available", shown(total.subtract(leased).max(BigDecimal.ZERO)))
                .put("leased", shown(leased))
                .put("load", shown(row.getBigDecimal("load")))
                .put("announced", shown(row.getBigDecimal("announced")));
        if (row.getBoolean("fixed")) {
            label.put("fixed_by", row.getString("fixed_by"));
        }
        String ids = row.getString("unit_ids");
        if (ids != null) {
            List<Integer> known = new ArrayList<>();
            Json.read(ids).forEach(id -> known.add(id.asInt()));
            ArrayNode units = label.putArray("ids");
            new ResourceIds(total.intValue(), known, Collections.emptySortedMap())
                    .wholeIds()
                    .forEach(units::add);
        }
    }

    /** Who holds what of one node, oldest first. */
    public List<ObjectNode> holders(String node) {
        Map<String, ObjectNode> holders = new LinkedHashMap<>();
        jdbc.sql("""
                select l.lease_id, l.job_id, l.task_id, l.task_version, l.role, l.party_id, l.since_time, r.label,
                    r.unit_id, r.amount
                from resource_lease l
                join lease_resource r on r.lease_id = l.lease_id
                where r.node_name = :node
                order by l.since_time, l.lease_id, r.label, r.unit_id
                """).param("node", node).query(row -> {
            String lease = row.getString("lease_id");
            ObjectNode holder = holders.get(lease);
            if (holder == null) {
                holder = attempt(row);
                holders.put(lease, holder);
            }
            ObjectNode label = holder.withObjectProperty("resources").withObjectProperty(row.getString("label"));
            label.put("amount", shown(sum(label.path("amount"), row.getBigDecimal("amount"))));
            if (row.getInt("unit_id") >= 0) {
                ids(label).add(row.getInt("unit_id"));
            }
        });
        return List.copyOf(holders.values());
    }

    private static ObjectNode attempt(ResultSet row) throws SQLException {
        return Json.object()
                .put("job_id", row.getString("job_id"))
                .put("task_id", row.getString("task_id"))
                .put("task_version", row.getInt("task_version"))
                .put("role", row.getString("role"))
                .put("party_id", row.getString("party_id"))
                .put("since", row.getLong("since_time"));
    }

    private static BigDecimal sum(JsonNode before, BigDecimal more) {
        return before.isNumber() ? before.decimalValue().add(more) : more;
    }

    private static ArrayNode ids(ObjectNode label) {
        return label.withArrayProperty("ids");
    }

    /** Who waits for a node, in order: the first thousand. */
    public List<ObjectNode> waiting() {
        return jdbc.sql("""
                select job_id, task_id, task_version, role, party_id, demand, node_name, since_time
                from placement_queue
                order by place_number
                limit :most
                """)
                .param("most", MOST_WAITERS)
                .query((row, number) -> {
                    ObjectNode waiter = attempt(row).put("node", row.getString("node_name"));
                    waiter.setAll((ObjectNode) Json.read(row.getString("demand")));
                    return waiter;
                })
                .list();
    }

    private static @Nullable BigDecimal shown(@Nullable BigDecimal amount) {
        if (amount == null) {
            return null;
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }
}
