package io.fateflow.webapp.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;

/** The audit log as JSON lines, oldest first. */
@Controller
class AuditController {

    private static final long LINES_UNLESS_ASKED = 1_000;

    private final AuditQueries audit;
    private final WireJson json;

    AuditController(AuditQueries audit, WireJson json) {
        this.audit = audit;
        this.json = json;
    }

    @GetMapping("/v1/audit")
    ResponseEntity<StreamingResponseBody> audit(
            @RequestParam(name = "job_id", defaultValue = "") String jobId,
            @RequestParam(defaultValue = "0") String since,
            @RequestParam(defaultValue = "" + LINES_UNLESS_ASKED) String limit) {
        long from = number("since", since);
        long most = number("limit", limit);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_NDJSON)
                .body(out -> audit.each(jobId, from, most, entry -> write(entry, out)));
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.http(400, "Invalid parameter '" + name + "'.");
        }
    }

    private void write(AuditRecord entry, OutputStream out) {
        ObjectNode line = (ObjectNode) json.tree(entry);
        line.put("at", Instant.ofEpochMilli(entry.time()).toString());
        try {
            out.write(json.bytes(line));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
