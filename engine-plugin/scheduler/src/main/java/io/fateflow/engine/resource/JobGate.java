package io.fateflow.engine.resource;

import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;

/**
 * The slots that let a job's components start, {@code task_parallelism} in all, on the row of the job's initiator. Taking
 * or returning one twice is doing it once. The row's lock is the first of those that span parties.
 */
public final class JobGate {

    private final JobRowSql job;
    private final LeaseStore leases;

    JobGate(JdbcClient jdbc, LeaseStore leases) {
        this.job = new JobRowSql(jdbc);
        this.leases = leases;
    }

    /** Takes one of the job's {@code task_parallelism} slots, on the initiator's row. */
    public Grant apply(LeaseKey gate) {
        if (!leases.insert(gate, EngineName.computing(""), Resources.NONE, 1) || takeSlot(gate)) {
            return new Grant.Granted();
        }
        // from here on the row is locked: whoever gives a slot back finds us waiting
        job.update(gate, "gate_contended = true", "");
        if (takeSlot(gate)) {
            return new Grant.Granted();
        }
        leases.delete(gate);
        return new Grant.Refused(suspension(gate.jobId())
                .map(Suspension::reason)
                .orElse("task_parallelism of the job is used up by its other running components"));
    }

    private boolean takeSlot(LeaseKey gate) {
        return job.update(
                gate,
                "remaining_gate_slots = remaining_gate_slots - 1",
                " and remaining_gate_slots > 0 and suspended_by is null");
    }

    /** Whether somebody has suspended the job; it stays so while its gate is locked. */
    public Optional<Suspension> suspension(String jobId) {
        return job.jdbc()
                .sql("""
                select suspended_by, suspended_time from job
                where job_id = :job and is_initiator = true and suspended_by is not null
                """)
                .param("job", jobId)
                .query((row, number) -> new Suspension(row.getString("suspended_by"), row.getLong("suspended_time")))
                .optional();
    }

    /**
     * Locks the job's gate: whoever locks rows of several parties locks this one first.
     *
     * @return how many slots are free
     */
    public int lock(String jobId, String role, String partyId) {
        return job.of(
                        LeaseKey.job(jobId, Party.of(role, partyId)),
                        "select remaining_gate_slots from job" + JobRowSql.AT + " for update")
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    /**
     * Gives a slot of the gate back.
     *
     * @return whether somebody may be waiting for it
     */
    public boolean giveBack(LeaseKey gate) {
        String back = "remaining_gate_slots = remaining_gate_slots + 1";
        return leases.delete(gate)
                && !job.update(gate, back, " and gate_contended = false")
                && job.update(gate, back, "");
    }

    /** Sets what is free of a locked job's gate by its leases. */
    void recompute(String jobId) {
        job.jdbc().sql("""
                update job
                set remaining_gate_slots = gate_slots - (
                    select coalesce(sum(l.slots), 0) from resource_lease l
                    where l.kind = 'gate' and l.job_id = job.job_id and l.role = job.role and l.party_id = job.party_id)
                where job_id = :job and is_initiator = true
                """).param("job", jobId).update();
    }
}
