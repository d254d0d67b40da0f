package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.queue.QueueStore;

/**
 * Grants and takes back: engine cores to jobs, gate slots and cores of a job to its tasks. Every grant is a conditional
 * update and a lease in the caller's transaction; granting or returning twice is granting or returning once.
 */
public final class ResourceManager {

    private static final String JOB_ROW = " where job_id = :job and role = :role and party_id = :party";

    private static final String TAKE_TASK = """
            remaining_cores = remaining_cores - task_cores, remaining_memory = remaining_memory - task_memory""";

    private static final String IF_TASK_FITS =
            " and resource_in_use = true and remaining_cores >= task_cores and remaining_memory >= task_memory";

    private static final String GIVE_TASK_BACK = """
            remaining_cores = remaining_cores + task_cores, remaining_memory = remaining_memory + task_memory""";

    private final JdbcClient jdbc;
    private final EngineRegistry registry;
    private final LeaseStore leases;
    private final QueueStore queues;
    private final NodeLeases nodes;
    private final Clock clock;

    /** For attempts that want cores only. */
    public ResourceManager(
            JdbcTemplate jdbc, EngineRegistry registry, LeaseStore leases, QueueStore queues, Clock clock) {
        this(jdbc, registry, leases, queues, NodeLeases.none(), clock);
    }

    public ResourceManager(
            JdbcTemplate jdbc,
            EngineRegistry registry,
            LeaseStore leases,
            QueueStore queues,
            NodeLeases nodes,
            Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.registry = registry;
        this.leases = leases;
        this.queues = queues;
        this.nodes = nodes;
        this.clock = clock;
    }

    /**
     * Takes a job's cores at one party from the engine. A refusal keeps the engine's row locked until the transaction
     * ends, so that a release that comes at the same moment finds the job waiting.
     */
    public Grant applyJob(String jobId, String role, String partyId, EngineName engine, Resources amount) {
        LeaseKey key = LeaseKey.job(jobId, Party.of(role, partyId));
        if (!leases.insert(key, engine, amount, 0)) {
            return new Grant.Granted();
        }
        if (!amount.isNone() && !registry.take(engine, amount)) {
            Resources free = registry.lockRemaining(engine);
            if (!registry.take(engine, amount)) {
                leases.delete(key);
                return new Grant.Refused(refusal(engine, amount, free));
            }
        }
        String overLimit = amount.isNone() ? null : queues.overLimit(jobId);
        if (overLimit != null) {
            registry.giveBack(engine, amount);
            leases.delete(key);
            return new Grant.Refused(overLimit);
        }
        of(key, """
                update job
                set engine_type = :engineType, engine_name = :engineName, cores = :cores, memory = :memory,
                    remaining_cores = :cores, remaining_memory = :memory, resource_in_use = true,
                    apply_resource_time = :now, update_time = :now
                """ + JOB_ROW)
                .param("engineType", engine.type())
                .param("engineName", engine.name())
                .param("cores", amount.cores())
                .param("memory", amount.memory())
                .param("now", clock.millis())
                .update();
        return new Grant.Granted();
    }

    /** A statement about the row of a lease's job at its party. */
    private StatementSpec of(LeaseKey key, String sql) {
        return jdbc.sql(sql).param("job", key.jobId()).param("role", key.role()).param("party", key.partyId());
    }

    private String refusal(EngineName engine, Resources wanted, Resources free) {
        return "it needs %s of engine %s, %s".formatted(wanted, engine.name(), leases.use(engine, free));
    }

    /** Gives a job's cores at one party back to the engine. */
    public void returnJob(String jobId, String role, String partyId, EngineName engine, Resources amount) {
        LeaseKey key = LeaseKey.job(jobId, Party.of(role, partyId));
        Optional<Long> since = leases.since(key);
        if (!leases.delete(key)) {
            return;
        }
        if (!amount.isNone()) {
            registry.giveBack(engine, amount);
            queues.used(jobId, role, partyId, amount.cores(), since.orElseGet(clock::millis));
        }
        of(key, "update job set resource_in_use = false, return_resource_time = :now, update_time = :now" + JOB_ROW)
                .param("now", clock.millis())
                .update();
    }

