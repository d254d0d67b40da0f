package io.fateflow.engine.initiator;

import java.time.Duration;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.task.TaskRow;

/** How often a party is asked how its attempt is doing: often if it never says so itself, else in case a report was lost. */
public final class CollectPlan {

    private static final Duration PULLED = Duration.ofSeconds(2);
    private static final Duration PUSHED = Duration.ofMinutes(1);

    private final JdbcTemplate jdbc;

    public CollectPlan(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** FATE's rule: under PUSH parties report that have neither the initiator's role nor its party id. */
    Duration every(TaskRow row) {
        String type = jdbc.queryForObject(
                "select federated_status_collect_type from task where task_id = ? and task_version = ? and role = ?"
                        + " and party_id = ?",
                String.class,
                row.key().taskId(),
                row.key().version(),
                row.key().role(),
                row.key().partyId());
        boolean pushes = "PUSH".equals(type)
                && !row.key().role().equals(row.initiator().role())
                && !row.key().partyId().equals(row.initiator().idText());
        return pushes ? PUSHED : PULLED;
    }
}
