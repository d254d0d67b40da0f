package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The jobs that wait for cores of this site, by their queues. Each look is one statement, however many wait. */
final class WaitingList {

    /** So many of a queue are looked at: whoever is served after a wait has the next ones looked at. */
    private static final int WINDOW = 20;

    private static final String HAS_BEGUN = """
            case when exists (select 1 from resource_lease l where l.job_id = job.job_id and l.kind = 'job')
                then 1 else 0 end as begun
            """;

    private static final String LOOK = """
            select job_id, queue_name, front_time, priority, create_time, wait_since, wanted_cores, deadline,
                expected_millis,
                case when exists (select 1 from act_ru_event_subscr s where s.proc_inst_id_ = job.process_instance_id
                    and s.event_name_ = 'resources released') then 1 else 0 end as asleep,
            """ + HAS_BEGUN;

    private static final String WAITING = """
             from job
            where status = 'waiting' and is_initiator = true and wait_since is not null and suspended_by is null
            """;

    /** Whoever waits for other sites, or for nodes, is woken by those. */
    private static final String WAITING_FOR_CORES =
            WAITING + " and waits_elsewhere = false and waits_for_nodes = false ";

    /** Of one that wants more than there is, since the site has shrunk, nobody hears: it stands in nobody's way. */
    private static final String POSSIBLE = """
             and wanted_cores <= (select coalesce(max(e.cores), 0) from engine_registry e
                where e.engine_type = 'computing')
            """;

    private static final String ORDER = " order by front_time desc, priority desc, create_time, job_id";

    /** Behind a job, in the order of {@link #ORDER}. */
    private static final String BEHIND = """
             and (front_time < :frontTime or front_time = :frontTime and (priority < :priority or priority = :priority
                and (create_time > :createTime or create_time = :createTime and job_id > :jobId)))
            """;

    private static final String ONE = """
            select job_id, max(queue_name) as queue_name, max(front_time) as front_time, max(priority) as priority,
                max(case when is_initiator = true then create_time end) as create_time,
                coalesce(max(wait_since), cast(:never as bigint)) as wait_since,
                sum(task_cores * gate_slots) as wanted_cores, max(deadline) as deadline,
                max(expected_millis) as expected_millis, 0 as asleep,
            """ + HAS_BEGUN + " from job where job_id = :jobId group by job_id";

    private final JdbcClient jdbc;

    WaitingList(JdbcClient jdbc) {
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

        /** @param name of the parameter that {@link #names} is given as */
        private String condition(String name) {
            if (others == null) {
                return " and queue_name = :" + name;
            }
            return others.isEmpty() ? "" : " and queue_name not in (:" + name + ")";
        }

        private Object names() {
            return others == null ? name : others;
        }
    }

    /** How much of the engine who passes may take, and until when. */
    record Passing(
            BigDecimal small,
            long endsBy,
            long longest,
            @Nullable WaitingJob after) {}

    /** @param queue as the job names it, if there is such a queue or not */
    record Waiting(String jobId, String queue) {}

    /**
     * The first of each queue that does not fit, and the first of those that fit, or that have waited since before a time,
     * whether they fit or not.
     */
    List<WaitingJob> candidates(Collection<QueueLook> queues, long starvedSince) {
        if (nobodyWaits()) {
            return List.of();
        }
        Union union = new Union();
        union.values.put("starvedSince", starvedSince);
        for (QueueLook queue : queues) {
            String free = union.value("free", queue.free());
            union.add(queue, " and wanted_cores > :" + free, 1);
            union.add(queue, " and (wanted_cores <= :" + free + " or wait_since < :starvedSince)", WINDOW);
        }
        return union.query();
    }

    /** As mostly, and each that gives something back asks: the look through all queues is long, and H2 parses it each time. */
    private boolean nobodyWaits() {
        return jdbc.sql("select 1" + WAITING_FOR_CORES + " limit 1")
                .query(Integer.class)
                .optional()
                .isEmpty();
    }

    /** Those that fit into a queue, and are either small or end soon. */
    List<WaitingJob> fittingBeside(QueueLook queue, Passing passing) {
        String condition = """
                 and wanted_cores <= :free
                    and (wanted_cores <= :small or deadline <= :endsBy or expected_millis <= :longest)
                """;
        Union union = new Union();
        union.values.putAll(Map.of(
                "free", queue.free(),
                "small", passing.small(),
                "endsBy", passing.endsBy(),
                "longest", passing.longest()));
        WaitingJob after = passing.after();
        if (after != null) {
            condition += BEHIND;
            union.values.putAll(Map.of(
                    "frontTime", after.frontTime(),
                    "priority", after.priority(),
                    "createTime", after.createTime(),
                    "jobId", after.jobId()));
        }
        union.add(queue, condition, WINDOW);
        return union.query();
    }

    /** A job that is about to look, whether it has waited before or not. */
    WaitingJob of(String jobId) {
        return jdbc.sql(ONE)
                .param("never", Long.MAX_VALUE)
                .param("jobId", jobId)
                .query(WaitingList::job)
                .single();
    }

    /** All that wait, with the names of their queues, in the order of one queue. */
    List<Waiting> everybody() {
        return jdbc.sql("select job_id, queue_name" + WAITING_FOR_CORES + ORDER)
                .query((row, number) -> new Waiting(row.getString("job_id"), row.getString("queue_name")))
                .list();
    }

    /** How many wait, for cores, nodes or other sites, by the names of their queues as they say them. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        jdbc.sql("select queue_name, count(*) as waiting" + WAITING + " group by queue_name")
                .query(row -> {
                    counts.put(row.getString("queue_name"), row.getInt("waiting"));
                });
        return counts;
    }

    private static WaitingJob job(ResultSet row, int number) throws SQLException {
        return new WaitingJob(
                row.getString("job_id"),
                row.getString("queue_name"),
                row.getLong("front_time"),
                row.getInt("priority"),
                row.getLong("create_time"),
                row.getLong("wait_since"),
                row.getBigDecimal("wanted_cores"),
                known(row, "deadline"),
                known(row, "expected_millis"),
                row.getInt("asleep") == 1,
                row.getInt("begun") == 1);
    }

    private static @Nullable Long known(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return value == 0 ? null : Long.valueOf(value);
    }

    /** Several looks in one statement. */
    private final class Union {

        private final List<String> parts = new ArrayList<>();
        private final Map<String, Object> values = new HashMap<>();

        /** @return the name of the parameter that stands for a value of this part only */
        String value(String name, Object value) {
            String own = name + values.size();
            values.put(own, value);
            return own;
        }

        void add(QueueLook queue, String condition, int most) {
            String which = queue.condition(value("queue", queue.names()));
            String limit = value("most", most);
            parts.add("(" + LOOK + WAITING_FOR_CORES + POSSIBLE + which + condition + ORDER + " limit :" + limit + ")");
        }

        List<WaitingJob> query() {
            return jdbc.sql(String.join(" union all ", parts))
                    .params(values)
                    .query(WaitingList::job)
                    .list();
        }
    }
}
