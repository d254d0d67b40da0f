package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The jobs that wait for cores of this site, oldest first. Each look is one statement, however many wait. */
final class WaitingList {

    /** So many are looked at: whoever is served after a wait has the next ones looked at. */
    private static final int WINDOW = 20;

    /** Of one that wants more than there is, since the site has shrunk, nobody hears: it stands in nobody's way. */
    private static final String SELECT = "select job_id, create_time, wait_since, wanted_cores, deadline,"
            + " case when exists (select 1 from act_ru_event_subscr s where"
            + " s.proc_inst_id_ = job.process_instance_id and s.event_name_ = 'resources released')"
            + " then 1 else 0 end from job where status = 'waiting' and is_initiator = true"
            + " and wait_since is not null and suspended_by is null and waits_elsewhere = false"
            + " and wanted_cores <= (select coalesce(max(e.cores), 0) from engine_registry e"
            + " where e.engine_type = 'computing')";

    private static final String ORDER = " order by create_time, job_id limit ?";

    private final JdbcTemplate jdbc;

    WaitingList(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A waiting job.
     *
     * @param cores what it needs on this site in all
     * @param deadline when its time is over, epoch milliseconds; null if nobody knows
     * @param asleep whether it waits to be woken; not, if it is about to look
     */
    record Entry(
            String jobId,
            long createTime,
            long waitSince,
            BigDecimal cores,
            @Nullable Long deadline,
            boolean asleep) {

        /** A place in the list behind all of them. */
        static Entry last() {
            return new Entry("", Long.MAX_VALUE, Long.MAX_VALUE, BigDecimal.ZERO, null, false);
        }
    }

    /** Those before a place that fit, and those that have waited since before a time, whether they fit or not. */
    List<Entry> fittingOrStarved(BigDecimal free, long starvedSince, Entry before) {
        return query(
                " and (wanted_cores <= ? or wait_since < ?)" + before("<"),
                List.of(free, starvedSince),
                List.of(before));
    }

    /** Those between two places that fit, and are either small or end soon. */
    List<Entry> fittingBeside(BigDecimal free, BigDecimal small, long endsBy, Entry after, Entry before) {
        return query(
                " and wanted_cores <= ? and (wanted_cores <= ? or deadline <= ?)" + before(">") + before("<"),
                List.of(free, small, endsBy),
                List.of(after, before));
    }

    private static String before(String direction) {
        return " and (create_time %1$s ? or create_time = ? and job_id %1$s ?)".formatted(direction);
    }

    private List<Entry> query(String condition, List<Object> values, List<Entry> places) {
        List<Object> all = new ArrayList<>(values);
        places.forEach(place -> all.addAll(List.of(place.createTime(), place.createTime(), place.jobId())));
        all.add(WINDOW);
        return jdbc.query(SELECT + condition + ORDER, WaitingList::entry, all.toArray());
    }

    /** A job that is about to look, whether it has waited before or not. */
    Entry of(String jobId) {
        return jdbc.query(
                        "select job_id, max(case when is_initiator = true then create_time end),"
                                + " coalesce(max(wait_since), cast(? as bigint)), sum(task_cores * gate_slots), max(deadline), 0"
                                + " from job where job_id = ? group by job_id",
                        WaitingList::entry,
                        Long.MAX_VALUE,
                        jobId)
                .get(0);
    }

    private static Entry entry(ResultSet row, int number) throws SQLException {
        long deadline = row.getLong(5);
        return new Entry(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                row.getBigDecimal(4),
                deadline == 0 ? null : Long.valueOf(deadline),
                row.getInt(6) == 1);
    }
}