    /** Takes one of the job's {@code task_parallelism} slots, on the initiator's row. */
    public Grant applyGate(LeaseKey gate) {
        if (!leases.insert(gate, EngineName.computing(""), Resources.NONE, 1) || takeSlot(gate)) {
            return new Grant.Granted();
        }
        // from here on the row is locked: whoever gives a slot back finds us waiting
        update(gate, "gate_contended = true", "");
        if (takeSlot(gate)) {
            return new Grant.Granted();
        }
        leases.delete(gate);
        return new Grant.Refused(suspension(gate.jobId())
                .map(Suspension::reason)
                .orElse("task_parallelism of the job is used up by its other running components"));
    }

    private boolean takeSlot(LeaseKey gate) {
        return update(
                gate,
                "remaining_gate_slots = remaining_gate_slots - 1",
                " and remaining_gate_slots > 0 and suspended_by is null");
    }

    /** Whether somebody has suspended the job; it stays so while its gate is locked. */
    public Optional<Suspension> suspension(String jobId) {
        return jdbc.sql("""
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
    public int lockGate(String jobId, String role, String partyId) {
        return of(
                        LeaseKey.job(jobId, Party.of(role, partyId)),
                        "select remaining_gate_slots from job" + JOB_ROW + " for update")
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    /**
     * Gives a slot of the gate back.
     *
     * @return whether somebody may be waiting for it
     */
    public boolean returnGate(LeaseKey gate) {
        String back = "remaining_gate_slots = remaining_gate_slots + 1";
        return leases.delete(gate) && !update(gate, back, " and gate_contended = false") && update(gate, back, "");
    }

    /** Takes a task's cores from what the party's job holds: as much as one task takes there. */
    public Grant applyTask(LeaseKey key, EngineName engine) {
        if (!leases.insertForTask(key, engine) || takeFromJob(key)) {
            return new Grant.Granted();
        }
        // from here on the row is locked: whoever gives cores back finds us waiting
        update(key, "cores_contended = true", "");
        if (takeFromJob(key)) {
            return new Grant.Granted();
        }
        leases.delete(key);
        return new Grant.Refused(
                "%s %s has the cores of its job in use for other components".formatted(key.role(), key.partyId()));
    }

    /**
     * As {@link #applyTask(LeaseKey, EngineName)}, for an attempt that wants more than cores: those that it wants itself, if
     * it says how many, and its lease says the rest.
     *
     * @param demand as columns have it
     * @param cores empty for as many as one task of the job takes
     */
    public Grant applyTask(LeaseKey key, EngineName engine, String demand, Optional<BigDecimal> cores) {
        Resources amount = cores.map(own -> new Resources(own, BigDecimal.ZERO)).orElseGet(() -> ofOneTask(key));
        if (!leases.insert(key, engine, amount, 0)) {
            return new Grant.Granted();
        }
        leases.demand(key, demand);
        if (takeFromJob(key, amount)) {
            return new Grant.Granted();
        }
        // from here on the row is locked: whoever gives cores back finds us waiting
        update(key, "cores_contended = true", "");
        if (takeFromJob(key, amount)) {
            return new Grant.Granted();
        }
        leases.delete(key);
        return new Grant.Refused(
                "%s %s has the cores of its job in use for other components".formatted(key.role(), key.partyId()));
    }

    private Resources ofOneTask(LeaseKey key) {
        return of(key, "select task_cores, task_memory from job" + JOB_ROW)
                .query((row, number) ->
                        new Resources(row.getBigDecimal("task_cores"), row.getBigDecimal("task_memory")))
                .optional()
                .orElse(Resources.NONE);
    }

    private boolean takeFromJob(LeaseKey key, Resources amount) {
        return of(key, """
                update job set remaining_cores = remaining_cores - :cores, remaining_memory = remaining_memory - :memory
                """ + JOB_ROW + """
                 and resource_in_use = true and remaining_cores >= :cores and remaining_memory >= :memory
                """)
                        .param("cores", amount.cores())
                        .param("memory", amount.memory())
                        .update()
                > 0;
    }

    private void giveBackToJob(LeaseKey key, Resources amount) {
        of(key, """
                update job set remaining_cores = remaining_cores + :cores, remaining_memory = remaining_memory + :memory
                """ + JOB_ROW)
                .param("cores", amount.cores())
                .param("memory", amount.memory())
                .update();
    }

    private boolean takeFromJob(LeaseKey key) {
        return update(key, TAKE_TASK, IF_TASK_FITS);
    }

    /**
     * Gives a task's cores back to the party's job.
     *
     * @return whether somebody may be waiting for them
     */
    public boolean returnTask(LeaseKey key) {
        if (leases.deleteOfCores(key)) {
            return !update(key, GIVE_TASK_BACK, " and cores_contended = false") && update(key, GIVE_TASK_BACK, "");
        }
        Optional<Resources> cores = nodes.cores(key);
        cores.ifPresent(amount -> giveBackToJob(key, amount));
        if (cores.isPresent() && !nodes.release(key)) {
            // somebody else has given it back before the job's row was ours
            giveBackToJob(
                    key,
                    new Resources(
                            cores.get().cores().negate(), cores.get().memory().negate()));
            return false;
        }
        return cores.isPresent();
    }

    private boolean update(LeaseKey key, String change, String condition) {
        return of(key, "update job set " + change + JOB_ROW + condition).update() > 0;
    }

    /**
     * Gives back everything a job holds on this site: tasks first, then gates, then the job's own cores.
     *
     * @return whether an engine got anything back
     */
    public boolean returnAll(String jobId) {
        List<Lease> held = leases.ofJob(jobId);
        held.stream().filter(lease -> lease.key().kind() == LeaseKind.TASK).forEach(lease -> returnTask(lease.key()));
        held.stream().filter(lease -> lease.key().kind() == LeaseKind.GATE).forEach(lease -> returnGate(lease.key()));
        List<Lease> jobs = held.stream()
                .filter(lease -> lease.key().kind() == LeaseKind.JOB)
                .toList();
        jobs.forEach(
                lease -> returnJob(jobId, lease.key().role(), lease.key().partyId(), lease.engine(), lease.amount()));
        return jobs.stream().anyMatch(lease -> !lease.amount().isNone());
    }

    /** Locks an engine's row until the transaction ends: nobody takes or gives back meanwhile. */
    public void lockEngine(EngineName engine) {
        registry.lockRemaining(engine);
    }

    /** Sets what is free of a locked engine by its leases. */
    public void recomputeEngine(EngineName engine) {
        registry.recompute(engine);
    }

    /** Sets what is free of a locked job, at its parties and at its gate, by its leases. */
    public void recomputeJob(String jobId) {
        String held = """
                (select coalesce(sum(l.%s), 0) from resource_lease l
                 where l.kind = '%s' and l.job_id = job.job_id and l.role = job.role and l.party_id = job.party_id)""";
        jdbc.sql("""
                update job
                set remaining_cores = cores - %s,
                    remaining_memory = memory - %s
                where job_id = :job and resource_in_use = true
                """.formatted(held.formatted("cores", "task"), held.formatted("memory", "task")))
                .param("job", jobId)
                .update();
        jdbc.sql("""
                update job
                set remaining_gate_slots = gate_slots - %s
                where job_id = :job and is_initiator = true
                """.formatted(held.formatted("slots", "gate")))
                .param("job", jobId)
                .update();
    }
}
