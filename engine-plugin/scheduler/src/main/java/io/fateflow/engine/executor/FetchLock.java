package io.fateflow.engine.executor;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.engine.node.SiteSetting;

/**
 * One fetch at a time, over all nodes: when two fetches meet, the engine takes a task away from one of them only when it
 * writes, without a word, and both would run it. A row of {@code site_setting}, locked until the transaction ends.
 */
public final class FetchLock {

    /** A task is its worker's until that is dead: a hold that ran out by itself would have it run twice. */
    static final Duration HOLD = Duration.ofDays(36_500);

    private static final String NAME = "executor-fetch";

    /** What the worker that asks was given and has not heard of. */
    private static final String MISSED =
            "worker_id_ = :worker and lock_exp_time_ > :now and lock_exp_time_ < :heard and id_ not in (:known)";

    private static final String LOOK = """
            select count(*) as found, count(case when worker_id_ = :worker and lock_exp_time_ > :now then 1 end) as missed
            from act_ru_ext_task
            where topic_name_ in (:topics)
                and (worker_id_ is null or lock_exp_time_ is null or lock_exp_time_ <= :now or %s)
            """.formatted(MISSED);

    private static final String MISSED_IDS = """
            select id_
            from act_ru_ext_task
            where topic_name_ in (:topics) and %s
            order by id_
            limit :most
            """.formatted(MISSED);

    private final SiteSetting row;
    private final JdbcClient jdbc;
    private final Clock clock;

    private FetchLock(SiteSetting row, JdbcTemplate jdbc, Clock clock) {
        this.row = row;
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /** Makes the row at the first start. */
    public static FetchLock open(JdbcTemplate jdbc, Clock clock) {
        return new FetchLock(SiteSetting.open(jdbc, NAME, clock), jdbc, clock);
    }

    /** What there is for a worker. */
    enum Found {
        NOTHING,
        /** Tasks that it was given and has not heard of. */
        MISSED,
        FREE
    }

    /** Looks what there is for a worker, and waits for the turn if there is anything. */
    Found take(Fetcher fetcher) {
        Found found = asked(LOOK, fetcher)
                .query((row, number) -> row.getLong("found") == 0
                        ? Found.NOTHING
                        : row.getLong("missed") == 0 ? Found.FREE : Found.MISSED)
                .single();
        if (found != Found.NOTHING) {
            waitFor();
        }
        return found;
    }

    /** The ids of tasks that a worker was given and has not heard of. */
    List<String> missed(Fetcher fetcher, int most) {
        return asked(MISSED_IDS, fetcher)
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** A task that is locked until then or longer, its worker has heard of. */
    static Instant heardOf(Instant now) {
        return now.plus(HOLD.dividedBy(2));
    }

    /** Waits for the turn, whatever there is to fetch: nobody fetches until the transaction ends. */
    void waitFor() {
        row.lock();
    }

    private StatementSpec asked(String sql, Fetcher fetcher) {
        Instant now = clock.instant();
        return jdbc.sql(sql)
                .param("topics", fetcher.topics())
                .param("now", Timestamp.from(now))
                .param("worker", fetcher.whoMayHaveMissed())
                .param("heard", Timestamp.from(heardOf(now)))
                .param("known", fetcher.known());
    }
}
