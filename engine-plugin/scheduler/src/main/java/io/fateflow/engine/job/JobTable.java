package io.fateflow.engine.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.TextColumn;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;
import io.fateflow.federation.status.JobStatus;

/** How SQL speaks of rows of {@code job}: their columns, their keys, how they are written and read. */
final class JobTable {

    /** What {@link #row} reads. */
    static final String SELECT = """
            select job_id, role, party_id, initiator_role, initiator_party_id, status, task_cores, task_memory, gate_slots,
                progress, create_time, wait_reason, wait_engine, error_report, dag
            from job
            where\s""";

    /** Writes what {@link #values} has; the columns of {@link ConfOnParty} are put in by their names. */
    private static final String INSERT = """
            insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,
                initiator_party_id, is_initiator, status, progress, ready_signal, cancel_signal,
                rerun_signal, end_scheduling_updates, cores, memory, remaining_cores, remaining_memory,
                resource_in_use, inheritance_info, inheritance_status, error_report, project, create_time, update_time, %s)
            values (:job, :role, :party, :user, :name, '', '', :roles, :users, :initiatorRole,
                :initiatorParty, :isInitiator, :status, 0, false, false,
                false, 0, 0, 0, 0, 0,
                false, '{}', 'pass', '', :project, :now, :now, %s)
            """;

    /** The row of the job's initiator. */
    static final String INITIATOR = "job_id = :job and is_initiator = true";

    static final String AT = "job_id = :job and role = :role and party_id = :party";

    /** What is set of a job that waits for nothing. */
    static final String NO_WAIT =
            "wait_reason = null, wait_since = null, wait_engine = null, front_time = 0, front_by = ''";

    private final JdbcClient jdbc;
    private final Clock clock;

    JobTable(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    StatementSpec sql(String sql) {
        return jdbc.sql(sql);
    }

    /** A statement with {@code now} among its parameters. */
    StatementSpec changed(String sql) {
        return jdbc.sql(sql).param("now", clock.millis());
    }

    /** Whether there is such a row of a job. */
    boolean has(String jobId, String which) {
        return !jdbc.sql("select job_id from job where " + which)
                .param("job", jobId)
                .query(String.class)
                .list()
                .isEmpty();
    }

    /** The parameters of {@link #AT}. */
    static Map<String, Object> at(String jobId, Party party) {
        return Map.of("job", jobId, "role", party.role(), "party", party.idText());
    }

    static String insert(NewJob job) {
        Set<String> columns = job.onParty().columns().keySet();
        return INSERT.formatted(
                String.join(", ", columns),
                columns.stream().map(column -> ":" + column).collect(Collectors.joining(", ")));
    }

    /** The assignments of an update, each of a parameter with the column's name. */
    static String assignments(Set<String> columns) {
        return columns.stream().map(column -> column + " = :" + column).collect(Collectors.joining(", "));
    }

    static Map<String, @Nullable Object> values(NewJob job, long now) {
        Map<String, @Nullable Object> values = new HashMap<>(at(job.jobId(), job.party()));
        values.put("user", TextColumn.JOB_USER.fitted(job.userId()));
        values.put("name", TextColumn.JOB_NAME.fitted(job.name()));
        values.put("roles", job.rolesJson());
        values.put("users", job.usersJson());
        values.put("initiatorRole", job.initiator().role());
        values.put("initiatorParty", job.initiator().idText());
        values.put("isInitiator", job.party().equals(job.initiator()));
        values.put("status", job.status().wire());
        values.put("project", job.project());
        values.put("now", now);
        values.putAll(job.onParty().columns());
        return values;
    }

    static JobRow row(ResultSet row, int number) throws SQLException {
        return new JobRow(
                row.getString("job_id"),
                Party.of(row.getString("role"), row.getString("party_id")),
                Party.of(row.getString("initiator_role"), row.getString("initiator_party_id")),
                JobStatus.of(row.getString("status")),
                new Resources(row.getBigDecimal("task_cores"), row.getBigDecimal("task_memory")),
                row.getInt("gate_slots"),
                row.getInt("progress"),
                row.getLong("create_time"),
                row.getString("wait_reason"),
                row.getString("wait_engine"),
                row.getString("error_report"),
                row.getString("dag") != null);
    }
}
