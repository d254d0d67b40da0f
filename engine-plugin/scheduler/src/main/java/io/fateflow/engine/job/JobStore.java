package io.fateflow.engine.job;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;
import io.fateflow.federation.status.JobStatus;

/** The rows of {@code job}: which jobs there are, of whom, at which parties. */
public final class JobStore {

    private static final List<String> OPEN = Stream.of(JobStatus.values())
            .filter(status -> !status.isEnd())
            .map(JobStatus::wire)
            .toList();

    private final NamedParameterJdbcTemplate batches;
    private final JobTable table;
    private final Clock clock;
    private final JobBodies bodies;
    private final JobStatuses statuses;
    private final JobWaits waits;
    private final JobRequests requests;

    public JobStore(JdbcTemplate jdbc, Clock clock) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.clock = clock;
        JdbcClient client = JdbcClient.create(batches);
        this.table = new JobTable(client, clock);
        this.bodies = new JobBodies(client);
        this.statuses = new JobStatuses(table, clock);
        this.waits = new JobWaits(table);
        this.requests = new JobRequests(table, clock);
    }

    /** Where it stands what was submitted. */
    public JobBodies bodies() {
        return bodies;
    }

    /** Where jobs move, and end. */
    public JobStatuses statuses() {
        return statuses;
    }

    /** Where it is written what jobs wait for. */
    public JobWaits waits() {
        return waits;
    }

    /** Where it is written what people ask of jobs. */
    public JobRequests requests() {
        return requests;
    }

    /** Writes a job's rows, of which there is one at least. */
    @SuppressWarnings("unchecked")
    public void insert(List<NewJob> jobs) {
        long now = clock.millis();
        batches.batchUpdate(
                JobTable.insert(jobs.get(0)),
                jobs.stream().map(job -> JobTable.values(job, now)).toArray(Map[]::new));
    }

    /** All rows of a job on this site, in the global order of parties; empty if there is no such job. */
    public List<JobRow> rows(String jobId) {
        return table.sql(JobTable.SELECT + "job_id = :job").param("job", jobId).query(JobTable::row).list().stream()
                .sorted((a, b) -> a.party().compareTo(b.party()))
                .toList();
    }

    public Optional<JobRow> initiatorRow(String jobId) {
        return table.sql(JobTable.SELECT + JobTable.INITIATOR)
                .param("job", jobId)
                .query(JobTable::row)
                .optional();
    }

    /** Who has submitted a job here; empty if nobody knows. */
    public String userOf(String jobId) {
        return table.sql("select coalesce(nullif(submitter, ''), user_id) from job where " + JobTable.INITIATOR)
                .param("job", jobId)
                .query(String.class)
                .optional()
                .orElse("");
    }

    /** Who has submitted it, as this server knows it: whoever that is may do more with it than others. Of all its rows here. */
    public void submitter(String jobId, String account) {
        table.sql("update job set submitter = :account where job_id = :job")
                .param("account", account)
                .param("job", jobId)
                .update();
    }

    /** The project that a job is of here; empty if of none, or if there is no such job. */
    public String project(String jobId) {
        return table.sql("select coalesce(max(project), '') from job where job_id = :job")
                .param("job", jobId)
                .query(String.class)
                .single();
    }

    /** How many jobs of an account wait or run, on whatever server they were submitted. */
    public int open(String submitter) {
        return table.sql("""
                        select count(*) from job
                        where is_initiator = true and status in (:open) and submitter = :account
                        """)
                .param("open", OPEN)
                .param("account", submitter)
                .query(Integer.class)
                .single();
    }

    /** Which process instance schedules the job. */
    public void processInstance(String jobId, String processInstanceId) {
        table.sql("update job set process_instance_id = :instance where " + JobTable.INITIATOR)
                .param("instance", processInstanceId)
                .param("job", jobId)
                .update();
    }

    /** What a job that holds nothing now will be at a party. */
    public void onParty(String jobId, Party party, ConfOnParty onParty) {
        Map<String, @Nullable Object> columns = onParty.columns();
        table.changed("update job set " + JobTable.assignments(columns.keySet()) + ", update_time = :now where "
                        + JobTable.AT)
                .params(JobTable.at(jobId, party))
                .params(columns)
                .update();
    }

    /** Writes a party's notes down; whether the party has the job. */
    public boolean notes(String jobId, String role, String partyId, String notes) {
        return table.changed("update job set description = :notes, update_time = :now where " + JobTable.AT)
                        .params(Map.of("job", jobId, "role", role, "party", partyId))
                        .param("notes", notes)
                        .update()
                > 0;
    }
}
