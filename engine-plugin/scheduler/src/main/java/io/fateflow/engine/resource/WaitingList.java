package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The jobs that wait for cores of this site, by their queues. Each look is one statement, however many wait. */
final class WaitingList {

    /** So many of a queue are looked at: whoever is served after a wait has the next ones looked at. */
    private static final int WINDOW = 20;

    private static final String COLUMNS =
            "job_id, queue_name, front_time, priority, create_time, wait_since, wanted_cores, deadline, expected_millis,"
                    + " case when exists (select 1 from act_ru_event_subscr s where"
                    + " s.proc_inst_id_ = job.process_instance_id and s.event_name_ = 'resources released')"
                    + " then 1 else 0 end as asleep,"
                    + " case when exists (select 1 from resource_lease l where l.job_id = job.job_id"
                    + " and l.kind = 'job') then 1 else 0 end as begun";

    private static final String WAITING = " from job where status = 'waiting' and is_initiator = true"
            + " and wait_since is not null and suspended_by is null and waits_elsewhere = false"
            + " and waits_for_nodes = false";

    /** Of one that wants more than there is, since the site has shrunk, nobody hears: it stands in nobody's way. */
    private static final String POSSIBLE =
            " and wanted_cores <= (select coalesce(max(e.cores), 0) from engine_registry e"
                    + " where e.engine_type = 'computing')";

    private static final String ORDER = " order by front_time desc, priority desc, create_time, job_id limit ?";

    private static final String ALL_IN_ORDER =
            "select job_id, queue_name" + WAITING + " order by front_time desc, priority desc, create_time, job_id";

    private final JdbcTemplate jdbc;

    WaitingList(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * One queue among others.
     *
     * @param name as jobs have it
     * @param others the names of all others, if this one has the jobs that name none of them
     * @param free how many cores one of its jobs may have now
     */
    record QueueLook(String name, @Nullable List<String> others, BigDecimal free) {

        private String condition() {
            if (others == null) {
                return " and queue_name = ?";
            }
            return others.isEmpty()
                    ? ""
                    : " and queue_name not in (%s)"
                            .formatted(String.join(
                                    ", ", others.stream().map(other -> "?").toList()));
        }

        private List<Object> values() {
            return others == null ? List.of(name) : List.copyOf(others);
        }
    }

    /** How much of the engine who passes may take, and until when. */
    record Passing(
            BigDecimal small,
            long endsBy,
            long longest,
            @Nullable WaitingJob after) {}

    /**
     * The first of each queue that does not fit, and the first of those that fit, or that have waited since before a time,
     * whether they fit or not.
     */
    List<WaitingJob> candidates(Collection<QueueLook> queues, long starvedSince) {
        Union union = new Union();
        for (QueueLook queue : queues) {
            union.add(queue, " and wanted_cores > ?", List.of(queue.free()), 1);
            union.add(queue, " and (wanted_cores <= ? or wait_since < ?)", List.of(queue.free(), starvedSince), WINDOW);
        }
        return union.query();
    }

    /** Those that fit into a queue, and are either small or end soon. */
    List<WaitingJob> fittingBeside(QueueLook queue, Passing passing) {
        String condition = " and wanted_cores <= ? and (wanted_cores <= ? or deadline <= ? or expected_millis <= ?)";
        List<Object> values =
                new ArrayList<>(List.of(queue.free(), passing.small(), passing.endsBy(), passing.longest()));
        WaitingJob after = passing.after();
        if (after != null) {
            condition += " and (front_time < ? or front_time = ? and (priority < ? or priority = ?"
                    + " and (create_time > ? or create_time = ? and job_id > ?)))";
            values.addAll(List.of(
                    after.frontTime(),
                    after.frontTime(),
                    after.priority(),
                    after.priority(),
                    after.createTime(),
                    after.createTime(),
                    after.jobId()));
        }
        Union union = new Union();
        union.add(queue, condition, values, WINDOW);
        return union.query();
    }

    /** A job that is about to look, whether it has waited before or not. */
    WaitingJob of(String jobId) {
        return jdbc.query(
                        "select job_id, max(queue_name), max(front_time), max(priority),"
                                + " max(case when is_initiator = true then create_time end),"
                                + " coalesce(max(wait_since), cast(? as bigint)), sum(task_cores * gate_slots), max(deadline),"
                                + " max(expected_millis), 0, case when exists (select 1 from resource_lease l where"
                                + " l.job_id = job.job_id and l.kind = 'job') then 1 else 0 end"
                                + " from job where job_id = ? group by job_id",
                        WaitingList::job,
                        Long.MAX_VALUE,
                        jobId)
                .get(0);
    }

    /** All that wait, with the names of their queues, in the order of one queue. */
    List<String[]> everybody() {
        return jdbc.query(ALL_IN_ORDER, (row, number) -> new String[] {row.getString(1), row.getString(2)});
    }

    private static WaitingJob job(ResultSet row, int number) throws SQLException {
        return new WaitingJob(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                row.getInt(4),
                row.getLong(5),
                row.getLong(6),
                row.getBigDecimal(7),
                known(row, 8),
                known(row, 9),
                row.getInt(10) == 1,
                row.getInt(11) == 1);
    }

    private static @Nullable Long known(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return value == 0 ? null : Long.valueOf(value);
    }

    /** Several looks in one statement. */
    private final class Union {

        private final List<String> parts = new ArrayList<>();
        private final List<Object> values = new ArrayList<>();

        void add(QueueLook queue, String condition, List<Object> conditionValues, int most) {
            parts.add("(select " + COLUMNS + WAITING + POSSIBLE + queue.condition() + condition + ORDER + ")");
            values.addAll(queue.values());
            values.addAll(conditionValues);
            values.add(most);
        }

        List<WaitingJob> query() {
            return jdbc.query(String.join(" union all ", parts), WaitingList::job, values.toArray());
        }
    }
}
