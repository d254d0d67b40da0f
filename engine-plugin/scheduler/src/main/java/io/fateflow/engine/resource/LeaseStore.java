package io.fateflow.engine.resource;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

import io.fateflow.dsl.Party;

/** The rows of {@code resource_lease}. */
public final class LeaseStore {

    private static final String KEY =
            "kind = ? and job_id = ? and role = ? and party_id = ? and task_id = ? and task_version = ?";
    private static final String COLUMNS = "kind, job_id, role, party_id, task_id, task_version, engine_type,"
            + " engine_name, cores, memory, slots, since_time";
    private static final RowMapper<Lease> LEASE = (row, number) -> new Lease(
            new LeaseKey(
                    LeaseKind.of(row.getString("kind")),
                    row.getString("job_id"),
                    Party.of(row.getString("role"), row.getString("party_id")),
                    row.getString("task_id"),
                    row.getInt("task_version")),
            new EngineName(row.getString("engine_type"), row.getString("engine_name")),
            new Resources(row.getBigDecimal("cores"), row.getBigDecimal("memory")),
            row.getInt("slots"),
            row.getLong("since_time"));

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public LeaseStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /**
     * Writes a lease, unless its owner has it.
     *
     * @return whether it is new
     */
    boolean insert(LeaseKey key, EngineName engine, Resources amount, int slots) {
        return insert(
                key,
                engine,
                "cast(? as numeric(19,4)), cast(? as numeric(19,4))",
                "",
                slots,
                amount.cores(),
                amount.memory());
    }

    /** As {@link #insert(LeaseKey, EngineName, Resources, int)}, for as much as one task takes at the party. */
    boolean insertForTask(LeaseKey key, EngineName engine) {
        return insert(
                key,
                engine,
                "task_cores, task_memory",
                " from job where job_id = ? and role = ? and party_id = ?",
                0,
                key.jobId(),
                key.role(),
                key.partyId());
    }

    private boolean insert(
            LeaseKey key, EngineName engine, String amount, String from, int slots, Object... amountOrJob) {
        long now = clock.millis();
        List<Object> values = new ArrayList<>(List.of(UUID.randomUUID().toString()));
        values.addAll(List.of(values(key)));
        values.addAll(List.of(engine.type(), engine.name()));
        boolean givenAmount = from.isEmpty();
        if (givenAmount) {
            values.addAll(List.of(amountOrJob));
        }
        values.addAll(List.of(slots, now, now));
        if (!givenAmount) {
            values.addAll(List.of(amountOrJob));
        }
        values.addAll(List.of(values(key)));
        return jdbc.update(
                        "insert into resource_lease (lease_id, " + COLUMNS + ", fencing_token, until_time) select"
                                + " cast(? as varchar(36)), cast(? as varchar(10)), cast(? as varchar(25)),"
                                + " cast(? as varchar(50)), cast(? as varchar(10)), cast(? as varchar(110)),"
                                + " cast(? as integer), cast(? as varchar(10)), cast(? as varchar(50)), " + amount
                                + ", cast(? as integer), cast(? as bigint), cast(? as bigint), null" + from
                                + (givenAmount ? " where" : " and")
                                + " not exists (select 1 from resource_lease where " + KEY + ")",
                        values.toArray())
                > 0;
    }

    /** What is needed of a node, beside a lease of cores: it is placed by whoever knows nodes. */
    void demand(LeaseKey key, String demand) {
        List<Object> values = new ArrayList<>(List.of(demand));
        values.addAll(List.of(values(key)));
        jdbc.update("update resource_lease set demand = ? where " + KEY, values.toArray());
    }

    /** @return whether it was there, as a lease of cores and nothing else */
    boolean deleteOfCores(LeaseKey key) {
        return jdbc.update("delete from resource_lease where " + KEY + " and demand is null", values(key)) > 0;
    }

    /** @return whether it was there */
    boolean delete(LeaseKey key) {
        return jdbc.update("delete from resource_lease where " + KEY, values(key)) > 0;
    }

    /** Until when a lease is a reservation only; empty if there is none. */
    public Optional<Long> until(LeaseKey key) {
        return jdbc
                .query(
                        "select until_time from resource_lease where " + KEY + " and until_time is not null",
                        (row, number) -> row.getLong(1),
                        values(key))
                .stream()
                .findFirst();
    }

    /** Since when there is a lease, epoch milliseconds; empty if there is none. */
    Optional<Long> since(LeaseKey key) {
        return jdbc
                .query(
                        "select since_time from resource_lease where " + KEY,
                        (row, number) -> row.getLong(1),
                        values(key))
                .stream()
                .findFirst();
    }

    /** Makes a lease a reservation until then, epoch milliseconds; or for good, with null. */
    public void until(LeaseKey key, @Nullable Long time) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(time);
        values.addAll(List.of(values(key)));
        jdbc.update("update resource_lease set until_time = ? where " + KEY, values.toArray());
    }

    /** All leases of a job at all parties of this site, oldest first. */
    public List<Lease> ofJob(String jobId) {
        return jdbc.query(
                "select " + COLUMNS + " from resource_lease where job_id = ? order by since_time, task_id",
                LEASE,
                jobId);
    }

    /** Job leases on an engine, largest first: who holds what others wait for. */
    public List<Lease> holders(EngineName engine, int most) {
        return jdbc.query(
                "select " + COLUMNS + " from resource_lease where kind = 'job' and engine_type = ? and engine_name = ?"
                        + " and (cores > 0 or memory > 0) order by cores desc, since_time limit ?",
                LEASE,
                engine.type(),
                engine.name(),
                most);
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

    private static Object[] values(LeaseKey key) {
        return new Object[] {key.kind().wire(), key.jobId(), key.role(), key.partyId(), key.taskId(), key.taskVersion()
        };
    }
}
