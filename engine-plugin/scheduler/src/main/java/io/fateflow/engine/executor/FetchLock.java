package io.fateflow.engine.executor;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.node.SiteSetting;

/**
 * One fetch at a time, over all nodes: when two fetches meet, the engine takes a task away from one of them only when it
 * writes, without a word, and both would run it. A row of {@code site_setting}, locked until the transaction ends.
 */
public final class FetchLock {

    private static final String NAME = "executor-fetch";
    private static final String FREE = """
            select count(*) > 0
            from act_ru_ext_task
            where topic_name_ in (:topics) and (worker_id_ is null or lock_exp_time_ is null or lock_exp_time_ <= :now
                or worker_id_ = :worker and lock_exp_time_ < :heard and id_ not in (:known))
            """;

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

    /**
     * Waits for the turn, if there is anything to fetch for a worker; returns whether there is.
     *
     * @param heard what its worker has heard of is locked until then or longer
     */
    boolean take(List<String> topics, Fetcher fetcher, Instant heard) {
        if (!isAnyFree(topics, fetcher, heard)) {
            return false;
        }
        waitFor();
        return true;
    }

    /** Waits for the turn, whatever there is to fetch: nobody fetches until the transaction ends. */
    void waitFor() {
        row.lock();
    }

    private boolean isAnyFree(List<String> topics, Fetcher fetcher, Instant heard) {
        return jdbc.sql(FREE)
                .param("topics", topics)
                .param("now", Timestamp.from(clock.instant()))
                .param("worker", fetcher.workerId())
                .param("heard", Timestamp.from(heard))
                .param("known", fetcher.known())
                .query(Boolean.class)
                .single();
    }
}
