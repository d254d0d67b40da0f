package io.fateflow.webapp.audit;

import java.io.BufferedReader;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.chain.ChainFile;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.ChainPoint;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The audit log's chain on a whole server: continued by itself, shown, exported, and looked at by the doctor. */
@ServerTest
class AuditProofApiTest {

    @Autowired
    private Caller caller;

    @Autowired
    private AuditLog audit;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void entriesAreSealedWithoutAnybodyAsking() {
        audit.write(AuditEntry.done(AuditAction.STOP).with("by", "itself"));

        await().until(() ->
                jdbc.queryForObject("select max(seal_number) from audit_log where details like '%itself%'", Long.class)
                        != null);
    }

    @Test
    void theHeadCoversWhatIsCommittedAndStandsInALaterExport() throws Exception {
        audit.write(AuditEntry.done(AuditAction.STOP).with("number", 1));
        String kept = caller.get("/v1/audit/head").body();
        ChainPoint head = ChainFile.head(kept);
        audit.write(AuditEntry.done(AuditAction.STOP).with("number", 2));

        HttpResponse<String> export = caller.get("/v1/audit/export");

        assertThat(export.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        ChainFile.Report report = verify(export.body(), Optional.of(head));
        assertThat(report.damages()).isEmpty();
        assertThat(Objects.requireNonNull(report.head()).number()).isGreaterThanOrEqualTo(head.number() + 2);
        assertThat(export.body().lines().skip(report.rows()).findFirst())
                .as("that it was exported is the last entry of it")
                .get()
                .asString()
                .contains("\"action\":\"audit_export\"", "\"actor\":\"anonymous\"");
    }

    @Test
    void whatWasAlteredIsToldByTheDoctorAndByWhoeverVerifiesTheExport() throws Exception {
        audit.write(AuditEntry.done(AuditAction.STOP).with("altered", "not yet"));
        caller.get("/v1/audit/head");
        Long number = jdbc.queryForObject(
                "select max(seal_number) from audit_log where details like '%not yet%'", Long.class);
        jdbc.update("update audit_log set actor = 'mallory' where seal_number = ?", number);
        try {
            assertThat(findings())
                    .anyMatch(what -> what.matches(
                            "FFB-7080 audit row %d \\(id \\d+, 2\\S+Z, stop\\) was altered".formatted(number)));
            assertThat(verify(caller.get("/v1/audit/export").body(), Optional.empty())
                            .damages())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.first()).isEqualTo(number));
        } finally {
            jdbc.update("update audit_log set actor = 'system' where seal_number = ?", number);
        }
        assertThat(findings()).noneMatch(what -> what.startsWith("FFB-708"));
    }

    private static ChainFile.Report verify(String file, Optional<ChainPoint> kept) throws Exception {
        return new ChainFile(ChainKeys.none(), kept).verify(new BufferedReader(new StringReader(file)));
    }

    private List<String> findings() throws Exception {
        JsonNode answer = new ObjectMapper()
                .readTree(caller.send(caller.request("/v1/doctor", "admin", ServerTest.PASSWORD))
                        .body());
        return answer.path("data").path("findings").findParents("what").stream()
                .map(finding ->
                        finding.path("id").asText() + " " + finding.path("what").asText())
                .toList();
    }
}
