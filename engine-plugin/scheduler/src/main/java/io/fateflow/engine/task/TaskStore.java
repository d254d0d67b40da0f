package io.fateflow.engine.task;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ParameterizedPreparedStatementSetter;

import io.fateflow.database.Json;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;

/**
 * The rows of {@code task}. Statuses move along {@link TaskStatus#transitions()} only: a move that is not allowed
 * changes nothing.
 *
 * <p>Whoever locks several rows locks them ordered by task, role and party.
 */
public final class TaskStore {

    private static final String COLUMNS = "job_id, task_id, task_version, role, party_id, component_name,"
            + " component_module, initiator_role, initiator_party_id, status, party_status, auto_retries,"
            + " auto_retry_delay, waiter_instance_id, wait_reason, error_report, exit_reason, exit_code";
    private static final String KEY = " task_id = ? and task_version = ? and role = ? and party_id = ?";
    private static final String ORDER = " order by task_id, task_version, role, party_id";

    private final JdbcTemplate jdbc;
    private final Clock clock;
    private final TaskVersions versions;
    private final TaskWaits waits;

    public TaskStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.versions = new TaskVersions(jdbc, clock);
        this.waits = new TaskWaits(jdbc, clock);
    }

    /** Where attempts are made. */
    public TaskVersions versions() {
        return versions;
    }

    /** Where it is written what attempts wait for. */
    public TaskWaits waits() {
        return waits;
    }

    /** Locks the latest attempt of a component, all its parties; empty for a component that has none. */
    public List<TaskRow> lockLatest(String taskId) {
        return LockedRows.of(
                taskId,
                () -> jdbc.query(
                        "select " + COLUMNS + " from task where task_id = ? and task_version = (select"
                                + " max(task_version) from task where task_id = ?)" + ORDER + " for update",
                        TaskStore::row,
                        taskId,
                        taskId));
    }

    /** Locks the latest attempt of every component of a job, in the one order. */
    public List<TaskRow> lockLatestOfJob(String jobId) {
        return jdbc.query(
                "select " + COLUMNS + " from task t where job_id = ? and task_version = (select max(task_version)"
                        + " from task where task_id = t.task_id)" + ORDER + " for update",
                TaskStore::row,
                jobId);
    }

    /** Locks every row of a job, in the one order. */
    public void lockAllOf(String jobId) {
        jdbc.query("select task_id from task where job_id = ?" + ORDER + " for update", row -> {}, jobId);
    }

    /** Locks one attempt of a component, all its parties. */
    public List<TaskRow> lock(String taskId, int version) {
        return LockedRows.of(
                taskId + '|' + version,
                () -> jdbc.query(
                        "select " + COLUMNS + " from task where task_id = ? and task_version = ?" + ORDER
                                + " for update",
                        TaskStore::row,
                        taskId,
                        version));
    }

    /** One row, read without a lock. */
    public Optional<TaskRow> find(TaskKey key) {
        return jdbc
                .query(
                        "select " + COLUMNS + " from task where" + KEY,
                        TaskStore::row,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                .stream()
                .findFirst();
    }

    /** Locks all rows of a job that have not ended at their party, or as a whole, in the one order. */
    public List<TaskRow> lockOngoing(String jobId) {
        return jdbc.query(
                "select " + COLUMNS
                        + " from task where job_id = ? and (party_status in ('waiting', 'running') or status ="
                        + " 'running')" + ORDER + " for update",
                TaskStore::row,
                jobId);
    }

    /** The attempt starts: federated status running, and who waits for it. */
    public void start(Collection<TaskKey> keys, String waiterInstanceId) {
        long now = clock.millis();
        writeAll(
                "update task set status = 'running', waiter_instance_id = ?, wait_reason = null, wait_since = null,"
                        + " update_time = ? where" + KEY + " and status = 'waiting'",
                keys,
                100,
                (statement, key) -> {
                    statement.setString(1, waiterInstanceId);
                    statement.setLong(2, now);
                    setKey(statement, 3, key);
                });
    }

    /** A worker has taken the attempt: party status running. */
    public boolean running(TaskKey key, String workerId) {
        long now = clock.millis();
        return write(
                        "update task set party_status = 'running', worker_id = ?, start_time = ?, update_time = ? where"
                                + KEY + " and party_status = 'waiting'",
                        workerId,
                        now,
                        now,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                > 0;
    }

    /** Another worker has the attempt from now on. */
    public void worker(TaskKey key, String workerId) {
        write(
                "update task set worker_id = ? where" + KEY + " and party_status = 'running'",
                workerId,
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /** When the attempt began at its party, in epoch milliseconds; empty if it has not. */
    public Optional<Long> startTime(TaskKey key) {
        return jdbc
                .queryForList(
                        "select start_time from task where" + KEY + " and start_time is not null",
                        Long.class,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                .stream()
                .findFirst();
    }

    /** The executor's process id, as the worker says it. */
    public void processId(TaskKey key, String runIp, long pid) {
        write(
                "update task set run_ip = ?, run_pid = ? where" + KEY + " and run_pid is null",
                runIp,
                pid,
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /**
     * The attempt has ended at its party. A party that never said it was running has been, for the transition table's
     * sake.
     *
     * @return whether this is news
     */
    public boolean ended(TaskKey key, ExecutorReport report) {
        long now = clock.millis();
        return write(
                        "update task set party_status = ?, exit_reason = ?, exit_code = ?, error_report = ?, cmd = ?,"
                                + " run_pid = coalesce(cast(? as bigint), run_pid), peak_memory_bytes = ?, cpu_millis = ?, start_time = ?, end_time = ?,"
                                + " elapsed = ?, kill_status = true, update_time = ? where" + KEY
                                + " and party_status in ('waiting', 'running')",
                        TaskStatus.of(report.status()).wire(),
                        report.exitReason(),
                        report.exitCode(),
                        report.errorReport(),
                        Json.write(report.command()),
                        report.pid() == 0 ? null : report.pid(),
                        report.peakMemoryBytes(),
                        report.cpuMillis(),
                        report.startTime(),
                        report.endTime(),
                        report.endTime() - report.startTime(),
                        now,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                > 0;
    }

    /** Running rows of an attempt are stopped at their party. FATE: a task that has not started stays waiting. */
    public boolean stopped(TaskKey key, TaskStatus status, String why) {
        long now = clock.millis();
        return write(
                        "update task set party_status = ?, exit_reason = 'stopped', error_report = case when"
                                + " error_report = '' then ? else error_report end, kill_status = true, end_time = ?,"
                                + " elapsed = ? - start_time, update_time = ? where" + KEY
                                + " and party_status = 'running'",
                        status.wire(),
                        why,
                        now,
                        now,
                        now,
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                > 0;
    }

    /** An attempt that was started, and waits at its party, has failed there. */
    public void neverBegun(TaskKey key, String why) {
        long now = clock.millis();
        write(
                "update task set party_status = 'failed', error_report = ?, kill_status = true, end_time = ?,"
                        + " update_time = ? where" + KEY + " and party_status = 'waiting' and status = 'running'",
                why,
                now,
                now,
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /**
     * A party on another site has said how its attempt is doing. Only what is newer than what is known counts: an attempt
     * that has ended stays as it is, one that runs does not wait again. Nothing said about an error leaves the last words.
     *
     * @return whether this is news
     */
    public boolean reported(TaskKey key, ReportedStatus report) {
        String from = report.status() == TaskStatus.WAITING ? "('waiting')" : "('waiting', 'running')";
        return write(
                        "update task set party_status = ?, start_time = coalesce(?, start_time), end_time = ?, elapsed = ?,"
                                + " error_report = case when ? = '' then error_report else ? end, update_time = ? where"
                                + KEY + " and party_status in " + from,
                        report.status().wire(),
                        report.startTime(),
                        report.endTime(),
                        report.elapsed(),
                        report.error(),
                        report.error(),
                        clock.millis(),
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                > 0;
    }

    /** Says why an attempt failed as a whole, at a party that has no error of its own. */
    public void explain(TaskKey key, String why) {
        write(
                "update task set error_report = ?, update_time = ? where" + KEY + " and error_report = ''",
                why,
                clock.millis(),
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /** Sets the federated status of an attempt at all parties, where the table allows it. */
    public void federatedStatus(String taskId, int version, TaskStatus status) {
        write(
                "update task set status = ?, update_time = ? where task_id = ? and task_version = ? and status in ("
                        + sources(status) + ")",
                status.wire(),
                clock.millis(),
                taskId,
                version);
    }

    /**
     * Sets the federated status of an attempt at one party, where the table allows it.
     *
     * @return whether it moved
     */
    public boolean federatedStatus(TaskKey key, TaskStatus status) {
        return write(
                        "update task set status = ?, update_time = ? where" + KEY + " and status in (" + sources(status)
                                + ")",
                        status.wire(),
                        clock.millis(),
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                > 0;
    }

    /** Locks the latest attempts of all tasks of a job at one party. */
    public List<TaskRow> lockLatestOf(String jobId, String role, String partyId) {
        return jdbc.query(
                "select " + COLUMNS + " from task t where job_id = ? and role = ? and party_id = ? and task_version ="
                        + " (select max(l.task_version) from task l where l.task_id = t.task_id and l.role = t.role"
                        + " and l.party_id = t.party_id)" + ORDER + " for update",
                TaskStore::row,
                jobId,
                role,
                partyId);
    }

    private int write(String sql, @Nullable Object... values) {
        LockedRows.changed();
        return jdbc.update(sql, values);
    }

    private <T> void writeAll(
            String sql, Collection<T> rows, int batch, ParameterizedPreparedStatementSetter<T> setter) {
        LockedRows.changed();
        jdbc.batchUpdate(sql, rows, batch, setter);
    }

    private static String sources(TaskStatus status) {
        return TaskStatus.transitions().sourcesOf(status).stream()
                .map(source -> "'" + source.wire() + "'")
                .collect(Collectors.joining(", "));
    }

    private static void setKey(PreparedStatement statement, int from, TaskKey key) throws SQLException {
        statement.setString(from, key.taskId());
        statement.setInt(from + 1, key.version());
        statement.setString(from + 2, key.role());
        statement.setString(from + 3, key.partyId());
    }

    private static TaskRow row(ResultSet row, int number) throws SQLException {
        return new TaskRow(
                row.getString("job_id"),
                new TaskKey(
                        row.getString("task_id"),
                        row.getInt("task_version"),
                        row.getString("role"),
                        row.getString("party_id")),
                row.getString("component_name"),
                row.getString("component_module"),
                row.getString("initiator_role"),
                row.getString("initiator_party_id"),
                TaskStatus.of(row.getString("status")),
                TaskStatus.of(row.getString("party_status")),
                row.getInt("auto_retries"),
                row.getInt("auto_retry_delay"),
                row.getString("waiter_instance_id"),
                row.getString("wait_reason"),
                row.getString("error_report"),
                row.getString("exit_reason"),
                row.getObject("exit_code", Integer.class));
    }
}
