package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.resource.WaitReasons;

/**
 * Jobs for people: a line each, newest first, page by page. A page is found by the time of its first job, so that the
 * thousandth costs what the first does.
 */
public final class JobSearch {

    /** Counting ends here: whoever has more narrows the search. */
    public static final int MOST_COUNTED = 1_000;

    /** One row a job: the initiator's, or the first one of those that this site has in another site's job. */
    static final String ONE_A_JOB = """
            (j.is_initiator = true or not exists (
                select 1
                from job o
                where o.job_id = j.job_id
                    and (o.is_initiator = true or o.role < j.role or (o.role = j.role and o.party_id < j.party_id))))""";

    /** Conditions follow. Each job has a body; with an inner join H2 begins with all bodies. */
    private static final String COLUMNS = """
            select j.job_id, j.name, j.user_id, j.description, j.roles, j.initiator_role, j.initiator_party_id,
                j.is_initiator, j.status, j.progress, j.create_time, j.start_time, j.end_time, j.elapsed, j.wait_reason,
                j.wait_since, j.wait_engine, j.suspended_by, j.error_report, j.project, b.dsl
            from job j
            left join job_body b on b.job_id = j.job_id
            where
            """;

    private static final String HAVING_TEXT = """
            and (lower(j.name) like :text escape '!' or lower(j.description) like :text escape '!'
                or lower(j.user_id) like :text escape '!' or j.job_id like :text escape '!')""";

    private final NamedParameterJdbcTemplate jdbc;
    private final Supplier<WaitReasons.Now> reasons;
    private final RunningWaits running;

    /**
     * Makes it.
     *
     * @param reasons completes what waiting jobs have written down
     * @param waits says of attempts that wait for a node, why
     */
    public JobSearch(NamedParameterJdbcTemplate jdbc, Supplier<WaitReasons.Now> reasons, NodeWaits waits) {
        this.jdbc = jdbc;
        this.reasons = reasons;
        this.running = new RunningWaits(jdbc, waits);
    }

    /**
     * Which jobs.
     *
     * @param text part of a job's id, name, notes or owner; empty for any
     * @param statuses empty for any
     * @param party a site that takes part; empty for any
     * @param uploads whether those that move data, which have one party that is nobody's, or all others
     * @param project of which; empty for any
     * @param visible whose
     */
    public record Filter(
            String text, List<String> statuses, String party, boolean uploads, String project, VisibleJobs visible) {

        public Filter {
            statuses = List.copyOf(statuses);
        }
    }

    /** Where a page begins or ends: the job's time in epoch milliseconds, and its id. */
    public record Place(long createTime, String jobId) {}

    /**
     * A page of jobs.
     *
     * @param newer whether there are jobs before these
     * @param older whether there are jobs behind these
     */
    public record Jobs(List<Line> lines, boolean newer, boolean older) {}

    /**
     * A job at a glance; times are epoch milliseconds.
     *
     * @param roles role to party ids
     * @param modules the modules of its components, in the DSL's order
     * @param project that it is of here; empty if of none
     * @param reason what it waits for, or why it failed, in one line; empty if neither
     */
    public record Line(
            String jobId,
            String name,
            String owner,
            String notes,
            JsonNode roles,
            String initiatorRole,
            String initiatorPartyId,
            boolean own,
            String status,
            boolean suspended,
            int progress,
            long createTime,
            @Nullable Long startTime,
            @Nullable Long endTime,
            @Nullable Long elapsed,
            @Nullable Long waitSince,
            String reason,
            String error,
            List<String> modules,
            String project) {

        Place place() {
            return new Place(createTime, jobId);
        }
    }

    /** The newest jobs, or those right behind a place. */
    public Jobs newest(Filter filter, Optional<Place> behind, int size) {
        MapSqlParameterSource values = new MapSqlParameterSource("size", size + 1);
        String place = behind.map(from -> bind(values, from, "<")).orElse("");
        List<Line> found = lines(filter, place, values, " order by j.create_time desc, j.job_id desc limit :size");
        boolean more = found.size() > size;
        return new Jobs(more ? found.subList(0, size) : found, behind.isPresent(), more);
    }

    /** Those right before a place. */
    public Jobs before(Filter filter, Place until, int size) {
        MapSqlParameterSource values = new MapSqlParameterSource("size", size + 1);
        List<Line> found = new ArrayList<>(
                lines(filter, bind(values, until, ">"), values, " order by j.create_time, j.job_id limit :size"));
        boolean more = found.size() > size;
        List<Line> page = new ArrayList<>(more ? found.subList(0, size) : found);
        Collections.reverse(page);
        return new Jobs(page, more, true);
    }

    /** One job; empty if this site does not know it. */
    public Optional<Line> one(String jobId) {
        return read(COLUMNS + ONE_A_JOB + " and j.job_id = :job", new MapSqlParameterSource("job", jobId)).stream()
                .findFirst();
    }

    /** How many jobs there are, up to {@link #MOST_COUNTED} and one more. */
    public int count(Filter filter) {
        MapSqlParameterSource values = new MapSqlParameterSource("most", MOST_COUNTED + 1);
        Integer count = jdbc.queryForObject(
                "select count(*) from (select j.job_id from job j where " + ONE_A_JOB + where(filter, values)
                        + " limit :most) counted",
                values,
                Integer.class);
        return count == null ? 0 : count;
    }

