package io.fateflow.engine.task;

import java.time.Clock;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;

/** Which attempts wait, for what, since when; the rows are those of {@code task}. */
public final class TaskWaits {

    private final JdbcClient jdbc;
    private final Clock clock;

    TaskWaits(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Components of a job whose instance waits for the gate, oldest first, at most {@code most}. */
    public List<String> waitersAtGate(String jobId, int most) {
        return jdbc.sql("""
                select waiter_instance_id from task
                where job_id = :job and wait_reason is not null and status = 'waiting' and waiter_instance_id is not null
                group by waiter_instance_id
                order by min(wait_since), waiter_instance_id
                limit :most
                """)
                .param("job", jobId)
                .param("most", most)
                .query(String.class)
                .list();
    }

    /** Writes down that an attempt waits, and which instance does. */
    public void waitAtGate(String taskId, int version, String waiterInstanceId, String reason) {
        jdbc.sql("""
                update task
                set waiter_instance_id = :waiter, wait_reason = :reason, wait_since = coalesce(wait_since, :now),
                    update_time = :now
                where\s""" + TaskSql.ATTEMPT)
                .param("waiter", waiterInstanceId)
                .param("reason", reason)
                .param("now", clock.millis())
                .param("task", taskId)
                .param("version", version)
                .update();
    }

    /** Why the party's own process waits; null when it does not any more. */
    public void partyWaits(TaskKey key, @Nullable String reason) {
        jdbc.sql("update task set wait_reason = :reason, wait_since = :since where " + TaskSql.KEY)
                .param("reason", reason)
                .param("since", reason == null ? null : clock.millis())
                .params(TaskSql.at(key))
                .update();
    }

    /** Attempts of a party of a job that wait for the party's cores, oldest first. */
    public List<TaskKey> waitersForCores(String jobId, Party party, int most) {
        return jdbc
                .sql("select " + TaskSql.COLUMNS + """
                 from task
                where job_id = :job and role = :role and party_id = :party and status = 'running'
                    and party_status = 'waiting' and wait_reason is not null
                    -- who waits for a node has its cores
                    and not exists (
                        select 1 from placement_queue q
                        where q.task_id = task.task_id and q.task_version = task.task_version and q.role = task.role
                            and q.party_id = task.party_id)
                order by wait_since
                limit :most
                """)
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .param("most", most)
                .query(TaskSql::row)
                .list()
                .stream()
                .map(TaskRow::key)
                .toList();
    }
}
