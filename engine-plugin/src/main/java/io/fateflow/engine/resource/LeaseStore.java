package io.fateflow.engine.resource;

import java.time.Clock;
import java.util.List;
import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/** The rows of {@code resource_lease}. */
public final class LeaseStore {

    private static final String KEY =
            "kind = ? and job_id = ? and role = ? and party_id = ? and task_id = ? and task_version = ?";
    private static final String COLUMNS = "kind, job_id, role, party_id, task_id, task_version, engine_type,"
            + " engine_name, cores, memory, slots, since_time";
    private static final RowMapper<Lease> LEASE = (row, number) -> new Lease(
            new LeaseKey(
                    row.getString("kind"),
                    row.getString("job_id"),
                    row.getString("role"),
                    row.getString("party_id"),
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

    void insert(LeaseKey key, EngineName engine, Resources amount, int slots) {
        long now = clock.millis();
        jdbc.update(
                "insert into resource_lease (lease_id, " + COLUMNS + ", fencing_token, until_time)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)",
                UUID.randomUUID().toString(),
                key.kind(),
                key.jobId(),
                key.role(),
                key.partyId(),
                key.taskId(),
                key.taskVersion(),
                engine.type(),
                engine.name(),
                amount.cores(),
                amount.memory(),
                slots,
                now,
                now);
    }

    boolean exists(LeaseKey key) {
        Integer count =
                jdbc.queryForObject("select count(*) from resource_lease where " + KEY, Integer.class, values(key));
        return count != null && count > 0;
    }

    /** @return whether it was there */
    boolean delete(LeaseKey key) {
        return jdbc.update("delete from resource_lease where " + KEY, values(key)) > 0;
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

    private static Object[] values(LeaseKey key) {
        return new Object[] {key.kind(), key.jobId(), key.role(), key.partyId(), key.taskId(), key.taskVersion()};
    }
}
