package io.fateflow.webapp.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.operations.query.Listing;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;

/**
 * The audit log as JSON lines, oldest first. Where it goes on behind the longest answer, a last line says so, and what to
 * ask for next.
 */
@Controller
class AuditController {

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
            @RequestParam(defaultValue = "0") String after,
            @RequestParam(defaultValue = "0") String limit) {
        AuditQueries.Filter filter = new AuditQueries.Filter(jobId, number("since", since), number("after", after));
        long asked = number("limit", limit);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_NDJSON)
                .body(out -> write(filter, asked <= 0 ? Long.MAX_VALUE : asked, out));
    }

    private void write(AuditQueries.Filter filter, long asked, OutputStream out) throws IOException {
        AtomicLong last = new AtomicLong();
        long most = Math.min(asked, Listing.MOST);
        boolean isCut = audit.each(filter, most, entry -> {
            write(entry, out);
            last.set(entry.id());
        });
        if (isCut && asked > most) {
            line(json.object().put("more", true).put("after", last.get()), out);
        }
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
            line(line, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void line(ObjectNode line, OutputStream out) throws IOException {
        out.write(json.bytes(line));
        out.write('\n');
    }
}
