package io.fateflow.engine.task;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;

/**
 * The rows of {@code task}. Statuses move along {@link TaskStatus#transitions()} only: a move that is not allowed
 * changes nothing.
 *
 * <p>Whoever locks several rows locks them ordered by task, role and party.
 */
public final class TaskStore {

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;
    private final Clock clock;
    private final TaskVersions versions;
    private final TaskWaits waits;

    public TaskStore(JdbcTemplate jdbc, Clock clock) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
        this.clock = clock;
        this.versions = new TaskVersions(this.jdbc, batches, clock);
        this.waits = new TaskWaits(this.jdbc, clock);
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
        return locked("""
                task_id = :task and task_version = (select max(task_version) from task where task_id = :task)
                """).param("task", taskId).query(TaskSql::row).list();
    }

    /** Locks the latest attempt of every component of a job, in the one order. */
    public List<TaskRow> lockLatestOfJob(String jobId) {
        return locked("""
                job_id = :job and task_version = (select max(l.task_version) from task l where l.task_id = t.task_id)
                """).param("job", jobId).query(TaskSql::row).list();
    }

    /** Locks the latest attempts of all tasks of a job at one party. */
    public List<TaskRow> lockLatestOf(String jobId, Party party) {
        return locked("""
                job_id = :job and role = :role and party_id = :party and task_version = (
                    select max(l.task_version) from task l
                    where l.task_id = t.task_id and l.role = t.role and l.party_id = t.party_id)
                """)
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(TaskSql::row)
                .list();
    }

    /** Locks every row of a job, in the one order. */
    public void lockAllOf(String jobId) {
        locked("job_id = :job").param("job", jobId).query(TaskSql::row).list();
    }

    /** Locks one attempt of a component, all its parties. */
    public List<TaskRow> lock(String taskId, int version) {
        return locked(TaskSql.ATTEMPT)
                .param("task", taskId)
                .param("version", version)
                .query(TaskSql::row)
                .list();
    }

    /** Locks all rows of a job that have not ended at their party, or as a whole, in the one order. */
    public List<TaskRow> lockOngoing(String jobId) {
        return locked("job_id = :job and (party_status in " + TaskSql.ONGOING + " or status = 'running')")
                .param("job", jobId)
                .query(TaskSql::row)
                .list();
    }

    private StatementSpec locked(String which) {
        return jdbc.sql(
                "select " + TaskSql.COLUMNS + " from task t where " + which + " " + TaskSql.ORDER + " for update");
    }

    /** Attempts of a job that are awaited of parties on other sites, read without a lock. */
    public List<TaskKey> awaitedElsewhere(String jobId) {
        return jdbc
                .sql("select " + TaskSql.COLUMNS
                        + " from task t where job_id = :job and status = 'running' and party_status in "
                        + TaskSql.ONGOING + " and run_on_this_party = false " + TaskSql.ORDER)
                .param("job", jobId)
                .query(TaskSql::row)
                .list()
                .stream()
                .map(TaskRow::key)
                .toList();
    }

    /** One row, read without a lock. */
    public Optional<TaskRow> find(TaskKey key) {
        return jdbc.sql("select " + TaskSql.COLUMNS + " from task where " + TaskSql.KEY)
                .params(TaskSql.at(key))
                .query(TaskSql::row)
                .optional();
    }

    /** The attempt starts: federated status running, and who waits for it. */
    @SuppressWarnings("unchecked")
    public void start(Collection<TaskKey> keys, String waiterInstanceId) {
        long now = clock.millis();
        batches.batchUpdate(
                """
                update task
                set status = 'running', waiter_instance_id = :waiter, wait_reason = null, wait_since = null,
                    update_time = :now
                where\s""" + TaskSql.KEY + " and status in " + TaskSql.before(TaskStatus.RUNNING),
                keys.stream()
                        .map(key -> with(key, Map.of("waiter", waiterInstanceId, "now", now)))
                        .toArray(Map[]::new));
    }

    private static Map<String, Object> with(TaskKey key, Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(TaskSql.at(key));
        values.putAll(more);
        return values;
    }

    /** A worker has taken the attempt: party status running. */
    public boolean running(TaskKey key, String workerId) {
        return change(key, """
                party_status = 'running', worker_id = :worker, start_time = :now, update_time = :now, wait_reason = null,
                wait_since = null
                """, "party_status in " + TaskSql.before(TaskStatus.RUNNING), Map.of("worker", workerId));
    }

    /** Another worker has the attempt from now on. */
    public void worker(TaskKey key, String workerId) {
        change(key, "worker_id = :worker", "party_status = 'running'", Map.of("worker", workerId));
    }

    /** When the attempt began at its party, in epoch milliseconds; empty if it has not. */
    public Optional<Long> startTime(TaskKey key) {
        return jdbc.sql("select start_time from task where " + TaskSql.KEY + " and start_time is not null")
                .params(TaskSql.at(key))
                .query(Long.class)
                .optional();
    }

    /** The executor's process id, as the worker says it. */
    public void processId(TaskKey key, String runIp, long pid) {
        change(key, "run_ip = :ip, run_pid = :pid", "run_pid is null", Map.of("ip", runIp, "pid", pid));
    }

    /**
     * The attempt has ended at its party. A party that never said it was running has been, for the transition table's
     * sake.
     *
     * @return whether this is news
     */
    public boolean ended(TaskKey key, ExecutorReport report) {
        return statement(key, """
                party_status = :status, exit_reason = :reason, exit_code = :code, error_report = :error, cmd = :command,
                run_pid = coalesce(cast(:pid as bigint), run_pid), peak_memory_bytes = :memory, cpu_millis = :cpu,
                start_time = :start, end_time = :end, elapsed = :elapsed, kill_status = true, update_time = :now
                """, "party_status in " + TaskSql.ONGOING)
                        .param("status", TaskStatus.of(report.status()).wire())
                        .param("reason", report.exitReason())
                        .param("code", report.exitCode())
                        .param("error", report.errorReport())
                        .param("command", Json.write(report.command()))
                        .param("pid", report.pid() == 0 ? null : report.pid())
                        .param("memory", report.peakMemoryBytes())
                        .param("cpu", report.cpuMillis())
                        .param("start", report.startTime())
                        .param("end", report.endTime())
                        .param("elapsed", report.endTime() - report.startTime())
                        .update()
                > 0;
    }

    /** Running rows of an attempt are stopped at their party. FATE: a task that has not started stays waiting. */
    public boolean stopped(TaskKey key, TaskStatus status, String why) {
        return change(
                key,
                """
                party_status = :status, exit_reason = 'stopped',
                error_report = case when error_report = '' then :why else error_report end, kill_status = true,
                end_time = :now, elapsed = :now - start_time, update_time = :now
                """,
                "party_status in " + TaskSql.ongoingBefore(TaskStatus.CANCELED),
                Map.of("status", status.wire(), "why", why));
    }

    /** An attempt that was started, and waits at its party, has failed there. */
    public void neverBegun(TaskKey key, String why) {
        change(
                key,
                "party_status = 'failed', error_report = :why, kill_status = true, end_time = :now, update_time = :now",
                "party_status = 'waiting' and status = 'running'",
                Map.of("why", why));
    }

    /**
     * A party on another site has said how its attempt is doing. Only what is newer than what is known counts: an attempt
     * that has ended stays as it is, one that runs does not wait again. Nothing said about an error leaves the last words.
     *
     * @return whether this is news
     */
    public boolean reported(TaskKey key, ReportedStatus report) {
        String from = report.status() == TaskStatus.WAITING ? "('waiting')" : TaskSql.ONGOING;
        return statement(key, """
                party_status = :status, start_time = coalesce(:start, start_time), end_time = :end, elapsed = :elapsed,
                error_report = case when :error = '' then error_report else :error end, update_time = :now
                """, "party_status in " + from)
                        .param("status", report.status().wire())
                        .param("start", report.startTime())
                        .param("end", report.endTime())
                        .param("elapsed", report.elapsed())
                        .param("error", report.error())
                        .update()
                > 0;
    }

    /** Says why an attempt failed as a whole, at a party that has no error of its own. */
    public void explain(TaskKey key, String why) {
        change(key, "error_report = :why, update_time = :now", "error_report = ''", Map.of("why", why));
    }

    /** Sets the federated status of an attempt at all parties, where the table allows it. */
    public void federatedStatus(String taskId, int version, TaskStatus status) {
        jdbc.sql("update task set status = :status, update_time = :now where " + TaskSql.ATTEMPT + " and status in "
                        + TaskSql.before(status))
                .param("status", status.wire())
                .param("now", clock.millis())
                .param("task", taskId)
                .param("version", version)
                .update();
    }

    /**
     * Sets the federated status of an attempt at one party, where the table allows it.
     *
     * @return whether it moved
     */
    public boolean federatedStatus(TaskKey key, TaskStatus status) {
        return change(
                key,
                "status = :status, update_time = :now",
                "status in " + TaskSql.before(status),
                Map.of("status", status.wire()));
    }

    /** Whether the row was as it had to be, and is changed. */
    private boolean change(TaskKey key, String what, String where, Map<String, ? extends @Nullable Object> values) {
        return statement(key, what, where).params(values).update() > 0;
    }

    /** An update of one row; {@code now} is among its parameters. */
    private StatementSpec statement(TaskKey key, String what, String where) {
        return jdbc.sql("update task set " + what + " where " + TaskSql.KEY + " and " + where)
                .params(TaskSql.at(key))
                .param("now", clock.millis());
    }
}
