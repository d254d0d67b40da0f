package io.fateflow.engine.resource;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** The rows of {@code resource_lease}. */
public final class LeaseStore {

    /** A new lease up to its amount; what comes after that, {@link #UNLESS_THERE} ends. */
    private static final String NEW = "insert into resource_lease (lease_id, " + LeaseSql.COLUMNS + """
            , fencing_token, until_time)
            select cast(:id as varchar(36)), cast(:kind as varchar(10)), cast(:job as varchar(25)),
                cast(:role as varchar(50)), cast(:party as varchar(10)), cast(:task as varchar(110)),
                cast(:version as integer), cast(:engineType as varchar(10)), cast(:engineName as varchar(50)),
            """;

    private static final String REST = ", cast(:slots as integer), cast(:now as bigint), cast(:now as bigint), null";
    private static final String UNLESS_THERE = " not exists (select 1 from resource_lease where " + LeaseSql.KEY + ")";

    private static final String INSERT =
            NEW + "cast(:cores as numeric(19,4)), cast(:memory as numeric(19,4))" + REST + " where" + UNLESS_THERE;

    private static final String INSERT_FOR_TASK = NEW + "task_cores, task_memory" + REST
            + " from job where job_id = :job and role = :role and party_id = :party and" + UNLESS_THERE;

    private final JdbcClient jdbc;
    private final Clock clock;

    public LeaseStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /**
     * Writes a lease, unless its owner has it.
     *
     * @return whether it is new
     */
    boolean insert(LeaseKey key, EngineName engine, Resources amount, int slots) {
        return insert(INSERT, key, engine, slots)
                        .param("cores", amount.cores())
                        .param("memory", amount.memory())
                        .update()
                > 0;
    }

    /** As {@link #insert(LeaseKey, EngineName, Resources, int)}, for as much as one task takes at the party. */
    boolean insertForTask(LeaseKey key, EngineName engine) {
        return insert(INSERT_FOR_TASK, key, engine, 0).update() > 0;
    }

    private StatementSpec insert(String sql, LeaseKey key, EngineName engine, int slots) {
        return at(sql, key)
                .param("id", UUID.randomUUID().toString())
                .param("engineType", engine.type())
                .param("engineName", engine.name())
                .param("slots", slots)
                .param("now", clock.millis());
    }

    private StatementSpec at(String sql, LeaseKey key) {
        return jdbc.sql(sql).params(LeaseSql.at(key));
    }

    /** What is needed of a node, beside a lease of cores: it is placed by whoever knows nodes. */
    void demand(LeaseKey key, String demand) {
        at("update resource_lease set demand = :demand where " + LeaseSql.KEY, key)
                .param("demand", demand)
                .update();
    }

    /** @return whether it was there, as a lease of cores and nothing else */
    boolean deleteOfCores(LeaseKey key) {
        return at("delete from resource_lease where " + LeaseSql.KEY + " and demand is null", key)
                        .update()
                > 0;
    }

    /** @return whether it was there */
    boolean delete(LeaseKey key) {
        return at("delete from resource_lease where " + LeaseSql.KEY, key).update() > 0;
    }

    /** Until when a lease is a reservation only; empty if there is none. */
    public Optional<Long> until(LeaseKey key) {
        return at("select until_time from resource_lease where " + LeaseSql.KEY + " and until_time is not null", key)
                .query(Long.class)
                .optional();
    }

    /** Since when there is a lease, epoch milliseconds; empty if there is none. */
    Optional<Long> since(LeaseKey key) {
        return at("select since_time from resource_lease where " + LeaseSql.KEY, key)
                .query(Long.class)
                .optional();
    }

    /** Makes a lease a reservation until then, epoch milliseconds; or for good, with null. */
    public void until(LeaseKey key, @Nullable Long time) {
        at("update resource_lease set until_time = :until where " + LeaseSql.KEY, key)
                .param("until", time)
                .update();
    }

    /** All leases of a job at all parties of this site, oldest first. */
    public List<Lease> ofJob(String jobId) {
        return leases("job_id = :job order by since_time, task_id")
                .param("job", jobId)
                .query(LeaseSql::row)
                .list();
    }

    /** Job leases on an engine, largest first: who holds what others wait for. */
    public List<Lease> holders(EngineName engine, int most) {
        return leases("""
                kind = 'job' and engine_type = :engineType and engine_name = :engineName and (cores > 0 or memory > 0)
                order by cores desc, since_time
                limit :most
                """)
                .param("engineType", engine.type())
                .param("engineName", engine.name())
                .param("most", most)
                .query(LeaseSql::row)
                .list();
    }

    private StatementSpec leases(String which) {
        return jdbc.sql("select " + LeaseSql.COLUMNS + " from resource_lease where " + which);
    }

    /** What is free of an engine, and who holds most of the rest. */
    String use(EngineName engine, Resources free) {
        String holders = holders(engine, 5).stream()
                .map(lease -> "job %s (%s %s) holds %s"
                        .formatted(
                                lease.key().jobId(),
                                lease.key().role(),
                                lease.key().partyId(),
                                lease.amount()))
                .collect(Collectors.joining("; "));
        return "free are %s%s".formatted(free, holders.isEmpty() ? "" : ": " + holders);
    }
}
