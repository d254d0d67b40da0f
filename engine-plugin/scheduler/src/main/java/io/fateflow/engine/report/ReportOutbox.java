package io.fateflow.engine.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskReport;

/**
 * The rows of {@code task_report}: which attempts are reported to another site, and how far that is.
 *
 * <p>Changes are numbered, and at most one process sends for an attempt: an initiator never hears of an older state
 * after a newer one. What is sent is the attempt as it is then, so changes in quick succession may be one report.
 */
public final class ReportOutbox {

    private static final String REGISTER = """
            insert into task_report (task_id, task_version, role, party_id, changes, under_way)
            select cast(:task as varchar(110)), cast(:version as integer), cast(:role as varchar(50)),
                cast(:party as varchar(10)), 0, false
            where not exists (select 1 from task_report where\s""" + TaskSql.KEY + ")";

    private static final String PENDING = """
            select r.changes, r.told, t.job_id, t.component_name, t.initiator_party_id, t.party_status, t.start_time,
                t.update_time, t.end_time, t.elapsed, t.error_report
            from task_report r join task t on t.task_id = r.task_id and t.task_version = r.task_version
                and t.role = r.role and t.party_id = r.party_id
            where r.task_id = :task and r.task_version = :version and r.role = :role and r.party_id = :party
            """;

    private final JdbcClient jdbc;
    private final ReportProcesses processes;

    public ReportOutbox(JdbcTemplate jdbc, ReportProcesses processes) {
        this.jdbc = JdbcClient.create(jdbc);
        this.processes = processes;
    }

    /** From now on changes of this attempt are reported; a second call changes nothing. */
    public void register(TaskKey key) {
        of(key, REGISTER).update();
    }

    private StatementSpec of(TaskKey key, String sql) {
        return jdbc.sql(sql).params(TaskSql.at(key));
    }

    /** The attempt has changed, in the caller's transaction. Of one that nobody reports nothing happens. */
    public void changed(TaskKey key) {
        List<Boolean> underWay = of(key, "select under_way from task_report where " + TaskSql.KEY + " for update")
                .query(Boolean.class)
                .list();
        if (underWay.isEmpty()) {
            return;
        }
        of(key, "update task_report set changes = changes + 1, under_way = true where " + TaskSql.KEY)
                .update();
        if (!underWay.get(0)) {
            processes.startReport(key);
        }
    }

    /** An attempt as it is now, read without a lock. */
    public Optional<PendingReport> pending(TaskKey key) {
        return of(key, PENDING).query((row, number) -> pending(key, row)).optional();
    }

    private static PendingReport pending(TaskKey key, ResultSet row) throws SQLException {
        String told = row.getString("told");
        return new PendingReport(
                key,
                new TaskAddress(
                        row.getString("job_id"),
                        row.getString("component_name"),
                        key.taskId(),
                        key.version(),
                        key.party()),
                Long.parseLong(row.getString("initiator_party_id")),
                row.getInt("changes"),
                told == null ? null : TaskStatus.of(told),
                new TaskReport(
                        TaskStatus.of(row.getString("party_status")),
                        time(row, "start_time"),
                        time(row, "update_time"),
                        time(row, "end_time"),
                        time(row, "elapsed"),
                        row.getString("error_report")));
    }

    private static @Nullable Long time(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }

    /**
     * A report has arrived.
     *
     * @return whether it is still up to date; if not, the attempt has changed meanwhile
     */
    public boolean sent(PendingReport report) {
        return of(
                                report.key(),
                                "update task_report set under_way = false, told = :told where " + TaskSql.KEY
                                        + " and changes = :changes")
                        .param("told", report.now().partyStatus().wire())
                        .param("changes", report.change())
                        .update()
                > 0;
    }
}
