package io.fateflow.engine.resource.queue;

import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

import io.fateflow.database.TextColumn;

/**
 * The rows of {@code job_queue}. Whoever changes one has locked the engine's row before: what is given back and what is set
 * don't wait for each other the wrong way round.
 */
public final class QueueStore {

    /** The queue of a row {@code j} of {@code job}: the one that it names, if there is such a queue. */
    public static final String QUEUE_OF_JOB = "coalesce((select o.name from job_queue o where o.name = j.queue_name),"
            + " (select max(d.name) from job_queue d where d.is_default = true), '')";

    private static final RowMapper<QueueRow> ROW = (row, number) -> new QueueRow(
            new JobQueue(row.getString(1), row.getBigDecimal(2), row.getBigDecimal(3), row.getBigDecimal(4)),
            row.getBoolean(5),
            row.getString(6),
            row.getDouble(7),
            row.getLong(8));

    private final JdbcTemplate jdbc;
    private final QueueSettings settings;
    private final UsageDecay decay;
    private final Clock clock;

    private QueueStore(JdbcTemplate jdbc, QueueSettings settings, Clock clock) {
        this.jdbc = jdbc;
        this.settings = settings;
        this.decay = new UsageDecay(settings.halfLife());
        this.clock = clock;
    }

    /**
     * Writes down what was configured: at the start of a server. What an operator has set stays, and so does a queue that
     * only an operator has made; one that is not configured any more goes, and its jobs are in the default queue.
     */
    public static QueueStore open(JdbcTemplate jdbc, QueueSettings settings, Clock clock) {
        QueueStore store = new QueueStore(jdbc, settings, clock);
        List<String> there = store.all().stream().map(QueueRow::name).toList();
        settings.queues().values().forEach(queue -> {
            if (!there.contains(queue.name())) {
                store.insert(queue, "");
            } else {
                store.configured(queue);
            }
        });
        jdbc.update("update job_queue set is_default = (name = ?)", settings.defaultQueue());
        there.stream()
                .filter(name -> !settings.queues().containsKey(name))
                .forEach(name -> jdbc.update("delete from job_queue where name = ? and changed_by = ''", name));
        return store;
    }

    /** All queues by name; there is at least one. */
    public List<QueueRow> all() {
        return jdbc.query(
                "select name, weight, nominal_quota, borrowing_limit, is_default, changed_by, used, used_time from"
                        + " job_queue order by name",
                ROW);
    }

    public UsageDecay decay() {
        return decay;
    }

    /** An operator sets a queue, or makes one. */
    public void put(JobQueue queue, String by) {
        int changed = jdbc.update(
                "update job_queue set weight = ?, nominal_quota = ?, borrowing_limit = ?, changed_by = ?,"
                        + " update_time = ? where name = ?",
                queue.weight(),
                queue.nominalQuota(),
                queue.borrowingLimit(),
                TextColumn.JOB_USER.fitted(by),
                clock.millis(),
                queue.name());
        if (changed == 0) {
            insert(queue, by);
        }
    }

    /**
     * Takes back what an operator has set: a configured queue is as configured again, any other is gone, and its jobs are
     * in the default queue.
     */
    public void reset(String name) {
        JobQueue configured = settings.queues().get(name);
        if (configured == null) {
            jdbc.update("delete from job_queue where name = ? and is_default = false", name);
        } else {
            put(configured, "");
        }
    }

    /** The queue of a job that names none; empty for the default queue. */
    public String queueOf(String account) {
        return settings.queueOf(account);
    }

    private void configured(JobQueue queue) {
        jdbc.update(
                "update job_queue set weight = ?, nominal_quota = ?, borrowing_limit = ?, update_time = ? where name = ?"
                        + " and changed_by = ''",
                queue.weight(),
                queue.nominalQuota(),
                queue.borrowingLimit(),
                clock.millis(),
                queue.name());
    }

    private void insert(JobQueue queue, String by) {
        long now = clock.millis();
        jdbc.update(
                "insert into job_queue (name, is_default, weight, nominal_quota, borrowing_limit, changed_by, used,"
                        + " used_time, update_time) values (?, false, ?, ?, ?, ?, 0, ?, ?)",
                queue.name(),
                queue.weight(),
                queue.nominalQuota(),
                queue.borrowingLimit(),
                TextColumn.JOB_USER.fitted(by),
                now,
                now);
    }

    /**
     * Adds what a job has used at one party to its queue's. Where there is one queue, nobody compares, and nothing is
     * written. The engine's row is locked.
     *
     * @param since when it got the cores, epoch milliseconds
     */
    public void used(String jobId, String role, String partyId, BigDecimal cores, long since) {
        long now = clock.millis();
        jdbc.update(
                "update job_queue set used = used * power(cast(0.5 as double precision),"
                        + " cast(? - used_time as double precision) / ?) + ?, used_time = ? where"
                        + " (select count(*) from job_queue c) > 1 and name = (select " + QUEUE_OF_JOB
                        + " from job j where j.job_id = ? and j.role = ? and j.party_id = ?)",
                now,
                (double) settings.halfLife().toMillis(),
                decay.of(cores, since, now),
                now,
                jobId,
                role,
                partyId);
    }

    /**
     * Why a job may not keep the cores that it has just got at a party; null if it may. The engine's row is locked, so that
     * nobody else gets any meanwhile.
     */
    public @Nullable String overLimit(String jobId) {
        return jdbc
                .query(
                        "select q.name, q.nominal_quota, q.borrowing_limit, sum(h.cores) from job_queue q join (select "
                                + QUEUE_OF_JOB + " as queue_name, l.cores from resource_lease l join job j on"
                                + " j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id"
                                + " where l.kind = 'job' and l.cores > 0) h on h.queue_name = q.name"
                                + " where q.borrowing_limit is not null and q.name = (select max(" + QUEUE_OF_JOB
                                + ") from job j where j.job_id = ?)"
                                + " group by q.name, q.nominal_quota, q.borrowing_limit"
                                + " having sum(h.cores) > q.nominal_quota + q.borrowing_limit",
                        (row, number) ->
                                "queue %s may hold %s cores (nominal quota %s, borrowing limit %s), and would hold %s"
                                        .formatted(
                                                row.getString(1),
                                                plain(row.getBigDecimal(2).add(row.getBigDecimal(3))),
                                                plain(row.getBigDecimal(2)),
                                                plain(row.getBigDecimal(3)),
                                                plain(row.getBigDecimal(4))),
                        jobId)
                .stream()
                .findFirst()
                .orElse(null);
    }

    /** An amount as people write it. */
    public static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }
}
