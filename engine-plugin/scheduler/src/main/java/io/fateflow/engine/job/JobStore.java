package io.fateflow.engine.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.TextColumn;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.Suspension;
import io.fateflow.federation.status.JobStatus;

/**
 * The rows of {@code job} and {@code job_body}. Statuses move along {@link JobStatus#transitions()} only: a move that
 * is not allowed changes nothing.
 */
public final class JobStore {

    private static final String COLUMNS = "job_id, role, party_id, initiator_role, initiator_party_id, status,"
            + " task_cores, task_memory, gate_slots, progress, create_time, wait_reason, wait_engine, error_report";

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public JobStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Writes the body; a second role on the same site finds it there. */
    public void insertBody(JobBody body) {
        jdbc.update(
                "insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key) values (?, ?, ?, ?, ?)",
                body.jobId(),
                body.dsl(),
                body.runtimeConf(),
                body.trainRuntimeConf(),
                body.dagKey());
    }

    /** @throws IllegalStateException if there is no such job */
    public JobBody body(String jobId) {
        return jdbc
                .query(
                        "select job_id, dsl, runtime_conf, train_runtime_conf, dag_key from job_body where job_id = ?",
                        (row, number) -> new JobBody(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5)),
                        jobId)
                .stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no job " + jobId));
    }

    /** Writes a job's rows. */
    public void insert(List<NewJob> jobs) {
        long now = clock.millis();
        jdbc.batchUpdate(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users,"
                        + " initiator_role, initiator_party_id, is_initiator, runtime_conf_on_party, status, progress,"
                        + " ready_signal, cancel_signal, rerun_signal, end_scheduling_updates, cores, memory,"
                        + " remaining_cores, remaining_memory, resource_in_use, inheritance_info, inheritance_status,"
                        + " gate_slots, remaining_gate_slots, task_cores, task_memory,"
                        + " error_report, create_time,"
                        + " update_time) values (?, ?, ?, ?, ?, '', '', ?, ?, ?, ?, ?, ?, ?, 0, false, false,"
                        + " false, 0, 0, 0, 0, 0, false, '{}', 'pass', ?, ?, ?, ?, '', ?,"
                        + " ?)",
                jobs,
                100,
                (statement, job) -> {
                    statement.setString(1, job.jobId());
                    statement.setString(2, job.party().role());
                    statement.setString(3, Long.toString(job.party().partyId()));
                    statement.setString(4, TextColumn.JOB_USER.fitted(job.userId()));
                    statement.setString(5, TextColumn.JOB_NAME.fitted(job.name()));
                    statement.setString(6, job.rolesJson());
                    statement.setString(7, job.usersJson());
                    statement.setString(8, job.initiator().role());
                    statement.setString(9, Long.toString(job.initiator().partyId()));
                    statement.setBoolean(10, job.party().equals(job.initiator()));
                    statement.setString(11, job.confOnPartyJson());
                    statement.setString(12, job.status().wire());
                    statement.setInt(13, job.gateSlots());
                    statement.setInt(14, job.gateSlots());
                    statement.setBigDecimal(15, job.taskResources().cores());
                    statement.setBigDecimal(16, job.taskResources().memory());
                    statement.setLong(17, now);
                    statement.setLong(18, now);
                });
    }

    /** All rows of a job on this site, in the global order of parties; empty if there is no such job. */
    public List<JobRow> rows(String jobId) {
        return jdbc.query("select " + COLUMNS + " from job where job_id = ?", JobStore::row, jobId).stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    public Optional<JobRow> initiatorRow(String jobId) {
        return jdbc
                .query("select " + COLUMNS + " from job where job_id = ? and is_initiator = true", JobStore::row, jobId)
                .stream()
                .findFirst();
    }

    /**
     * Moves a job's status at some parties, with the times and the tag that go with it.
     *
     * @return how many rows moved
     */
    public int status(String jobId, List<Party> parties, JobStatus to) {
        long now = clock.millis();
        String sources = JobStatus.transitions().sourcesOf(to).stream()
                .map(source -> "'" + source.wire() + "'")
                .collect(Collectors.joining(", "));
        String times = to.isEnd()
                ? ", tag = 'job_end', end_time = case when start_time is null then null else ? end,"
                        + " elapsed = ? - start_time, wait_reason = null, wait_since = null, wait_engine = null,"
                        + " suspended_by = null, suspended_time = null"
                : to == JobStatus.RUNNING
                        ? ", start_time = ?, end_time = null, elapsed = null, wait_reason = null, wait_since = null, wait_engine = null"
                        : "";
        String sql = "update job set status = ?, update_time = ?" + times + " where job_id = ? and status in ("
                + sources + ") and " + among(parties);
        List<Object> values = new ArrayList<>(List.of(to.wire(), now));
        if (to.isEnd()) {
            values.addAll(List.of(now, now));
        } else if (to == JobStatus.RUNNING) {
            values.add(now);
        }
        values.add(jobId);
        parties.forEach(party -> {
            values.add(party.role());
            values.add(Long.toString(party.partyId()));
        });
        return jdbc.update(sql, values.toArray());
    }

    /**
     * Fails a running job at a party of this site whose initiator is not heard of, until {@link #verdict}.
     *
     * @return whether it ran
     */
    public boolean abandon(String jobId, Party party, String why) {
        if (status(jobId, List.of(party), JobStatus.FAILED) == 0) {
            return false;
        }
        jdbc.update(
                "update job set abandoned = true, error_report = ? where job_id = ? and role = ? and party_id = ?",
                why,
                jobId,
                party.role(),
                Long.toString(party.partyId()));
        return true;
    }

    /**
     * Takes the end that the initiator has decided on for a job that was abandoned here, in the place of the presumed one.
     *
     * @return whether the job was abandoned
     */
    public boolean verdict(String jobId, Party party, JobStatus end) {
        return jdbc.update(
                        "update job set status = ?, abandoned = false, update_time = ?, error_report = case when ? ="
                                + " 'failed' then error_report else '' end where job_id = ? and role = ? and party_id ="
                                + " ? and abandoned = true",
                        end.wire(),
                        clock.millis(),
                        end.wire(),
                        jobId,
                        party.role(),
                        Long.toString(party.partyId()))
                > 0;
    }

    private static String among(List<Party> parties) {
        return parties.stream()
                .map(party -> "(role = ? and party_id = ?)")
                .collect(Collectors.joining(" or ", "(", ")"));
    }

    /** Sets the progress where it is smaller; a value from 0 to 100. */
    public void progress(String jobId, int progress) {
        jdbc.update(
                "update job set progress = ?, update_time = ? where job_id = ? and progress < ?",
                progress,
                clock.millis(),
                jobId,
                progress);
    }

    /**
     * Writes down why the job waits for resources, and how much of them, on this site in all.
     *
     * @param engine whose cores it waits for; then the reason says only how many, and null if it says everything
     */
    public void waits(String jobId, String reason, @Nullable String engine) {
        long now = clock.millis();
        jdbc.update(
                "update job set wait_reason = ?, wait_engine = ?, wait_since = coalesce(wait_since, ?), update_time = ?,"
                        + " wanted_cores ="
                        + " (select sum(o.task_cores * o.gate_slots) from job o where o.job_id = job.job_id)"
                        + " where job_id = ?",
                reason,
                engine,
                now,
                now,
                jobId);
    }

    /** Writes down when the job's time is over, counted from now. */
    public void timeout(String jobId, Duration timeout) {
        jdbc.update(
                "update job set deadline = ? where job_id = ? and is_initiator = true",
                clock.millis() + timeout.toMillis(),
                jobId);
    }

    /**
     * Writes down whether the job waits for parties on other sites.
     *
     * @param awaits whether for their answers
     * @param elsewhere whether it is them that it waits for: then nothing of this site is kept for it
     */
    public void awaitAnswers(String jobId, boolean awaits, boolean elsewhere) {
        jdbc.update(
                "update job set awaits_answers = ?, waits_elsewhere = ? where job_id = ? and is_initiator = true",
                awaits,
                elsewhere,
                jobId);
    }

    public boolean awaitsAnswers(String jobId) {
        return !jdbc.queryForList(
                        "select job_id from job where job_id = ? and is_initiator = true and awaits_answers = true",
                        String.class,
                        jobId)
                .isEmpty();
    }

    /** Writes down that somebody wants the job stopped. */
    public void cancelSignal(String jobId) {
        jdbc.update(
                "update job set cancel_signal = true, cancel_time = ? where job_id = ? and cancel_signal = false",
                clock.millis(),
                jobId);
    }

    /** Writes the job's error for the user. */
    public void error(String jobId, String report) {
        jdbc.update("update job set error_report = ? where job_id = ?", report, jobId);
    }

    /** Says who has stopped a job, if that is how it has ended, and nobody has said more. */
    public void stoppedBy(String jobId, JobStatus status, String report) {
        jdbc.update(
                "update job set error_report = ? where job_id = ? and status = ? and error_report = ''",
                report,
                jobId,
                status.wire());
    }

    /** A job goes back to waiting for another run: progress, times and signals start again. */
    public void resetForRerun(String jobId) {
        jdbc.update(
                "update job set progress = 0, start_time = null, end_time = null, elapsed = null,"
                        + " cancel_signal = false, rerun_signal = false, abandoned = false, error_report = '', update_time = ?"
                        + " where job_id = ?",
                clock.millis(),
                jobId);
    }

    /** Writes down that somebody wants an ended job to run again; {@link #resetForRerun} takes it back. */
    public void rerunSignal(String jobId) {
        jdbc.update("update job set rerun_signal = true where job_id = ?", jobId);
    }

    public boolean isRerunAsked(String jobId) {
        return !jdbc.queryForList(
                        "select job_id from job where job_id = ? and rerun_signal = true", String.class, jobId)
                .isEmpty();
    }

    /** Puts another conf in the place of the stored one; each party's own is set by {@link #share}. */
    public void runtimeConf(String jobId, String runtimeConf) {
        jdbc.update("update job_body set runtime_conf = ? where job_id = ?", runtimeConf, jobId);
    }

    /** What a job that holds nothing now will be at a party: its conf there, and what it takes. */
    public void share(String jobId, Party party, String confOnParty, Resources taskResources, int gateSlots) {
        jdbc.update(
                "update job set runtime_conf_on_party = ?, task_cores = ?, task_memory = ?, gate_slots = ?,"
                        + " remaining_gate_slots = ?, update_time = ? where job_id = ? and role = ? and party_id = ?",
                confOnParty,
                taskResources.cores(),
                taskResources.memory(),
                gateSlots,
                gateSlots,
                clock.millis(),
                jobId,
                party.role(),
                Long.toString(party.partyId()));
    }

    /** Suspends a job that has not ended; one that is suspended stays so since when it was. */
    public boolean suspend(String jobId, String by) {
        long now = clock.millis();
        return jdbc.update(
                        "update job set suspended_by = ?, suspended_time = ?, wait_reason = ?, wait_engine = null,"
                                + " wait_since = coalesce(wait_since, ?), update_time = ?"
                                + " where job_id = ? and suspended_by is null",
                        by,
                        now,
                        new Suspension(by, now).reason(),
                        now,
                        now,
                        jobId)
                > 0;
    }

    public boolean isSuspended(String jobId) {
        return !jdbc.queryForList(
                        "select job_id from job where job_id = ? and is_initiator = true and suspended_by is not null",
                        String.class,
                        jobId)
                .isEmpty();
    }

    /** Takes {@link #suspend} back. A waiting job keeps its place in the queue. */
    public boolean resume(String jobId) {
        return jdbc.update(
                        "update job set suspended_by = null, suspended_time = null, wait_reason = null, wait_engine = null,"
                                + " wait_since = case when status = 'waiting' then wait_since else null end,"
                                + " update_time = ? where job_id = ? and suspended_by is not null",
                        clock.millis(),
                        jobId)
                > 0;
    }

    /** Which process instance schedules the job. */
    public void processInstance(String jobId, String processInstanceId) {
        jdbc.update(
                "update job set process_instance_id = ? where job_id = ? and is_initiator = true",
                processInstanceId,
                jobId);
    }

    private static JobRow row(ResultSet row, int number) throws SQLException {
        return new JobRow(
                row.getString("job_id"),
                new Party(row.getString("role"), Long.parseLong(row.getString("party_id"))),
                new Party(row.getString("initiator_role"), Long.parseLong(row.getString("initiator_party_id"))),
                JobStatus.of(row.getString("status")),
                new Resources(row.getBigDecimal("task_cores"), row.getBigDecimal("task_memory")),
                row.getInt("gate_slots"),
                row.getInt("progress"),
                row.getLong("create_time"),
                row.getString("wait_reason"),
                row.getString("wait_engine"),
                row.getString("error_report"));
    }
}
