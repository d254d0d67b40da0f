package io.fateflow.engine.initiator;

import java.time.Duration;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskSql;

/** How often a party is asked how its attempt is doing: often if it never says so itself, else in case a report was lost. */
public final class CollectPlan {

    /** Of attempts that are reported. */
    public static final Duration PUSHED = Duration.ofMinutes(1);

    private static final Duration PULLED = Duration.ofSeconds(2);

    private final JdbcClient jdbc;

    public CollectPlan(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** FATE's rule: under PUSH parties report that have neither the initiator's role nor its party id. */
    Duration every(TaskRow row) {
        String type = jdbc.sql("select federated_status_collect_type from task where " + TaskSql.KEY)
                .params(TaskSql.at(row.key()))
                .query(String.class)
                .single();
        boolean pushes = "PUSH".equals(type)
                && !row.key().role().equals(row.initiator().role())
                && !row.key().partyId().equals(row.initiator().idText());
        return pushes ? PUSHED : PULLED;
    }
}
