package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.webapp.exchange.ExchangeTokens.Holder;
import io.fateflow.webapp.exchange.LiveAttempts;

/**
 * Whether attempts live, by their rows: after a restart, too. What lives is asked again after a second, as executors call many
 * times in one; an end that this node hears of counts at once.
 */
@Component
final class AttemptRows implements LiveAttempts {

    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int MOST = 10_000;

    private final JdbcClient jdbc;
    private final LongSupplier nanos;
    private final Map<Holder, Long> live = new ConcurrentHashMap<>();

    @Autowired
    AttemptRows(JdbcTemplate jdbc, AttemptEnds ends) {
        this(jdbc, System::nanoTime);
        ends.register((taskId, version) -> forget(taskId, version));
    }

    AttemptRows(JdbcTemplate jdbc, LongSupplier nanos) {
        this.jdbc = JdbcClient.create(jdbc);
        this.nanos = nanos;
    }

    @Override
    public boolean isLive(Holder holder) {
        long now = nanos.getAsLong();
        Long seen = live.get(holder);
        if (seen != null && now - seen < FRESH_NANOS) {
            return true;
        }
        if (!isLiveRow(holder)) {
            live.remove(holder);
            return false;
        }
        if (live.size() >= MOST) {
            live.clear();
        }
        live.put(holder, now);
        return true;
    }

    void forget(String taskId, int version) {
        live.keySet().removeIf(holder -> holder.taskId().equals(taskId) && holder.version() == version);
    }

    private boolean isLiveRow(Holder holder) {
        return jdbc
                .sql("""
                select party_status from task
                where task_id = :task and task_version = :version and role = :role and party_id = :party
                """)
                .param("task", holder.taskId())
                .param("version", holder.version())
                .param("role", holder.member().role())
                .param("party", holder.member().partyId())
                .query(String.class)
                .list()
                .stream()
                .anyMatch(status -> !TaskStatus.of(status).isEnd());
    }
}
