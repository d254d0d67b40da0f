package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.LeaseKey;

/** What a job did and does at each party. */
public final class JobAttempts {

    private final NamedParameterJdbcTemplate jdbc;
    private final NodeWaits waits;

    /** @param waits says of attempts that wait for a node, why */
    public JobAttempts(NamedParameterJdbcTemplate jdbc, NodeWaits waits) {
        this.jdbc = jdbc;
        this.waits = waits;
    }

    /** A job at one party of this site; times are epoch milliseconds, cores as many as it holds. */
    public record PartyOfJob(
            String role,
            String partyId,
            String status,
            int progress,
            @Nullable Long startTime,
            @Nullable Long endTime,
            BigDecimal taskCores,
            int parallelism,
            String notes) {}

    /**
     * One attempt of a component at a party; times are epoch milliseconds.
     *
     * @param status of the component, at all parties
     * @param partyStatus at this one
     * @param exitReason how its executor ended; null while it has not
     */
    public record Attempt(
            String component,
            String module,
            String role,
            String partyId,
            int version,
            String status,
            String partyStatus,
            @Nullable String waitReason,
            @Nullable Long waitSince,
            @Nullable Long createTime,
            @Nullable Long startTime,
            @Nullable Long endTime,
            @Nullable Long elapsed,
            String error,
            @Nullable String exitReason,
            @Nullable Long exitCode,
            @Nullable Long peakMemory,
            @Nullable Long cpuMillis,
            @Nullable String host) {}

    /** The job at each party of this site. */
    public List<PartyOfJob> parties(String jobId) {
        return jdbc.query(
                "select role, party_id, status, progress, start_time, end_time, task_cores, gate_slots, description"
                        + " from job where job_id = :job order by is_initiator desc,"
                        + " case role when 'guest' then 0 when 'host' then 1 when 'arbiter' then 2 else 3 end, party_id",
                Map.of("job", jobId),
                (row, number) -> new PartyOfJob(
                        row.getString("role"),
                        row.getString("party_id"),
                        row.getString("status"),
                        row.getInt("progress"),
                        JobSearch.number(row, "start_time"),
                        JobSearch.number(row, "end_time"),
                        row.getBigDecimal("task_cores"),
                        row.getInt("gate_slots"),
                        row.getString("description")));
    }

    /** All attempts of all components, in the order in which they were made. */
    public List<Attempt> of(String jobId) {
        Map<LeaseKey, String> nodeWaits = waits.of(List.of(jobId));
        return jdbc.query(
                "select task_id, component_name, component_module, role, party_id, task_version, status, party_status,"
                        + " wait_reason, wait_since, create_time, start_time, end_time, elapsed, error_report,"
                        + " exit_reason, exit_code, peak_memory_bytes, cpu_millis, run_ip from task where job_id = :job"
                        + " order by create_time, component_name, task_version,"
                        + " case role when 'guest' then 0 when 'host' then 1 when 'arbiter' then 2 else 3 end, party_id",
                Map.of("job", jobId),
                (row, number) -> attempt(row, nodeWaits.get(leaseKey(jobId, row))));
    }

    private static LeaseKey leaseKey(String jobId, ResultSet row) throws SQLException {
        return LeaseKey.task(
                jobId,
                Party.of(row.getString("role"), row.getString("party_id")),
                row.getString("task_id"),
                row.getInt("task_version"));
    }

    private static Attempt attempt(ResultSet row, @Nullable String nodeWait) throws SQLException {
        return new Attempt(
                row.getString("component_name"),
                row.getString("component_module"),
                row.getString("role"),
                row.getString("party_id"),
                row.getInt("task_version"),
                row.getString("status"),
                row.getString("party_status"),
                nodeWait == null ? row.getString("wait_reason") : nodeWait,
                JobSearch.number(row, "wait_since"),
                JobSearch.number(row, "create_time"),
                JobSearch.number(row, "start_time"),
                JobSearch.number(row, "end_time"),
                JobSearch.number(row, "elapsed"),
                row.getString("error_report"),
                row.getString("exit_reason"),
                JobSearch.number(row, "exit_code"),
                JobSearch.number(row, "peak_memory_bytes"),
                JobSearch.number(row, "cpu_millis"),
                row.getString("run_ip"));
    }
}
