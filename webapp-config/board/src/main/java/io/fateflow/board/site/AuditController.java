package io.fateflow.board.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.webapp.api.WireJson;

/** The audit log backwards: the newest is what people look for. */
@RestController
class AuditController {

    private static final int PAGE = 100;

    private final NamedParameterJdbcTemplate jdbc;
    private final WireJson json;

    AuditController(NamedParameterJdbcTemplate jdbc, WireJson json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** @param more whether there are older ones behind the last */
    record Answer(List<AuditRecord> entries, boolean more) {}

    /**
     * A page.
     *
     * @param before only entries older than the one of this id
     * @param job of this job; empty for any
     * @param actor of this account; empty for any
     */
    @GetMapping("/board/api/audit")
    Answer audit(
            @RequestParam(defaultValue = "9223372036854775807") long before,
            @RequestParam(defaultValue = "") String job,
            @RequestParam(defaultValue = "") String actor) {
        List<AuditRecord> found = jdbc.query(
                "select id, create_time, actor, origin, action, job_id, component_name, role, party_id, outcome, details"
                        + " from audit_log where id < :before"
                        + (job.isEmpty() ? "" : " and job_id = :job")
                        + (actor.isEmpty() ? "" : " and actor = :actor")
                        + " order by id desc limit " + (PAGE + 1),
                Map.of("before", before, "job", job, "actor", actor),
                (row, number) -> new AuditRecord(
                        row.getLong(1),
                        row.getLong(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getString(10),
                        details(row.getString(11))));
        boolean more = found.size() > PAGE;
        return new Answer(more ? found.subList(0, PAGE) : found, more);
    }

    private JsonNode details(String text) {
        try {
            return json.read(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
