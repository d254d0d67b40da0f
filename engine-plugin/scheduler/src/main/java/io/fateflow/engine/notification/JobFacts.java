package io.fateflow.engine.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Party;

/** What is known of a job when something happens to it. */
final class JobFacts {

    private static final String JOB = """
            select job_id, role, party_id, initiator_role, initiator_party_id, is_initiator, name, status, progress,
                create_time, start_time, end_time, elapsed, wait_reason, wait_since, error_report, roles,
                runtime_conf_on_party
            from job
            where job_id = :job and\s""";

    /** The attempt that failed by itself, as {@code StopTaskAtParties} picks it: others were stopped for it. */
    private static final String CULPRIT = """
            select component_name, role, party_id, error_report
            from task
            where job_id = :job and party_status in ('failed', 'timeout')
            order by case when party_status = 'failed' then 0 else 1 end, end_time desc, task_id, role, party_id
            limit 1
            """;

    private final JdbcClient jdbc;

    JobFacts(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    Optional<Job> of(String jobId, Party party) {
        return jdbc.sql(JOB + "role = :role and party_id = :party")
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(this::job)
                .optional();
    }

    Optional<Job> ofInitiator(String jobId) {
        return jdbc.sql(JOB + "is_initiator = true")
                .param("job", jobId)
                .query(this::job)
                .optional();
    }

    private Job job(ResultSet row, int number) throws SQLException {
        return new Job(
                row.getString("job_id"),
                Party.of(row.getString("role"), row.getString("party_id")),
                Party.of(row.getString("initiator_role"), row.getString("initiator_party_id")),
                row.getBoolean("is_initiator"),
                row.getString("name"),
                row.getString("status"),
                row.getInt("progress"),
                row.getLong("create_time"),
                number(row, "start_time"),
                number(row, "end_time"),
                number(row, "elapsed"),
                row.getString("wait_reason"),
                number(row, "wait_since"),
                row.getString("error_report"),
                Json.read(row.getString("roles")),
                Json.read(row.getString("runtime_conf_on_party")),
                row.getString("status").equals("failed") ? culprit(row.getString("job_id")) : null);
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }

    private @Nullable Culprit culprit(String jobId) {
        return jdbc.sql(CULPRIT)
                .param("job", jobId)
                .query((row, number) -> new Culprit(
                        row.getString("component_name"),
                        Party.of(row.getString("role"), row.getString("party_id")),
                        row.getString("error_report")))
                .optional()
                .orElse(null);
    }

    /** A component that has failed, and where. */
    record Culprit(String component, Party party, String report) {}

    /**
     * A job at a party of this site. Times are epoch milliseconds.
     *
     * @param conf as it is at that party
     * @param culprit of a failed job whose component has failed
     */
    record Job(
            String jobId,
            Party party,
            Party initiator,
            boolean isOwn,
            String name,
            String status,
            int progress,
            long submitted,
            @Nullable Long started,
            @Nullable Long ended,
            @Nullable Long elapsed,
            @Nullable String waitReason,
            @Nullable Long waitSince,
            String errorReport,
            JsonNode roles,
            JsonNode conf,
            @Nullable Culprit culprit) {

        JsonNode named() {
            return new JobConf(conf).ofParty().tree().path(JobReceivers.PARAMETER);
        }

        String modelId() {
            return new JobConf(conf).ofParty().modelId();
        }

        String modelVersion() {
            return new JobConf(conf).ofParty().modelVersion();
        }

        /** As it waits at this party, of which its row may say nothing. */
        Job waitingFor(String what, long since) {
            return new Job(
                    jobId,
                    party,
                    initiator,
                    isOwn,
                    name,
                    status,
                    progress,
                    submitted,
                    started,
                    ended,
                    elapsed,
                    what,
                    since,
                    errorReport,
                    roles,
                    conf,
                    culprit);
        }

        boolean hasWaited(long now, Duration atLeast) {
            return status.equals("waiting") && waitSince != null && now - waitSince >= atLeast.toMillis();
        }
    }
}
