package io.fateflow.engine.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.task.TaskKey;
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

    private static final String KEY = " task_id = ? and task_version = ? and role = ? and party_id = ?";

    private final JdbcTemplate jdbc;
    private final ReportProcesses processes;

    public ReportOutbox(JdbcTemplate jdbc, ReportProcesses processes) {
        this.jdbc = jdbc;
        this.processes = processes;
    }

    /** From now on changes of this attempt are reported; a second call changes nothing. */
    public void register(TaskKey key) {
        jdbc.update(
                "insert into task_report (task_id, task_version, role, party_id, changes, under_way)"
                        + " select cast(? as varchar(110)), cast(? as integer), cast(? as varchar(50)),"
                        + " cast(? as varchar(10)), 0, false where not exists (select 1 from task_report where" + KEY
                        + ")",
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId(),
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
    }

    /** The attempt has changed, in the caller's transaction. Of one that nobody reports nothing happens. */
    public void changed(TaskKey key) {
        List<Boolean> underWay = jdbc.query(
                "select under_way from task_report where" + KEY + " for update",
                (row, number) -> row.getBoolean(1),
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
        if (underWay.isEmpty()) {
            return;
        }
        jdbc.update(
                "update task_report set changes = changes + 1, under_way = true where" + KEY,
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId());
        if (!underWay.get(0)) {
            processes.startReport(key);
        }
    }

    /** An attempt as it is now, read without a lock. */
    public Optional<PendingReport> pending(TaskKey key) {
        return jdbc
                .query(
                        "select r.changes, r.told, t.job_id, t.component_name, t.initiator_party_id, t.party_status,"
                                + " t.start_time, t.update_time, t.end_time, t.elapsed, t.error_report"
                                + " from task_report r join task t on t.task_id = r.task_id"
                                + " and t.task_version = r.task_version and t.role = r.role"
                                + " and t.party_id = r.party_id where r.task_id = ? and r.task_version = ?"
                                + " and r.role = ? and r.party_id = ?",
                        (row, number) -> pending(key, row),
                        key.taskId(),
                        key.version(),
                        key.role(),
                        key.partyId())
                .stream()
                .findFirst();
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
        return jdbc.update(
                        "update task_report set under_way = false, told = ? where" + KEY + " and changes = ?",
                        report.now().partyStatus().wire(),
                        report.key().taskId(),
                        report.key().version(),
                        report.key().role(),
                        report.key().partyId(),
                        report.change())
                > 0;
    }
}
