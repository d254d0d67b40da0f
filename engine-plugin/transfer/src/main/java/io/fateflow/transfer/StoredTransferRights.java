package io.fateflow.transfer;

import java.util.List;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.transfer.Address.Member;

/** Looks into the rows of {@code job} and {@code task}. */
public final class StoredTransferRights implements TransferRights {

    private final JdbcClient jdbc;

    public StoredTransferRights(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** A job at one party. */
    private record Share(JsonNode roles, JobStatus status) {}

    private record Attempt(int version, TaskStatus status) {}

    @Override
    public Verdict verdict(Transfer transfer) {
        List<Share> shares = shares(transfer.jobId(), transfer.to());
        if (shares.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        if (!names(shares.get(0).roles(), transfer.from())) {
            return Verdict.STRANGER;
        }
        boolean over =
                shares.get(0).status().isEnd() || attempts(transfer).stream().anyMatch(ends(transfer.version()));
        return over ? Verdict.UNWANTED : Verdict.WELCOME;
    }

    /** An attempt is over when it has ended, or when there is a later one. */
    private static Predicate<Attempt> ends(int version) {
        return attempt -> attempt.version() > version
                || (attempt.version() == version && attempt.status().isEnd());
    }

    private List<Share> shares(String jobId, Member party) {
        return of(party, "select roles, status from job where job_id = :job and role = :role and party_id = :party")
                .param("job", jobId)
                .query((row, number) ->
                        new Share(Json.read(row.getString("roles")), JobStatus.of(row.getString("status"))))
                .list();
    }

    private StatementSpec of(Member party, String sql) {
        return jdbc.sql(sql).param("role", party.role()).param("party", party.partyId());
    }

    private List<Attempt> attempts(Transfer transfer) {
        return of(transfer.to(), """
                select task_version, party_status from task
                where task_id = :task and task_version >= :version and role = :role and party_id = :party
                """)
                .param("task", transfer.taskId())
                .param("version", transfer.version())
                .query((row, number) ->
                        new Attempt(row.getInt("task_version"), TaskStatus.of(row.getString("party_status"))))
                .list();
    }

    /** The roles are FATE's: {@code {"guest": [9999], "host": [10000]}}. */
    private static boolean names(JsonNode roles, Member party) {
        for (JsonNode partyId : roles.path(party.role())) {
            if (partyId.asText().equals(party.partyId())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean crossesSites(String taskId, int version, Member member) {
        return of(member, """
                select federated_mode from task
                where task_id = :task and task_version = :version and role = :role and party_id = :party
                """)
                .param("task", taskId)
                .param("version", version)
                .query(String.class)
                .list()
                .contains("MULTIPLE");
    }

    @Override
    public boolean isParty(String jobId, Member ofThisSite, Member other) {
        return shares(jobId, ofThisSite).stream().anyMatch(share -> names(share.roles(), other));
    }
}