    /** How many jobs that have not ended there are in each status; uploads among them. */
    public Map<String, Long> open(VisibleJobs visible) {
        Map<String, Long> counts = new TreeMap<>();
        MapSqlParameterSource values = new MapSqlParameterSource();
        jdbc.query("""
                select j.status, count(distinct j.job_id) as jobs
                from job j
                where j.status in ('waiting', 'running')%s
                group by j.status
                """.formatted(ofAccount(visible, values)), values, row -> {
            counts.put(row.getString("status"), row.getLong("jobs"));
        });
        return counts;
    }

    private List<Line> lines(Filter filter, String place, MapSqlParameterSource values, String tail) {
        return read(COLUMNS + ONE_A_JOB + where(filter, values) + place + tail, values);
    }

    private List<Line> read(String sql, MapSqlParameterSource values) {
        List<Found> found = jdbc.query(sql, values, (row, number) -> found(row));
        // asked when the rows are read: one question does not hold two connections
        WaitReasons.Now now = reasons.get();
        Map<String, String> standing = running.of(found.stream()
                .filter(job -> job.line().status().equals("running"))
                .map(job -> job.line().jobId())
                .toList());
        return found.stream().map(line -> line.explained(now, standing)).toList();
    }

    private static String bind(MapSqlParameterSource values, Place place, String direction) {
        values.addValue("time", place.createTime()).addValue("id", place.jobId());
        // the first condition is what an index takes
        return " and j.create_time %1$s= :time and (j.create_time %1$s :time or j.job_id %1$s :id)"
                .formatted(direction);
    }

    private static String where(Filter filter, MapSqlParameterSource values) {
        StringBuilder where = new StringBuilder(" and j.role ")
                .append(filter.uploads() ? "=" : "<>")
                .append(" 'local'")
                .append(ofAccount(filter.visible(), values));
        if (!filter.statuses().isEmpty()) {
            values.addValue("statuses", filter.statuses());
            // most jobs are of this one: newest first they are found at once, while by the index of statuses H2 reads
            // them all
            String status = filter.statuses().contains("success") ? "lower(j.status)" : "j.status";
            where.append(" and ").append(status).append(" in (:statuses)");
        }
        if (!filter.project().isEmpty()) {
            values.addValue("project", filter.project());
            where.append(" and j.project = :project");
        }
        if (!filter.party().isEmpty()) {
            values.addValue("party", filter.party());
            where.append(" and exists (select 1 from job p where p.job_id = j.job_id and p.party_id = :party)");
        }
        if (filter.text().matches("\\d{6,25}")) {
            // ids begin with the time, and stand in an index
            values.addValue("from", filter.text()).addValue("to", filter.text() + ":");
            where.append(" and j.job_id >= :from and j.job_id < :to");
        } else if (!filter.text().isEmpty()) {
            values.addValue("text", contains(filter.text()));
            where.append(' ').append(HAVING_TEXT);
        }
        return where.toString();
    }

    private static String ofAccount(VisibleJobs visible, MapSqlParameterSource values) {
        return visible.all()
                ? ""
                : " and "
                        + visible.condition("j.", value -> {
                            String name = "visible" + values.getValues().size();
                            values.addValue(name, value);
                            return ":" + name;
                        });
    }

    private static String contains(String text) {
        return Criteria.containing(text.toLowerCase(Locale.ROOT));
    }

    /** A line with what it has written down, and the engine whose cores it waits for. */
    private record Found(
            Line line,
            @Nullable String waitReason,
            @Nullable String waitEngine) {

        /** @param standing of jobs that run, why none of their attempts does */
        Line explained(WaitReasons.Now now, Map<String, String> standing) {
            String waits = now.of(line.jobId(), waitReason, waitEngine);
            String stands = standing.getOrDefault(line.jobId(), FirstLine.of(line.error()));
            String reason = waits == null ? stands : waits;
            return new Line(
                    line.jobId(),
                    line.name(),
                    line.owner(),
                    line.notes(),
                    line.roles(),
                    line.initiatorRole(),
                    line.initiatorPartyId(),
                    line.own(),
                    line.status(),
                    line.suspended(),
                    line.progress(),
                    line.createTime(),
                    line.startTime(),
                    line.endTime(),
                    line.elapsed(),
                    line.waitSince(),
                    reason,
                    line.error(),
                    line.modules(),
                    line.project());
        }
    }

    private static Found found(ResultSet row) throws SQLException {
        Line line = new Line(
                row.getString("job_id"),
                row.getString("name"),
                row.getString("user_id"),
                row.getString("description"),
                RowShape.document(row.getString("roles")),
                row.getString("initiator_role"),
                row.getString("initiator_party_id"),
                row.getBoolean("is_initiator"),
                row.getString("status"),
                row.getString("suspended_by") != null,
                row.getInt("progress"),
                row.getLong("create_time"),
                number(row, "start_time"),
                number(row, "end_time"),
                number(row, "elapsed"),
                number(row, "wait_since"),
                "",
                row.getString("error_report"),
                modules(RowShape.document(row.getString("dsl"))),
                row.getString("project"));
        return new Found(line, row.getString("wait_reason"), row.getString("wait_engine"));
    }

    static @Nullable Long number(ResultSet row, String column) throws SQLException {
        Object value = row.getObject(column);
        return value instanceof BigDecimal decimal
                ? Long.valueOf(decimal.longValue())
                : value instanceof Number number ? Long.valueOf(number.longValue()) : null;
    }

    private static List<String> modules(JsonNode dsl) {
        List<String> modules = new ArrayList<>();
        dsl.path("components")
                .forEach(component -> modules.add(component.path("module").asText()));
        return modules;
    }
}
