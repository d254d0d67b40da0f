package io.fateflow.engine.task;

import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** How rows of {@code task} come to be: the first attempts, each next one, and how many there may be by themselves. */
public final class TaskVersions {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    TaskVersions(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Writes the first version of tasks, waiting. */
    public void insert(List<NewTask> tasks) {
        long now = clock.millis();
        LockedRows.changed();
        jdbc.batchUpdate(
                "insert into task (job_id, task_id, task_version, role, party_id, component_name, component_module,"
                        + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                        + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                        + " is_deepspeed, create_time, update_time, demand) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                        + " 'waiting', 'waiting', ?, ?, ?, false, '', false, ?, ?, ?)",
                tasks,
                100,
                (statement, task) -> {
                    statement.setString(1, task.jobId());
                    statement.setString(2, task.key().taskId());
                    statement.setInt(3, task.key().version());
                    statement.setString(4, task.key().role());
                    statement.setString(5, task.key().partyId());
                    statement.setString(6, task.componentName());
                    statement.setString(7, task.module());
                    statement.setString(8, task.initiatorRole());
                    statement.setString(9, task.initiatorPartyId());
                    statement.setString(10, task.federatedMode());
                    statement.setString(11, task.statusCollectType());
                    statement.setInt(12, task.autoRetries());
                    statement.setInt(13, task.autoRetryDelaySeconds());
                    statement.setBoolean(14, task.runsHere());
                    statement.setLong(15, now);
                    statement.setLong(16, now);
                    statement.setString(17, task.demand());
                });
    }

    /** Copies the rows of an attempt as the next one, waiting, with a retry less. */
    public void insertNext(String taskId, int version) {
        long now = clock.millis();
        write(
                "insert into task (job_id, task_id, task_version, role, party_id, component_name, component_module,"
                        + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                        + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                        + " is_deepspeed, create_time, update_time, demand) select job_id, task_id, task_version + 1, role,"
                        + " party_id, component_name, component_module, initiator_role, initiator_party_id,"
                        + " federated_mode, federated_status_collect_type, 'waiting', 'waiting', auto_retries,"
                        + " auto_retry_delay, run_on_this_party, false, '', false, cast(? as bigint),"
                        + " cast(? as bigint), demand from task where task_id = ? and task_version = ?",
                now,
                now,
                taskId,
                version);
    }

    /** Writes a later attempt of one party's task down, waiting; one that is there stays as it is. */
    public void insertLater(TaskKey before, int version, int autoRetries) {
        long now = clock.millis();
        write(
                "insert into task (job_id, task_id, task_version, role, party_id, component_name, component_module,"
                        + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                        + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                        + " is_deepspeed, create_time, update_time, demand) select b.job_id, b.task_id, cast(? as integer),"
                        + " b.role, b.party_id, b.component_name, b.component_module, b.initiator_role,"
                        + " b.initiator_party_id, b.federated_mode, b.federated_status_collect_type, 'waiting',"
                        + " 'waiting', cast(? as integer), b.auto_retry_delay, b.run_on_this_party, false, '', false,"
                        + " cast(? as bigint), cast(? as bigint), b.demand from task b where b.task_id = ? and b.task_version = ?"
                        + " and b.role = ? and b.party_id = ? and not exists (select 1 from task l where l.task_id ="
                        + " b.task_id and l.task_version = ? and l.role = b.role and l.party_id = b.party_id)",
                version,
                autoRetries,
                now,
                now,
                before.taskId(),
                before.version(),
                before.role(),
                before.partyId(),
                version);
    }

    /** Takes one of the automatic retries. */
    public void useRetry(String taskId, int version) {
        write(
                "update task set auto_retries = auto_retries - 1 where task_id = ? and task_version = ?"
                        + " and auto_retries > 0",
                taskId,
                version);
    }

    /** Gives a job's tasks other automatic retries: the latest attempts, from which the next ones are made. */
    public void retries(String jobId, int retries, int delaySeconds) {
        write(
                "update task set auto_retries = ?, auto_retry_delay = ? where job_id = ? and not exists (select 1 from"
                        + " task n where n.task_id = task.task_id and n.task_version > task.task_version)",
                retries,
                delaySeconds,
                jobId);
    }

    /** Gives a task's latest attempt at a party another demand, from which the next ones have it, too. */
    public void demand(String taskId, String role, String partyId, @Nullable String demand) {
        write(
                "update task set demand = ? where task_id = ? and role = ? and party_id = ? and not exists (select 1 from"
                        + " task n where n.task_id = task.task_id and n.task_version > task.task_version)",
                demand,
                taskId,
                role,
                partyId);
    }

    private int write(String sql, @Nullable Object... values) {
        LockedRows.changed();
        return jdbc.update(sql, values);
    }
}
