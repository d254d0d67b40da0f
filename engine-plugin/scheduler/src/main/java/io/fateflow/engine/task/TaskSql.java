package io.fateflow.engine.task;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.TaskStatus;

/** How SQL speaks of rows of {@code task}: their columns, their key, and which of them may move where. */
public final class TaskSql {

    /** What {@link #row} reads. */
    static final String COLUMNS = """
            job_id, task_id, task_version, role, party_id, component_name, component_module, initiator_role,
            initiator_party_id, status, party_status, auto_retries, auto_retry_delay, waiter_instance_id, wait_reason,
            error_report, exit_reason, exit_code, demand""";

    /** What a new row is given, in the order of its inserts; the others have defaults, or come later. */
    static final String NEW_COLUMNS = """
            job_id, task_id, task_version, role, party_id, component_name, component_module, initiator_role,
            initiator_party_id, federated_mode, federated_status_collect_type, auto_retries, auto_retry_delay,
            run_on_this_party, demand, status, party_status, kill_status, error_report, is_deepspeed, create_time, update_time""";

    /** What each new row is, whatever its component: the end of {@link #NEW_COLUMNS}. */
    static final String NEW = "'waiting', 'waiting', false, '', false, cast(:now as bigint), cast(:now as bigint)";

    /** Of one attempt at one party. */
    public static final String KEY =
            "task_id = :task and task_version = :version and role = :role and party_id = :party";

    static final String ATTEMPT = "task_id = :task and task_version = :version";

    /** In which everybody locks. */
    static final String ORDER = "order by task_id, task_version, role, party_id";

    /** Statuses of what has not ended. */
    public static final String ONGOING = in(Arrays.stream(TaskStatus.values()), status -> !status.isEnd());

    private TaskSql() {}

    /** The parameters of {@link #KEY}. */
    public static Map<String, Object> at(TaskKey key) {
        return Map.of(
                "task", key.taskId(),
                "version", key.version(),
                "role", key.role(),
                "party", key.partyId());
    }

    /** Statuses from which FATE's table lets a task move to this one. */
    static String before(TaskStatus to) {
        return in(TaskStatus.transitions().sourcesOf(to).stream(), status -> true);
    }

    /** As {@link #before}, of those that have not ended: an end that a party has reported stays. */
    static String ongoingBefore(TaskStatus to) {
        return in(TaskStatus.transitions().sourcesOf(to).stream(), status -> !status.isEnd());
    }

    private static String in(Stream<TaskStatus> statuses, Predicate<TaskStatus> which) {
        return statuses.filter(which)
                .map(status -> "'" + status.wire() + "'")
                .collect(Collectors.joining(", ", "(", ")"));
    }

    static TaskRow row(ResultSet row, int number) throws SQLException {
        return new TaskRow(
                row.getString("job_id"),
                key(row),
                row.getString("component_name"),
                row.getString("component_module"),
                Party.of(row.getString("initiator_role"), row.getString("initiator_party_id")),
                TaskStatus.of(row.getString("status")),
                TaskStatus.of(row.getString("party_status")),
                row.getInt("auto_retries"),
                row.getInt("auto_retry_delay"),
                row.getString("waiter_instance_id"),
                row.getString("wait_reason"),
                row.getString("error_report"),
                row.getString("exit_reason"),
                row.getObject("exit_code", Integer.class),
                row.getString("demand"));
    }

    private static TaskKey key(ResultSet row) throws SQLException {
        return new TaskKey(
                row.getString("task_id"),
                row.getInt("task_version"),
                Party.of(row.getString("role"), row.getString("party_id")));
    }
}
