package io.fateflow.engine.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.TextColumn;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Claim;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.Suspension;
import io.fateflow.federation.status.JobStatus;

/**
 * The rows of {@code job} and {@code job_body}. Statuses move along {@link JobStatus#transitions()} only: a move that
 * is not allowed changes nothing.
 */
public final class JobStore {

    private static final String SELECT = """
            select job_id, role, party_id, initiator_role, initiator_party_id, status, task_cores, task_memory, gate_slots,
                progress, create_time, wait_reason, wait_engine, error_report
            from job
            where\s""";

    private static final String BODY_COLUMNS = "job_id, dsl, runtime_conf, train_runtime_conf, dag_key";
    private static final String INITIATOR = "job_id = :job and is_initiator = true";
    private static final String AT = "job_id = :job and role = :role and party_id = :party";
    private static final String NO_WAIT =
            ", wait_reason = null, wait_since = null, wait_engine = null," + " front_time = 0, front_by = ''";

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;
    private final Clock clock;

    public JobStore(JdbcTemplate jdbc, Clock clock) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
        this.clock = clock;
    }

    /** Writes the body; a second role on the same site finds it there. */
    public void insertBody(JobBody body) {
        jdbc.sql("insert into job_body (" + BODY_COLUMNS + ") values (:job, :dsl, :conf, :trainConf, :dagKey)")
                .param("job", body.jobId())
                .param("dsl", body.dsl())
                .param("conf", body.runtimeConf())
                .param("trainConf", body.trainRuntimeConf())
                .param("dagKey", body.dagKey())
                .update();
    }

    /** @throws IllegalStateException if there is no such job */
    public JobBody body(String jobId) {
        return jdbc.sql("select " + BODY_COLUMNS + " from job_body where job_id = :job")
                .param("job", jobId)
                .query((row, number) -> new JobBody(
                        row.getString("job_id"),
                        row.getString("dsl"),
                        row.getString("runtime_conf"),
                        row.getString("train_runtime_conf"),
                        row.getString("dag_key")))
                .optional()
                .orElseThrow(() -> new IllegalStateException("no job " + jobId));
    }

    /** Writes a job's rows. */
    @SuppressWarnings("unchecked")
    public void insert(List<NewJob> jobs) {
        long now = clock.millis();
        batches.batchUpdate("""
                insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,
                    initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal, cancel_signal,
                    rerun_signal, end_scheduling_updates, cores, memory, remaining_cores, remaining_memory,
                    resource_in_use, inheritance_info, inheritance_status, gate_slots, remaining_gate_slots, task_cores,
                    task_memory, error_report, create_time, update_time)
                values (:job, :role, :party, :user, :name, '', '', :roles, :users, :initiatorRole,
                    :initiatorParty, :isInitiator, :conf, :status, 0, false, false,
                    false, 0, 0, 0, 0, 0,
                    false, '{}', 'pass', :gateSlots, :gateSlots, :cores,
                    :memory, '', :now, :now)
                """, jobs.stream().map(job -> values(job, now)).toArray(Map[]::new));
    }

    private static Map<String, Object> values(NewJob job, long now) {
        Map<String, Object> values = new HashMap<>(at(job.jobId(), job.party()));
        values.put("user", TextColumn.JOB_USER.fitted(job.userId()));
        values.put("name", TextColumn.JOB_NAME.fitted(job.name()));
        values.put("roles", job.rolesJson());
        values.put("users", job.usersJson());
        values.put("initiatorRole", job.initiator().role());
        values.put("initiatorParty", job.initiator().idText());
        values.put("isInitiator", job.party().equals(job.initiator()));
        values.put("conf", job.confOnPartyJson());
        values.put("status", job.status().wire());
        values.put("gateSlots", job.gateSlots());
        values.put("cores", job.taskResources().cores());
        values.put("memory", job.taskResources().memory());
        values.put("now", now);
        return values;
    }

    /** The parameters of {@link #AT}. */
    private static Map<String, Object> at(String jobId, Party party) {
        return Map.of("job", jobId, "role", party.role(), "party", party.idText());
    }

    /** All rows of a job on this site, in the global order of parties; empty if there is no such job. */
    public List<JobRow> rows(String jobId) {
        return jdbc.sql(SELECT + "job_id = :job").param("job", jobId).query(JobStore::row).list().stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    public Optional<JobRow> initiatorRow(String jobId) {
        return jdbc.sql(SELECT + INITIATOR)
                .param("job", jobId)
                .query(JobStore::row)
                .optional();
    }

    /**
     * Moves a job's status at some parties, with the times and the tag that go with it.
     *
     * @return how many rows moved
     */
    public int status(String jobId, List<Party> parties, JobStatus to) {
        String sources = JobStatus.transitions().sourcesOf(to).stream()
                .map(source -> "'" + source.wire() + "'")
                .collect(Collectors.joining(", ", "(", ")"));
        String where = " where job_id = :job and status in " + sources + " and (role, party_id) in (:parties)";
        return changed("update job set status = :status, update_time = :now" + times(to) + where)
                .param("status", to.wire())
                .param("job", jobId)
                .param(
                        "parties",
                        parties.stream()
                                .map(party -> new Object[] {party.role(), party.idText()})
                                .toList())
                .update();
    }

    private static String times(JobStatus to) {
        if (to.isEnd()) {
            return """
                    , tag = 'job_end', end_time = case when start_time is null then null else :now end,
                    elapsed = :now - start_time, suspended_by = null, suspended_time = null
                    """ + NO_WAIT;
        }
        return to == JobStatus.RUNNING ? ", start_time = :now, end_time = null, elapsed = null" + NO_WAIT : "";
    }

    /** A statement with {@code now} among its parameters. */
    private StatementSpec changed(String sql) {
        return jdbc.sql(sql).param("now", clock.millis());
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
        jdbc.sql("update job set abandoned = true, error_report = :why where " + AT)
                .params(at(jobId, party))
                .param("why", why)
                .update();
        return true;
    }

    /** This site has ended its part of another one's job by itself; what {@link #verdict} says counts more. */
    public void awaitVerdict(String jobId, Party party) {
        jdbc.sql("update job set abandoned = true where " + AT)
                .params(at(jobId, party))
                .update();
    }

    /**
     * Takes the end that the initiator has decided on for a job that was ended here before, in the place of the presumed one.
     *
     * @return whether the job was ended here without its initiator
     */
    public boolean verdict(String jobId, Party party, JobStatus end) {
        return changed("""
                update job
                set status = :status, abandoned = false, update_time = :now,
                    error_report = case when :status = 'failed' then error_report else '' end
                where abandoned = true and\s""" + AT)
                        .params(at(jobId, party))
                        .param("status", end.wire())
                        .update()
                > 0;
    }

    /** Sets the progress where it is smaller; a value from 0 to 100. */
    public void progress(String jobId, int progress) {
        changed("""
                update job set progress = :progress, update_time = :now where job_id = :job and progress < :progress
                """).param("progress", progress).param("job", jobId).update();
    }

    /**
     * Writes down why the job waits for resources, and how much of them, on this site in all.
     *
     * @param engine whose cores it waits for; then the reason says only how many, and null if it says everything
     */
    public void waits(String jobId, String reason, @Nullable String engine) {
        changed("""
                update job
                set wait_reason = :reason, wait_engine = :engine, wait_since = coalesce(wait_since, :now),
                    update_time = :now,
                    wanted_cores = (select sum(o.task_cores * o.gate_slots) from job o where o.job_id = job.job_id)
                where job_id = :job
                """)
                .param("reason", reason)
                .param("engine", engine)
                .param("job", jobId)
                .update();
    }

    /** Writes down when the job's time is over, counted from now. */
    public void timeout(String jobId, Duration timeout) {
        jdbc.sql("update job set deadline = :deadline where " + INITIATOR)
                .param("deadline", clock.millis() + timeout.toMillis())
                .param("job", jobId)
                .update();
    }

    /** Writes down where a job waits for its cores, and how soon its turn is there. */
    public void place(String jobId, QueuePlace place) {
        jdbc.sql(
                        "update job set queue_name = :queue, priority = :priority, expected_millis = :expected, preemptible = :preemptible where job_id = :job")
                .param("queue", place.queue())
                .param("priority", place.priority())
                .param("expected", place.expectedMillis())
                .param("preemptible", place.preemptible())
                .param("job", jobId)
                .update();
    }

    /** Writes down how long a job will probably run, unless somebody has said it. */
    public void expected(String jobId, Duration duration) {
        jdbc.sql("update job set expected_millis = :expected where job_id = :job and expected_millis is null")
                .param("expected", duration.toMillis())
                .param("job", jobId)
                .update();
    }

    /** Who has submitted a job here; empty if nobody knows. */
    public String userOf(String jobId) {
        return jdbc.sql("select user_id from job where " + INITIATOR)
                .param("job", jobId)
                .query(String.class)
                .optional()
                .orElse("");
    }

    /** An operator moves a job to the front of all that wait; the last one moved is the first. */
    public void front(String jobId, String by) {
        changed("update job set front_time = :now, front_by = :by, update_time = :now where job_id = :job")
                .param("by", TextColumn.JOB_USER.fitted(by))
                .param("job", jobId)
                .update();
    }

    /**
     * Writes down whether the job waits for parties on other sites.
     *
     * @param awaits whether for their answers
     * @param elsewhere whether it is them that it waits for: then nothing of this site is kept for it
     */
    public void awaitAnswers(String jobId, boolean awaits, boolean elsewhere) {
        jdbc.sql("update job set awaits_answers = :awaits, waits_elsewhere = :elsewhere where " + INITIATOR)
                .param("awaits", awaits)
                .param("elsewhere", elsewhere)
                .param("job", jobId)
                .update();
    }

    public boolean awaitsAnswers(String jobId) {
        return is(jobId, INITIATOR + " and awaits_answers = true");
    }

    private boolean is(String jobId, String which) {
        return !jdbc.sql("select job_id from job where " + which)
                .param("job", jobId)
                .query(String.class)
                .list()
                .isEmpty();
    }

    /** Writes down that somebody wants the job stopped. */
    public void cancelSignal(String jobId) {
        changed("""
                update job set cancel_signal = true, cancel_time = :now where job_id = :job and cancel_signal = false
                """).param("job", jobId).update();
    }

    /** Writes the job's error for the user. */
    public void error(String jobId, String report) {
        jdbc.sql("update job set error_report = :report where job_id = :job")
                .param("report", report)
                .param("job", jobId)
                .update();
    }

    /** Says who has stopped a job, if that is how it has ended, and nobody has said more. */
    public void stoppedBy(String jobId, JobStatus status, String report) {
        jdbc.sql("""
                update job set error_report = :report where job_id = :job and status = :status and error_report = ''
                """)
                .param("report", report)
                .param("job", jobId)
                .param("status", status.wire())
                .update();
    }

    /** A job goes back to waiting for another run: progress, times and signals start again. */
    public void resetForRerun(String jobId) {
        changed("""
                update job
                set progress = 0, start_time = null, end_time = null, elapsed = null, cancel_signal = false,
                    rerun_signal = false, abandoned = false, error_report = '', update_time = :now,
                    preempted_by = '', preempted_for_queue = '', preempted_time = 0
                where job_id = :job
                """).param("job", jobId).update();
    }

    /** Writes down for whom a job was preempted; {@link #resetForRerun} takes it back. */
    public void preempted(String jobId, Claim claim) {
        changed("""
                update job
                set preempted_by = :by, preempted_for_queue = :queue, preempted_time = :now, update_time = :now
                where job_id = :job
                """)
                .param("by", claim.jobId())
                .param("queue", claim.queue())
                .param("job", jobId)
                .update();
    }

    /** Writes down that somebody wants an ended job to run again; {@link #resetForRerun} takes it back. */
    public void rerunSignal(String jobId) {
        jdbc.sql("update job set rerun_signal = true where job_id = :job")
                .param("job", jobId)
                .update();
    }

    public boolean isRerunAsked(String jobId) {
        return is(jobId, "job_id = :job and rerun_signal = true");
    }

    /** Puts another conf in the place of the stored one; each party's own is set by {@link #share}. */
    public void runtimeConf(String jobId, String runtimeConf) {
        jdbc.sql("update job_body set runtime_conf = :conf where job_id = :job")
                .param("conf", runtimeConf)
                .param("job", jobId)
                .update();
    }

    /** What a job that holds nothing now will be at a party: its conf there, and what it takes. */
    public void share(String jobId, Party party, String confOnParty, Resources taskResources, int gateSlots) {
        changed("""
                update job
                set runtime_conf_on_party = :conf, task_cores = :cores, task_memory = :memory, gate_slots = :slots,
                    remaining_gate_slots = :slots, update_time = :now
                where\s""" + AT)
                .params(at(jobId, party))
                .param("conf", confOnParty)
                .param("cores", taskResources.cores())
                .param("memory", taskResources.memory())
                .param("slots", gateSlots)
                .update();
    }

    /** Writes a party's notes down; whether the party has the job. */
    public boolean notes(String jobId, String role, String partyId, String notes) {
        return changed("update job set description = :notes, update_time = :now where " + AT)
                        .params(Map.of("job", jobId, "role", role, "party", partyId))
                        .param("notes", notes)
                        .update()
                > 0;
    }

    /** Suspends a job that has not ended; one that is suspended stays so since when it was. */
    public boolean suspend(String jobId, String by) {
        long now = clock.millis();
        return jdbc.sql("""
                update job
                set suspended_by = :by, suspended_time = :now, wait_reason = :reason, wait_engine = null,
                    wait_since = coalesce(wait_since, :now), update_time = :now
                where job_id = :job and suspended_by is null
                """)
                        .param("by", by)
                        .param("now", now)
                        .param("reason", new Suspension(by, now).reason())
                        .param("job", jobId)
                        .update()
                > 0;
    }

    public boolean isSuspended(String jobId) {
        return is(jobId, INITIATOR + " and suspended_by is not null");
    }

    /** Takes {@link #suspend} back. A waiting job keeps its place in the queue. */
    public boolean resume(String jobId) {
        return changed("""
                update job
                set suspended_by = null, suspended_time = null, wait_reason = null, wait_engine = null,
                    wait_since = case when status = 'waiting' then wait_since else null end, update_time = :now
                where job_id = :job and suspended_by is not null
                """).param("job", jobId).update() > 0;
    }

    /** Which process instance schedules the job. */
    public void processInstance(String jobId, String processInstanceId) {
        jdbc.sql("update job set process_instance_id = :instance where " + INITIATOR)
                .param("instance", processInstanceId)
                .param("job", jobId)
                .update();
    }

    private static JobRow row(ResultSet row, int number) throws SQLException {
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
                row.getString("error_report"));
    }
}
