package io.fateflow.operations.query;

import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.resource.WaitReasons;

/** Finds job rows: one per job, role and party known to this site, each with FATE Flow's 45 columns. */
public final class JobQueries {

    private static final RowShape SHAPE = new RowShape("j")
            .text("job_id", "role", "party_id", "user_id", "name", "description", "tag")
            .text("initiator_role", "initiator_party_id", "status", "inheritance_status", "engine_type", "engine_name")
            .json("roles", "inheritance_info")
            .document("runtime_conf_on_party", "j.runtime_conf_on_party")
            .document("user", "j.users")
            .document("dsl", "b.dsl")
            .document("runtime_conf", "b.runtime_conf")
            .document("train_runtime_conf", "b.train_runtime_conf")
            .flag("is_initiator", "ready_signal", "cancel_signal", "rerun_signal", "resource_in_use")
            .number("status_code", "progress", "end_scheduling_updates", "elapsed")
            .amount("cores", "memory", "remaining_cores", "remaining_memory")
            .time("ready_time", "cancel_time", "apply_resource_time", "return_resource_time")
            .datedTime("create_time", "update_time", "start_time", "end_time");

    /** What FATE's rows do not have: while a job waits for resources, why and since when; and why it failed. */
    private static final RowShape MORE =
            new RowShape("j").text("wait_reason", "wait_engine", "error_report").time("wait_since");

    private static final String MORE_KEY = " more";

    // each job has a body; with an inner join H2 begins with all bodies, and a page of 100,000 jobs takes seconds
    private static final String SELECT = "select %s, %s from job j left join job_body b on b.job_id = j.job_id"
            .formatted(SHAPE.selectList(), MORE.selectList());

    // rows are made initiator first; job ids begin with the time
    private static final String NATURAL = "j.is_initiator desc, " + Order.byParty("j");

    private static final String FIRST = " limit " + (Listing.MOST + 1);

    private final NamedParameterJdbcTemplate jdbc;
    private final ZoneId zone;
    private final RowCounts counts;
    private final Supplier<WaitReasons.Now> reasons;
    private final WrittenDocuments written = new WrittenDocuments();

    /** Of a reader that shows nobody what a job waits for. */
    public JobQueries(NamedParameterJdbcTemplate jdbc, Clock clock) {
        this(jdbc, clock, () -> (jobId, reason, engine) -> reason);
    }

    /** @param reasons completes what waiting jobs have written down */
    public JobQueries(NamedParameterJdbcTemplate jdbc, Clock clock, Supplier<WaitReasons.Now> reasons) {
        this.jdbc = jdbc;
        this.zone = clock.getZone();
        this.counts = new RowCounts(jdbc, clock, "job j", "j.create_time");
        this.reasons = reasons;
    }

    /**
     * Finds rows by column values.
     *
     * @param filter columns and values: a value, a list for "one of", or a list of two for "between" where the column is a
     *     number or a time; unknown names are ignored
     * @param order null for the order the rows were made in
     * @return the rows, of waiting jobs with {@code wait_reason} and {@code wait_since}, of failed ones without notes with
     *     the failure's reason in their place; none if the filter names no column. At most {@link Listing#MOST} and one more,
     *     which says that there are more
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public List<ObjectNode> find(ObjectNode filter, @Nullable Order order) {
        return find(filter, order, VisibleJobs.ALL);
    }

    /**
     * As {@link #find(ObjectNode, Order)}, for somebody who is not shown all jobs.
     *
     * @param visible whose jobs; it narrows what is found, and is no condition of the client's
     */
    public List<ObjectNode> find(ObjectNode filter, @Nullable Order order, VisibleJobs visible) {
        return find(filter, order, visible, RowShape::document);
    }

    /**
     * As {@link #find(ObjectNode, Order, VisibleJobs)}, for an answer: dsl and confs in the rows can be written, with their keys
     * sorted; to look into them takes {@link WrittenDocuments#read}.
     */
    public List<ObjectNode> answer(ObjectNode filter, @Nullable Order order, VisibleJobs visible) {
        return find(filter, order, visible, written::of);
    }

    private List<ObjectNode> find(
            ObjectNode filter,
            @Nullable Order order,
            VisibleJobs visible,
            Function<@Nullable String, JsonNode> documents) {
        Criteria criteria = Criteria.of(SHAPE, filter, zone);
        if (criteria.isEmpty()) {
            return List.of();
        }
        criteria.andOf(visible, "j.", "%s");
        return explained(criteria, Order.sql(order, SHAPE, "j.job_id, " + NATURAL) + FIRST, documents);
    }

