package io.fateflow.webapp.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
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

    private final JdbcTemplate jdbc;
    private final LongSupplier nanos;
    private final Map<Holder, Long> live = new ConcurrentHashMap<>();

    @Autowired
    AttemptRows(JdbcTemplate jdbc, AttemptEnds ends) {
        this(jdbc, System::nanoTime);
        ends.register((taskId, version) -> forget(taskId, version));
    }

    AttemptRows(JdbcTemplate jdbc, LongSupplier nanos) {
        this.jdbc = jdbc;
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
                .queryForList(
                        "select party_status from task where task_id = ? and task_version = ? and role = ? and party_id = ?",
                        String.class,
                        holder.taskId(),
                        holder.version(),
                        holder.member().role(),
                        holder.member().partyId())
                .stream()
                .anyMatch(status -> !TaskStatus.of(status).isEnd());
    }
}
