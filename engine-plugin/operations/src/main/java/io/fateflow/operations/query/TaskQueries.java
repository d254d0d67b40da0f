package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;

/** Finds task rows: one per component, attempt and party, each with FATE Flow's 38 columns. */
public final class TaskQueries {

    private static final RowShape SHAPE = new RowShape("t")
            .text("job_id", "task_id", "role", "party_id", "component_name", "component_module")
            .text("initiator_role", "initiator_party_id", "federated_mode", "federated_status_collect_type")
            .text("status", "party_status", "worker_id", "run_ip", "error_report", "deepspeed_id")
            .json("cmd", "engine_conf")
            .flag("run_on_this_party", "kill_status", "is_deepspeed")
            .number("task_version", "status_code", "auto_retries", "auto_retry_delay", "run_port", "run_pid", "elapsed")
            .datedTime("create_time", "update_time", "start_time", "end_time");

    /** Every column, and what its documents are made of; conditions may follow. */
    private static final String SELECT = """
            select %s, p.parameters as "p_parameters", b.runtime_conf as "p_conf"
            from task t
            left join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            left join job_body b on b.job_id = t.job_id
            """.formatted(SHAPE.selectList());

    private static final String NATURAL = """
            t.task_id,
            case when t.role = t.initiator_role and t.party_id = t.initiator_party_id then 0 else 1 end,
            t.role, t.party_id, t.task_version""";

    private static final String OF_ACCOUNT = "t.job_id in (select o.job_id from job o where %s)";

    private static final String FIRST = " limit " + (Listing.MOST + 1);

    private final NamedParameterJdbcTemplate jdbc;
    private final ZoneId zone;
    private final RowCounts counts;
    private final NodeWaits waits;

    public TaskQueries(NamedParameterJdbcTemplate jdbc, Clock clock) {
        this(jdbc, clock, NodeWaits.none());
    }

    /** @param waits says of attempts that wait for a node, why */
    public TaskQueries(NamedParameterJdbcTemplate jdbc, Clock clock, NodeWaits waits) {
        this.jdbc = jdbc;
        this.zone = clock.getZone();
        this.counts = new RowCounts(jdbc, clock, "task t", "t.create_time");
        this.waits = waits;
    }

    /**
     * Finds rows by column values, see {@link JobQueries#find}.
     *
     * @param onlyLatest of several attempts of one task at one party that fit, only the last
     */
    public List<ObjectNode> find(ObjectNode filter, @Nullable Order order, boolean onlyLatest) {
        return find(filter, order, onlyLatest, VisibleJobs.ALL);
    }

    /** As {@link #find(ObjectNode, Order, boolean)}, for somebody who is not shown the tasks of all jobs. */
    public List<ObjectNode> find(ObjectNode filter, @Nullable Order order, boolean onlyLatest, VisibleJobs visible) {
        Criteria criteria = Criteria.of(SHAPE, filter, zone);
        if (criteria.isEmpty()) {
            return List.of();
        }
        criteria.andOf(visible, "o.", OF_ACCOUNT);
        List<ObjectNode> rows =
                select(criteria, Order.sql(order, SHAPE, "t.job_id, t.create_time, " + NATURAL) + FIRST);
        return onlyLatest ? List.copyOf(latest(rows)) : rows;
    }

    /** Lists tasks, oldest first, with all their attempts. */
    public Page list(Listing listing) {
        Criteria criteria = Criteria.of(SHAPE, listing.filter(), zone).andOf(listing.visible(), "o.", OF_ACCOUNT);
        long count = counts.count(criteria);
        Order order = listing.order() == null ? new Order("create_time", false) : listing.order();
        String tail = Order.sql(order, SHAPE, "t.job_id, " + NATURAL) + listing.limitSql();
        return new Page(count, select(criteria, tail));
    }

    private List<ObjectNode> select(Criteria criteria, String tail) {
        List<ObjectNode> rows =
                jdbc.query(SELECT + criteria.where() + tail, criteria.parameters(), (row, number) -> read(row));
        explain(rows);
        return rows;
    }

    /** Attempts that wait for a node get {@code wait_reason}; the others cost no look. */
    private void explain(List<ObjectNode> rows) {
        List<ObjectNode> waiting = rows.stream().filter(TaskQueries::mayWait).toList();
        if (waiting.isEmpty()) {
            return;
        }
        Map<LeaseKey, String> reasons =
                waits.of(waiting.stream().map(row -> text(row, "job_id")).collect(Collectors.toSet()));
        waiting.forEach(
                row -> Optional.ofNullable(reasons.get(key(row))).ifPresent(reason -> row.put("wait_reason", reason)));
    }

    private static boolean mayWait(ObjectNode row) {
        return text(row, "status").equals("running")
                && text(row, "party_status").equals("waiting");
    }

    private static LeaseKey key(ObjectNode row) {
        return LeaseKey.task(
                text(row, "job_id"),
                Party.of(text(row, "role"), text(row, "party_id")),
                text(row, "task_id"),
                version(row));
    }

    private static String text(ObjectNode row, String name) {
        return row.path(name).asText();
    }

    private ObjectNode read(ResultSet row) throws SQLException {
        ObjectNode task = SHAPE.read(row, zone);
        JsonNode conf = RowShape.document(row.getString("p_conf"));
        JsonNode parameters = RowShape.document(row.getString("p_parameters"));
        task.set("component_parameters", ComponentParameters.of(task, conf, parameters));
        if (!task.path("start_time").isNull() && task.path("engine_conf").isEmpty()) {
            JsonNode engine = conf.at("/job_parameters/common/computing_engine");
            task.putObject("engine_conf").put("computing_engine", engine.asText("STANDALONE"));
        }
        task.set("provider_info", ProviderInfo.of(task.path("component_module").asText()));
        return task;
    }

    private static Collection<ObjectNode> latest(List<ObjectNode> rows) {
        Map<List<JsonNode>, ObjectNode> byTask = new LinkedHashMap<>();
        for (ObjectNode row : rows) {
            List<JsonNode> key = List.of(row.path("task_id"), row.path("role"), row.path("party_id"));
            byTask.merge(key, row, (one, other) -> version(one) >= version(other) ? one : other);
        }
        return byTask.values();
    }

    private static int version(ObjectNode row) {
        return row.path("task_version").intValue();
    }
}
