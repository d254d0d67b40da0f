package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.queue.QueueStore;

/**
 * Grants and takes back: engine cores to jobs, cores of a job to its tasks; slots are granted by its {@link JobGate}. Every
 * grant is a conditional update and a lease in the caller's transaction; granting or returning twice is granting or
 * returning once.
 */
public final class ResourceManager {

    private static final String TAKE_TASK = """
            remaining_cores = remaining_cores - task_cores, remaining_memory = remaining_memory - task_memory""";

    private static final String IF_TASK_FITS =
            " and resource_in_use = true and remaining_cores >= task_cores and remaining_memory >= task_memory";

    private static final String GIVE_TASK_BACK = """
            remaining_cores = remaining_cores + task_cores, remaining_memory = remaining_memory + task_memory""";

    private final JdbcClient jdbc;
    private final JobRowSql job;
    private final JobGate gate;
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
        this.job = new JobRowSql(this.jdbc);
        this.gate = new JobGate(this.jdbc, leases);
        this.registry = registry;
        this.leases = leases;
        this.queues = queues;
        this.nodes = nodes;
        this.clock = clock;
    }

    /** What lets a job's components start. */
    public JobGate gate() {
        return gate;
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
        job.of(key, """
                update job
                set engine_type = :engineType, engine_name = :engineName, cores = :cores, memory = :memory,
                    remaining_cores = :cores, remaining_memory = :memory, resource_in_use = true,
                    apply_resource_time = :now, update_time = :now
                """ + JobRowSql.AT)
                .param("engineType", engine.type())
                .param("engineName", engine.name())
                .param("cores", amount.cores())
                .param("memory", amount.memory())
                .param("now", clock.millis())
                .update();
        return new Grant.Granted();
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
        job.of(
                        key,
                        "update job set resource_in_use = false, return_resource_time = :now, update_time = :now"
                                + JobRowSql.AT)
                .param("now", clock.millis())
                .update();
    }

    /** Takes a task's cores from what the party's job holds: as much as one task takes there. */
    public Grant applyTask(LeaseKey key, EngineName engine) {
        if (!leases.insertForTask(key, engine) || takeFromJob(key)) {
            return new Grant.Granted();
        }
        // from here on the row is locked: whoever gives cores back finds us waiting
        job.update(key, "cores_contended = true", "");
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
        job.update(key, "cores_contended = true", "");
        if (takeFromJob(key, amount)) {
            return new Grant.Granted();
        }
        leases.delete(key);
        return new Grant.Refused(
                "%s %s has the cores of its job in use for other components".formatted(key.role(), key.partyId()));
    }

    private Resources ofOneTask(LeaseKey key) {
        return job.of(key, "select task_cores, task_memory from job" + JobRowSql.AT)
                .query((row, number) ->
                        new Resources(row.getBigDecimal("task_cores"), row.getBigDecimal("task_memory")))
                .optional()
                .orElse(Resources.NONE);
    }

    private boolean takeFromJob(LeaseKey key, Resources amount) {
        return job.of(key, """
                update job set remaining_cores = remaining_cores - :cores, remaining_memory = remaining_memory - :memory
                """ + JobRowSql.AT + """
                 and resource_in_use = true and remaining_cores >= :cores and remaining_memory >= :memory
                """)
                        .param("cores", amount.cores())
                        .param("memory", amount.memory())
                        .update()
                > 0;
    }

    private void giveBackToJob(LeaseKey key, Resources amount) {
        job.of(key, """
                update job set remaining_cores = remaining_cores + :cores, remaining_memory = remaining_memory + :memory
                """ + JobRowSql.AT)
                .param("cores", amount.cores())
                .param("memory", amount.memory())
                .update();
    }

    private boolean takeFromJob(LeaseKey key) {
        return job.update(key, TAKE_TASK, IF_TASK_FITS);
    }

    /**
     * Gives a task's cores back to the party's job.
     *
     * @return whether somebody may be waiting for them
     */
    public boolean returnTask(LeaseKey key) {
        if (leases.deleteOfCores(key)) {
            return !job.update(key, GIVE_TASK_BACK, " and cores_contended = false")
                    && job.update(key, GIVE_TASK_BACK, "");
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

    /**
     * Gives back everything a job holds on this site: tasks first, then gates, what it has of nodes, and its own cores.
     *
     * @return whether an engine got anything back
     */
    public boolean returnAll(String jobId) {
        List<Lease> held = leases.ofJob(jobId);
        boolean bundles = held.stream().anyMatch(lease -> lease.key().kind() == LeaseKind.BUNDLE);
        if (bundles) {
            nodes.lockJob(jobId);
        }
        held.stream().filter(lease -> lease.key().kind() == LeaseKind.TASK).forEach(lease -> returnTask(lease.key()));
        held.stream()
                .filter(lease -> lease.key().kind() == LeaseKind.GATE)
                .forEach(lease -> gate.giveBack(lease.key()));
        if (bundles) {
            nodes.releaseJob(jobId);
        }
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
        gate.recompute(jobId);
    }
}
