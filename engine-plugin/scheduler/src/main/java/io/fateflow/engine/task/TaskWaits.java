package io.fateflow.engine.task;

import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which attempts wait, for what, since when; the rows are those of {@code task}. */
public final class TaskWaits {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    TaskWaits(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Components of a job whose instance waits for the gate, oldest first, at most {@code most}. */
    public List<String> waitersAtGate(String jobId, int most) {
        return jdbc.queryForList(
                "select waiter_instance_id from task where job_id = ? and wait_reason is not null and status = 'waiting'"
                        + " and waiter_instance_id is not null group by waiter_instance_id"
                        + " order by min(wait_since), waiter_instance_id limit ?",
                String.class,
                jobId,
                most);
    }

    /** Writes down that an attempt waits, and which instance does. */
    public void waitAtGate(String taskId, int version, String waiterInstanceId, String reason) {
        long now = clock.millis();
        write(
                "update task set waiter_instance_id = ?, wait_reason = ?, wait_since = coalesce(wait_since, ?),"
                        + " update_time = ? where task_id = ? and task_version = ?",
                waiterInstanceId,
                reason,
                now,
                now,
                taskId,
                version);
    }

    /** Why the party's own process waits; null when it does not any more. */
    public void partyWaits(TaskKey key, @Nullable String reason) {
        write(
                "update task set wait_reason = ?, wait_since = ? where task_id = ? and task_version = ? and role = ? and party_id = ?",
                reason,
                reason == null ? null : clock.millis(),
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /** Attempts of a party of a job that wait for the party's cores, oldest first. */
    public List<TaskKey> waitersForCores(String jobId, String role, String partyId, int most) {
        return jdbc.query(
                "select task_id, task_version, role, party_id from task where job_id = ? and role = ? and party_id = ?"
                        + " and status = 'running' and party_status = 'waiting' and wait_reason is not null"
                        // who waits for a node has its cores
                        + " and not exists (select 1 from placement_queue q where q.task_id = task.task_id"
                        + " and q.task_version = task.task_version and q.role = task.role"
                        + " and q.party_id = task.party_id)"
                        + " order by wait_since limit ?",
                (row, number) -> new TaskKey(row.getString(1), row.getInt(2), row.getString(3), row.getString(4)),
                jobId,
                role,
                partyId,
                most);
    }

    private int write(String sql, @Nullable Object... values) {
        LockedRows.changed();
        return jdbc.update(sql, values);
    }
}
