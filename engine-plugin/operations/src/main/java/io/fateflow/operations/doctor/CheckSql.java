package io.fateflow.operations.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;

import io.fateflow.dsl.Party;
import io.fateflow.engine.process.Sendings;
import io.fateflow.engine.task.TaskKey;

/** How checks speak of jobs, attempts and process instances: their keys and conditions, and what is read of their rows. */
final class CheckSql {

    /** Statuses of jobs that have not ended. */
    static final String OPEN = "('ready', 'waiting', 'running')";

    /** Stands for what {@link #recent} says of a row {@code j} of {@code job}. */
    static final String CHOSEN = "{chosen}";

    /** A row {@code j} of {@code job} is that of the party of a lease {@code l}. */
    static final String OWNER = "j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id";

    /** All process instances {@code e} with their definitions {@code d}; conditions may follow. */
    static final String INSTANCES = """
            from act_ru_execution e
            join act_re_procdef d on d.id_ = e.proc_def_id_
            where e.parent_id_ is null""";

    /** The ids of the jobs that {@link #recent} chooses, each once. */
    static final String RECENT_JOBS = recent("select j.job_id from job j where " + CHOSEN);

    private CheckSql() {}

    /**
     * A statement for jobs {@code j} that have not ended, and for those that were made within {@link Doctor#RECENT}: what compares rows
     * of a job would otherwise read every row that the site has ever had. Twice the statement, for each an index: H2 uses none for
     * either, and asks anew for each row what is asked in brackets, as soon as anybody writes.
     *
     * @param sql with {@link #CHOSEN} among its conditions, and without an order
     */
    static String recent(String sql) {
        return sql.replace(CHOSEN, "j.status in " + OPEN) + " union " + sql.replace(CHOSEN, "j.create_time > :recent");
    }

    /**
     * Of processes of attempts, whose business keys begin with the id of the task: {@link #attemptKey} is in no index, and
     * this is.
     */
    static String taskOf(String alias, String businessKey) {
        return "%1$s.task_id = substring(%2$s from 1 for greatest(position('|' in %2$s) - 1, 0))"
                .formatted(alias, businessKey);
    }

    /**
     * Of jobs all of whose parties are on this site: what another site does to its part arrives here in calls of its own, so
     * that the rows of a job may be apart for a while.
     */
    static String allHere(String alias) {
        return "not exists (select 1 from task f where f.job_id = %s.job_id and f.run_on_this_party = false)"
                .formatted(alias);
    }

    /** Of jobs whose initiator is on this site. */
    static String initiatedHere(String alias) {
        return "exists (select 1 from job i where i.job_id = %s.job_id and i.is_initiator = true)".formatted(alias);
    }

    /** The business key of an attempt's processes; each row has its columns {@code task_id, task_version, role, party_id}. */
    static String attemptKey(String alias) {
        return "%1$s.task_id || '|' || %1$s.task_version || '|' || %1$s.role || '|' || %1$s.party_id".formatted(alias);
    }

    /** There is an instance of a definition with this business key. */
    static String hasProcess(String definition, String businessKey) {
        return "exists (select 1 %s and d.key_ = '%s' and e.business_key_ = %s)"
                .formatted(INSTANCES, definition, businessKey);
    }

    /** Something is told to another site: by an instance of a definition, or by its first try, which has none yet. */
    static String isTold(String definition, String businessKey) {
        return """
                (%s or exists (
                    select 1
                    from act_ru_job f
                    where f.handler_type_ = '%s' and f.handler_cfg_ = '%s|' || %s and f.retries_ > 0))""".formatted(hasProcess(definition, businessKey), Sendings.FIRST_TRY, definition, businessKey);
    }

    /** What a finding calls the job at a party, of {@code job_id, role, party_id}. */
    static String jobAtParty(ResultSet row) throws SQLException {
        return "job %s %s %s".formatted(row.getString("job_id"), row.getString("role"), row.getString("party_id"));
    }

    /** What a finding calls an attempt as a whole, of {@code task_id, task_version}. */
    static String component(ResultSet row) throws SQLException {
        return "task %s attempt %d".formatted(row.getString("task_id"), row.getInt("task_version"));
    }

    /** What a finding calls an attempt at a party, of {@code task_id, task_version, role, party_id}. */
    static String attempt(ResultSet row) throws SQLException {
        return "%s %s %s".formatted(component(row), row.getString("role"), row.getString("party_id"));
    }

    /** Of the same columns as {@link #attempt}. */
    static TaskKey key(ResultSet row) throws SQLException {
        return new TaskKey(row.getString("task_id"), row.getInt("task_version"), party(row));
    }

    /** Of {@code role, party_id}. */
    static Party party(ResultSet row) throws SQLException {
        return Party.of(row.getString("role"), row.getString("party_id"));
    }
}
