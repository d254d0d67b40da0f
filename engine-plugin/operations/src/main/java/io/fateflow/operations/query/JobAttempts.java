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

    private static final String PARTIES = """
            select j.role, j.party_id, j.status, j.progress, j.start_time, j.end_time, j.task_cores, j.gate_slots,
                j.description
            from job j
            where j.job_id = :job
            order by j.is_initiator desc, %s
            """.formatted(Order.byParty("j"));

    private static final String ATTEMPTS = """
            select t.task_id, t.component_name, t.component_module, t.role, t.party_id, t.task_version, t.status,
                t.party_status, t.wait_reason, t.wait_since, t.create_time, t.start_time, t.end_time, t.elapsed,
                t.error_report, t.exit_reason, t.exit_code, t.peak_memory_bytes, t.cpu_millis, t.run_ip
            from task t
            where t.job_id = :job
            order by t.create_time, t.component_name, t.task_version, %s
            """.formatted(Order.byParty("t"));

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
                PARTIES,
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
                ATTEMPTS, Map.of("job", jobId), (row, number) -> attempt(row, nodeWaits.get(leaseKey(jobId, row))));
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
