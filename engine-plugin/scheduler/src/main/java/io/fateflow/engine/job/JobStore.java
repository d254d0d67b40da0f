package io.fateflow.engine.job;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.TextColumn;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.Resources;

/** The rows of {@code job}: which jobs there are, of whom, at which parties. */
public final class JobStore {

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

    /** Writes a job's rows. */
    @SuppressWarnings("unchecked")
    public void insert(List<NewJob> jobs) {
        long now = clock.millis();
        batches.batchUpdate("""
                insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,
                    initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal, cancel_signal,
                    rerun_signal, end_scheduling_updates, cores, memory, remaining_cores, remaining_memory,
                    resource_in_use, inheritance_info, inheritance_status, gate_slots, remaining_gate_slots, task_cores,
                    task_memory, dag, error_report, create_time, update_time)
                values (:job, :role, :party, :user, :name, '', '', :roles, :users, :initiatorRole,
                    :initiatorParty, :isInitiator, :conf, :status, 0, false, false,
                    false, 0, 0, 0, 0, 0,
                    false, '{}', 'pass', :gateSlots, :gateSlots, :cores,
                    :memory, :dag, '', :now, :now)
                """, jobs.stream().map(job -> values(job, now)).toArray(Map[]::new));
    }

    private static Map<String, @Nullable Object> values(NewJob job, long now) {
        Map<String, @Nullable Object> values = new HashMap<>(JobTable.at(job.jobId(), job.party()));
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
        values.put("dag", job.dag());
        values.put("now", now);
        return values;
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
        return table.sql("select user_id from job where " + JobTable.INITIATOR)
                .param("job", jobId)
                .query(String.class)
                .optional()
                .orElse("");
    }

    /** Which process instance schedules the job. */
    public void processInstance(String jobId, String processInstanceId) {
        table.sql("update job set process_instance_id = :instance where " + JobTable.INITIATOR)
                .param("instance", processInstanceId)
                .param("job", jobId)
                .update();
    }

    /** What a job that holds nothing now will be at a party: its conf there, and what it takes. */
    public void share(
            String jobId,
            Party party,
            String confOnParty,
            Resources taskResources,
            int gateSlots,
            @Nullable String dag) {
        table.changed("""
                update job
                set runtime_conf_on_party = :conf, task_cores = :cores, task_memory = :memory, gate_slots = :slots,
                    remaining_gate_slots = :slots, dag = :dag, update_time = :now
                where\s""" + JobTable.AT)
                .params(JobTable.at(jobId, party))
                .param("conf", confOnParty)
                .param("cores", taskResources.cores())
                .param("memory", taskResources.memory())
                .param("slots", gateSlots)
                .param("dag", dag)
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
