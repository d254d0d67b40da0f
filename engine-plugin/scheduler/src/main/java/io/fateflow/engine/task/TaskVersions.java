package io.fateflow.engine.task;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;

/** How rows of {@code task} come to be: the first attempts, each next one, and how many there may be by themselves. */
public final class TaskVersions {

    private static final String INSERT = "insert into task (" + TaskSql.NEW_COLUMNS + ") ";

    private final JdbcClient jdbc;
    private final NamedParameterJdbcTemplate batches;
    private final Clock clock;

    TaskVersions(JdbcClient jdbc, NamedParameterJdbcTemplate batches, Clock clock) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.clock = clock;
    }

    /** Writes the first version of tasks, waiting. */
    @SuppressWarnings("unchecked")
    public void insert(List<NewTask> tasks) {
        long now = clock.millis();
        batches.batchUpdate(
                INSERT + """
                values (:job, :task, :version, :role, :party, :component, :module, :initiatorRole, :initiatorParty,
                    :mode, :collectType, :retries, :retryDelay, :runsHere, :demand,\s""" + TaskSql.NEW + ")",
                tasks.stream().map(task -> values(task, now)).toArray(Map[]::new));
    }

    private static Map<String, @Nullable Object> values(NewTask task, long now) {
        Map<String, @Nullable Object> values = new HashMap<>(TaskSql.at(task.key()));
        values.put("job", task.jobId());
        values.put("component", task.componentName());
        values.put("module", task.module());
        values.put("initiatorRole", task.initiator().role());
        values.put("initiatorParty", task.initiator().idText());
        values.put("mode", task.federatedMode());
        values.put("collectType", task.statusCollectType());
        values.put("retries", task.autoRetries());
        values.put("retryDelay", task.autoRetryDelaySeconds());
        values.put("runsHere", task.runsHere());
        values.put("demand", task.demand());
        values.put("now", now);
        return values;
    }

    /** Copies the rows of an attempt as the next one, waiting, with a retry less. */
    public void insertNext(String taskId, int version) {
        jdbc.sql(INSERT + copy("task_version + 1", "auto_retries") + " where " + TaskSql.ATTEMPT)
                .param("now", clock.millis())
                .param("task", taskId)
                .param("version", version)
                .update();
    }

    /** Writes a later attempt of one party's task down, waiting; one that is there stays as it is. */
    public void insertLater(TaskKey before, int version, int autoRetries) {
        jdbc.sql(INSERT + copy("cast(:later as integer)", "cast(:retries as integer)") + " where " + TaskSql.KEY + """
                 and not exists (
                    select 1 from task l
                    where l.task_id = b.task_id and l.task_version = :later and l.role = b.role
                        and l.party_id = b.party_id)
                """)
                .params(TaskSql.at(before))
                .param("now", clock.millis())
                .param("later", version)
                .param("retries", autoRetries)
                .update();
    }

    /** Of rows {@code b}, what another attempt of them is. */
    private static String copy(String version, String retries) {
        return "select job_id, task_id, " + version + """
                , role, party_id, component_name, component_module, initiator_role, initiator_party_id, federated_mode,
                federated_status_collect_type,\s""" + retries + ", auto_retry_delay, run_on_this_party, demand, "
                + TaskSql.NEW
                + " from task b";
    }

    /** Takes one of the automatic retries. */
    public void useRetry(String taskId, int version) {
        jdbc.sql("update task set auto_retries = auto_retries - 1 where " + TaskSql.ATTEMPT + " and auto_retries > 0")
                .param("task", taskId)
                .param("version", version)
                .update();
    }

    /** Gives a job's tasks other automatic retries: the latest attempts, from which the next ones are made. */
    public void retries(String jobId, int retries, int delaySeconds) {
        jdbc.sql("""
                update task set auto_retries = :retries, auto_retry_delay = :delay
                where job_id = :job and not exists (
                    select 1 from task n where n.task_id = task.task_id and n.task_version > task.task_version)
                """)
                .param("retries", retries)
                .param("delay", delaySeconds)
                .param("job", jobId)
                .update();
    }

    /** Gives a task's latest attempt at a party another demand, from which the next ones have it, too. */
    public void demand(String taskId, Party party, @Nullable String demand) {
        jdbc.sql("""
                update task set demand = :demand
                where task_id = :task and role = :role and party_id = :party and not exists (
                    select 1 from task n where n.task_id = task.task_id and n.task_version > task.task_version)
                """)
                .param("demand", demand)
                .param("task", taskId)
                .param("role", party.role())
                .param("party", party.idText())
                .update();
    }
}