    /**
     * Lists jobs, newest first. Of jobs that could not be submitted nothing is kept, so that there are none to be left out.
     *
     * @param jobIdPart text within the job id; empty for any
     * @param descriptionPart text within the notes; empty for any
     */
    public Page list(Listing listing, String jobIdPart, String descriptionPart) {
        Criteria criteria = Criteria.of(SHAPE, listing.filter(), zone).andOf(listing.visible(), "j.", "%s");
        if (!jobIdPart.isEmpty()) {
            criteria.andContains("j.job_id", jobIdPart);
        }
        if (!descriptionPart.isEmpty()) {
            criteria.andContains("j.description", descriptionPart);
        }
        long count = counts.count(criteria);
        Order order = listing.order() == null ? new Order("create_time", true) : listing.order();
        String tail = Order.sql(order, SHAPE, "j.job_id desc, " + NATURAL) + listing.limitSql();
        return new Page(count, explained(criteria, tail, RowShape::document));
    }

    /** The engine's process instance that runs the job, where this site is its initiator. */
    public Optional<String> liveProcess(String jobId) {
        return one("""
                select j.process_instance_id
                from job j
                join act_ru_execution e on e.id_ = j.process_instance_id
                where j.job_id = :job
                """, jobId);
    }

    /** The process definition that shows the job's DAG; empty for a job of another site. */
    public Optional<String> diagram(String jobId) {
        return one("""
                select d.process_definition_id
                from job_body b
                join dag_definition d on d.dag_key = b.dag_key
                where b.job_id = :job
                """, jobId);
    }

    private Optional<String> one(String sql, String jobId) {
        return jdbc.queryForList(sql, Map.of("job", jobId), String.class).stream()
                .findFirst();
    }

    /** The job's row at its initiator, or at this site's first role, with FATE's columns only. */
    public Optional<ObjectNode> first(String jobId) {
        Criteria criteria = Criteria.of(SHAPE, RowShape.emptyDocument().put("job_id", jobId), zone);
        return select(criteria, " order by " + NATURAL + " limit 1", (row, number) -> SHAPE.read(row, zone)).stream()
                .findFirst();
    }

    /** The job's status at its initiator, or at this site's first role. */
    public Optional<String> status(String jobId) {
        return jdbc
                .queryForList(
                        "select status from job where job_id = :job order by is_initiator desc",
                        Map.of("job", jobId),
                        String.class)
                .stream()
                .findFirst();
    }

    /**
     * A job of this site that has not ended and whose runtime conf has a text in it. It reads the confs of all such jobs.
     *
     * @param text of letters, digits, dots and hyphens
     */
    public Optional<String> ongoingWithConf(String text) {
        return jdbc.queryForList("""
                        select j.job_id from job j join job_body b on b.job_id = j.job_id
                        where j.status in ('ready', 'waiting', 'running') and b.runtime_conf like :text
                        """, Map.of("text", '%' + text + '%'), String.class).stream()
                .findFirst();
    }

    /** What the job waits for, if it does, at its initiator or this site's first role. */
    public Optional<String> waitReason(String jobId) {
        return jdbc
                .query("""
                        select wait_reason, wait_engine
                        from job
                        where job_id = :job and wait_reason is not null
                        order by is_initiator desc
                        """, Map.of("job", jobId), (row, number) ->
                        new String[] {row.getString("wait_reason"), row.getString("wait_engine")})
                .stream()
                .findFirst()
                .map(row -> String.valueOf(reasons.get().of(jobId, row[0], row[1])));
    }

    private List<ObjectNode> select(Criteria criteria, String tail, RowMapper<ObjectNode> mapper) {
        return jdbc.query(SELECT + criteria.where() + tail, criteria.parameters(), mapper);
    }

    /** What a job waits for is asked when the rows are read: one question does not hold two connections. */
    private List<ObjectNode> explained(Criteria criteria, String tail, Function<@Nullable String, JsonNode> documents) {
        List<ObjectNode> rows = select(criteria, tail, (row, number) -> SHAPE.read(row, 0, zone, documents)
                .set(MORE_KEY, MORE.read(row, SHAPE.size(), zone, documents)));
        WaitReasons.Now now = reasons.get();
        rows.forEach(row -> explain(row, (ObjectNode) row.remove(MORE_KEY), now));
        return rows;
    }

    private static void explain(ObjectNode job, ObjectNode more, WaitReasons.Now now) {
        String reason = now.of(job.path("job_id").asText(), text(more, "wait_reason"), text(more, "wait_engine"));
        if (reason != null) {
            job.put("wait_reason", reason).set("wait_since", more.get("wait_since"));
        }
        if (job.path("description").asText().isEmpty()) {
            job.put("description", FirstLine.of(more.path("error_report").asText()));
        }
    }

    private static @Nullable String text(ObjectNode row, String name) {
        return row.path(name).isNull() ? null : row.path(name).asText();
    }
}
