package io.fateflow.engine.resource.queue;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.TextColumn;

/**
 * The rows of {@code job_queue}. Whoever changes one has locked the engine's row before: what is given back and what is set
 * don't wait for each other the wrong way round.
 */
public final class QueueStore {

    /** The queue of a row {@code j} of {@code job}: the one that it names, if there is such a queue. */
    public static final String QUEUE_OF_JOB = "coalesce((select o.name from job_queue o where o.name = j.queue_name),"
            + " (select max(d.name) from job_queue d where d.is_default = true), '')";

    /** What {@link #row} reads. */
    private static final String COLUMNS =
            "name, weight, nominal_quota, borrowing_limit, limits, is_default, changed_by, used, used_time";

    private static final String OVER_LIMIT = """
            select q.name, q.nominal_quota, q.borrowing_limit, sum(h.cores) as held
            from job_queue q join (
                select %1$s as queue_name, l.cores
                from resource_lease l join job j on j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id
                where l.kind = 'job' and l.cores > 0) h on h.queue_name = q.name
            where q.borrowing_limit is not null and q.name = (select max(%1$s) from job j where j.job_id = :job)
            group by q.name, q.nominal_quota, q.borrowing_limit
            having sum(h.cores) > q.nominal_quota + q.borrowing_limit
            """.formatted(QUEUE_OF_JOB);

    private static final String USED = """
            update job_queue
            set used = used * power(cast(0.5 as double precision),
                    cast(:now - used_time as double precision) / :halfLife) + :cores,
                used_time = :now
            where (select count(*) from job_queue c) > 1
                and name = (
                    select %s from job j where j.job_id = :job and j.role = :role and j.party_id = :party)
            """.formatted(QUEUE_OF_JOB);

    private final JdbcClient jdbc;
    private final QueueSettings settings;
    private final UsageDecay decay;
    private final Clock clock;

    private QueueStore(JdbcClient jdbc, QueueSettings settings, Clock clock) {
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
        QueueStore store = new QueueStore(JdbcClient.create(jdbc), settings, clock);
        List<String> there = store.all().stream().map(QueueRow::name).toList();
        settings.queues().values().forEach(queue -> {
            if (!there.contains(queue.name())) {
                store.insert(queue, "");
            } else {
                store.configured(queue);
            }
        });
        store.removeUnconfigured(there);
        return store;
    }

    private void removeUnconfigured(List<String> there) {
        jdbc.sql("update job_queue set is_default = (name = :default)")
                .param("default", settings.defaultQueue())
                .update();
        there.stream().filter(name -> !settings.queues().containsKey(name)).forEach(name -> jdbc.sql(
                        "delete from job_queue where name = :name and changed_by = ''")
                .param("name", name)
                .update());
    }

    /** All queues by name; there is at least one. */
    public List<QueueRow> all() {
        return jdbc.sql("select " + COLUMNS + " from job_queue order by name")
                .query(QueueStore::row)
                .list();
    }

    private static QueueRow row(ResultSet row, int number) throws SQLException {
        return new QueueRow(
                new JobQueue(
                        row.getString("name"),
                        row.getBigDecimal("weight"),
                        row.getBigDecimal("nominal_quota"),
                        row.getBigDecimal("borrowing_limit"),
                        LabelUse.read(row.getString("limits"))),
                row.getBoolean("is_default"),
                row.getString("changed_by"),
                row.getDouble("used"),
                row.getLong("used_time"));
    }

    public UsageDecay decay() {
        return decay;
    }

    /** An operator sets a queue, or makes one. */
    public void put(JobQueue queue, String by) {
        int changed = set(queue, ", changed_by = :by", "")
                .param("by", TextColumn.JOB_USER.fitted(by))
                .update();
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
            jdbc.sql("delete from job_queue where name = :name and is_default = false")
                    .param("name", name)
                    .update();
        } else {
            put(configured, "");
        }
    }

    /** The queue of a job that names none; empty for the default queue. */
    public String queueOf(String account) {
        return settings.queueOf(account);
    }

    private void configured(JobQueue queue) {
        set(queue, "", " and changed_by = ''").update();
    }

    /** Writes what a queue may have, beside something else. */
    private StatementSpec set(JobQueue queue, String more, String condition) {
        return of(queue, """
                update job_queue
                set weight = :weight, nominal_quota = :nominalQuota, borrowing_limit = :borrowingLimit,
                    limits = :limits, update_time = :now%s
                where name = :name""".formatted(more) + condition);
    }

    private void insert(JobQueue queue, String by) {
        of(queue, """
                insert into job_queue (name, is_default, weight, nominal_quota, borrowing_limit, limits, changed_by,
                    used, used_time, update_time)
                values (:name, false, :weight, :nominalQuota, :borrowingLimit, :limits, :by, 0,
                    :now, :now)
                """).param("by", TextColumn.JOB_USER.fitted(by)).update();
    }

    private StatementSpec of(JobQueue queue, String sql) {
        return jdbc.sql(sql)
                .param("name", queue.name())
                .param("weight", queue.weight())
                .param("nominalQuota", queue.nominalQuota())
                .param("borrowingLimit", queue.borrowingLimit())
                .param("limits", LabelUse.written(queue.limits()))
                .param("now", clock.millis());
    }

    /**
     * Adds what a job has used at one party to its queue's. Where there is one queue, nobody compares, and nothing is
     * written. The engine's row is locked.
     *
     * @param since when it got the cores, epoch milliseconds
     */
    public void used(String jobId, String role, String partyId, BigDecimal cores, long since) {
        long now = clock.millis();
        jdbc.sql(USED)
                .param("now", now)
                .param("halfLife", (double) settings.halfLife().toMillis())
                .param("cores", decay.of(cores, since, now))
                .param("job", jobId)
                .param("role", role)
                .param("party", partyId)
                .update();
    }

    /**
     * Why a job may not keep the cores that it has just got at a party; null if it may. The engine's row is locked, so that
     * nobody else gets any meanwhile.
     */
    public @Nullable String overLimit(String jobId) {
        return jdbc.sql(OVER_LIMIT)
                .param("job", jobId)
                .query(QueueStore::overLimit)
                .optional()
                .orElse(null);
    }

    private static String overLimit(ResultSet row, int number) throws SQLException {
        BigDecimal quota = row.getBigDecimal("nominal_quota");
        BigDecimal borrowed = row.getBigDecimal("borrowing_limit");
        return "queue %s may hold %s cores (nominal quota %s, borrowing limit %s), and would hold %s"
                .formatted(
                        row.getString("name"),
                        plain(quota.add(borrowed)),
                        plain(quota),
                        plain(borrowed),
                        plain(row.getBigDecimal("held")));
    }

    /** An amount as people write it. */
    public static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }
}
