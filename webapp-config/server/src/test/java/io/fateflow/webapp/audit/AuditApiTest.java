package io.fateflow.webapp.audit;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class AuditApiTest {

    private static final String JOB = "202601021530450000077";

    @Autowired
    private Caller caller;

    @Autowired
    private AuditLog audit;

    @Autowired
    private JdbcTemplate jdbc;

    /** What is written was sealed: it stays. */
    private long before;

    @BeforeEach
    void onlyWhatComesCounts() {
        before = jdbc.queryForObject("select coalesce(max(id), 0) from audit_log", Long.class);
    }

    @Test
    void streamsEntriesAsLinesOldestFirst() {
        for (int i = 0; i < 1_203; i++) {
            audit.write(AuditEntry.done(AuditAction.RERUN).job(JOB).with("number", i));
        }
        audit.write(AuditEntry.done(AuditAction.STOP).job("202601021530450000078"));

        HttpResponse<String> all = caller.get("/v1/audit?job_id=" + JOB + "&limit=5000&after=" + before);

        assertThat(all.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        List<String> lines = all.body().lines().toList();
        assertThat(lines).hasSize(1_001);
        assertThat(lines.get(0)).contains("\"number\":0", "\"action\":\"rerun\"", "\"actor\":\"system\"", "\"at\":\"2");
        assertThat(lines.get(1_000)).startsWith("{\"more\":true,\"after\":");
        String next = lines.get(1_000).replaceAll("\\D", "");
        assertThat(caller.get("/v1/audit?job_id=" + JOB + "&after=" + next)
                        .body()
                        .lines())
                .hasSize(203)
                .first()
                .asString()
                .contains("\"number\":1000");
        assertThat(caller.get("/v1/audit?limit=2&after=" + before).body().lines())
                .hasSize(2);
        assertThat(caller.get("/v1/audit?after=" + before).body().lines()).hasSize(1_001);
        assertThat(caller.get("/v1/audit?limit=1000&after=" + before).body().lines())
                .hasSize(1_000);
        assertThat(caller.get("/v1/audit?since=" + Long.MAX_VALUE).body()).isEmpty();
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThat(caller.get("/v1/audit?since=yesterday").statusCode()).isEqualTo(400);
        assertThat(caller.get("/v1/audit?limit=x").body())
                .isEqualTo("{\"retmsg\": \"Invalid parameter 'limit'.\", \"retcode\": 400}");
    }

    @Test
    void lineageIsOfOneThing() {
        for (String unclear : List.of("", "?namespace=n", "?name=t", "?namespace=n&name=t&job_id=" + JOB)) {
            assertThat(caller.get("/v1/lineage" + unclear).body()).contains("FFB-5146");
        }
        assertThat(caller.get("/v1/lineage?job_id=" + JOB).body())
                .isEqualTo("{\"data\":{\"cut\":false,\"edges\":[],\"jobs\":[],\"nodes\":[],\"taken\":[]},\"retcode\":0,"
                        + "\"retmsg\":\"success\"}\n");
    }

    @Test
    void writesDownWhoClaimedWhatTheyMayNot() {
        caller.send(caller.request("/v1/worker/fetch", "mallory", "guessed-password")
                .GET());
        caller.send(caller.request("/v1/job/query")
                .header("Origin", "http://evil.example")
                .GET());
        caller.get("/v1/worker/fetch");

        assertThat(jdbc.queryForList(
                        "select actor || ' ' || details from audit_log where id > ? order by id", String.class, before))
                .containsExactly(
                        "mallory {\"request\":\"GET /v1/worker/fetch\",\"why\":\"FFB-5002 wrong login\"}",
                        "anonymous {\"request\":\"GET /v1/job/query\",\"why\":\"FFB-5004 from a page of another site\"}");
        assertThat(jdbc.queryForList(
                        "select distinct origin || outcome || action from audit_log where id > ?",
                        String.class,
                        before))
                .containsExactly("127.0.0.1refusedaccess");
        assertThat(caller.get("/v1/audit?after=" + before).body()).doesNotContain("guessed-password");
    }

    @Test
    void writesNoMoreThanAHundredRefusalsAMinuteAndCountsTheOthers() {
        AtomicLong now = new AtomicLong(Instant.parse("2026-01-02T12:00:00Z").toEpochMilli());
        AuditedAccess access = new AuditedAccess(new CurrentActor(), audit, now::get);
        for (int i = 0; i < 250; i++) {
            access.refused("mallory", "192.0.2.1", "GET /v1/x", "no");
        }
        assertThat(details()).hasSize(100);

        now.addAndGet(60_000);
        access.refused("mallory", "192.0.2.1", "GET /v1/x", "no");
        access.refused("mallory", "192.0.2.1", "GET /v1/x", "no");

        assertThat(details()).hasSize(102);
        assertThat(details().get(100)).contains("\"left_out_before\":150");
        assertThat(details().get(101)).doesNotContain("left_out_before");
    }

    @Test
    void tellsAJobsStory() {
        audit.write(AuditEntry.done(AuditAction.SUBMIT).job(JOB));
        audit.write(AuditEntry.done(AuditAction.STOP).job(JOB).with("status", "canceled"));

        assertThat(caller.get("/v1/job/" + JOB + "/story").body())
                .startsWith("{\"data\":[{\"actor\":\"system\",\"at\":\"2")
                .contains("\"what\":\"submit\"", "\"what\":\"stop\"", "\"source\":\"audit\"", "\"retcode\":0");
        assertThat(caller.get("/v1/job/202601021530450000079/story").body())
                .isEqualTo("{\"retcode\":102,\"retmsg\":\"can not found job\"}\n");
    }

    @Test
    void notesAndDeletedTablesAreWrittenDown() {
        jdbc.update("insert into storage_table_meta (name, namespace, engine, address, have_head, extend_sid,"
                + " auto_increasing_sid, table_schema, origin, disabled, description, part_of_data, create_time,"
                + " update_time) values ('t', 'audited', 'STANDALONE', '{}', true, false, false, '{}', 'upload', false, '',"
                + " '[]', 1, 1)");

        caller.post("/v1/table/delete", "{\"namespace\":\"audited\",\"table_name\":\"t\"}");
        caller.post("/v1/table/delete", "{\"namespace\":\"audited\",\"table_name\":\"t\"}");

        assertThat(jdbc.queryForList(
                        "select action || details || actor from audit_log where id > ?", String.class, before))
                .containsExactly("table_delete{\"name\":\"t\",\"namespace\":\"audited\"}anonymous");
    }

    private List<String> details() {
        return jdbc.queryForList("select details from audit_log where id > ? order by id", String.class, before);
    }
}
