package io.fateflow.webapp.tracking;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.operations.query.ComponentKey;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TablePreview;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.operations.query.TrackingQueries.Output;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.table.TableArchive;
import io.fateflow.webapp.table.TableText;

/** {@code tracking/component/output/data}, {@code output/data/table} and {@code output/data/download}. */
@Controller
class OutputDataController {

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d{1,3})?");

    private final ComponentRequest requests;
    private final TrackingQueries tracking;
    private final JobQueries jobs;
    private final TableArchive archive;
    private final AuditLog audit;
    private final WireJson json;

    OutputDataController(
            ComponentRequest requests,
            TrackingQueries tracking,
            JobQueries jobs,
            TableArchive archive,
            AuditLog audit,
            WireJson json) {
        this.requests = requests;
        this.tracking = tracking;
        this.jobs = jobs;
        this.archive = archive;
        this.audit = audit;
        this.json = json;
    }

    @PostMapping("/v1/tracking/component/output/data")
    Envelope firstRows(ApiBody body) throws IOException {
        List<Output> outputs = tracking.outputs(requests.existing(body));
        if (outputs.isEmpty()) {
            return Envelope.of("no data", List.of());
        }
        ArrayNode data = json.object().putArray("data");
        ObjectNode meta = json.object();
        ArrayNode headers = meta.putArray("header");
        ArrayNode names = meta.putArray("names");
        ArrayNode totals = meta.putArray("total");
        for (Output output : outputs) {
            TablePreview table = output.table();
            data.add(rows(table));
            if (table.rows().isEmpty()) {
                headers.addNull();
            } else {
                table.columns().forEach(headers.addArray()::add);
            }
            names.add(output.dataName());
            totals.add(table.count());
        }
        return Envelope.of(data).withMeta(meta);
    }

    private ArrayNode rows(TablePreview table) throws IOException {
        ArrayNode rows = json.object().putArray("rows");
        // what was uploaded is text; what a component made had numbers in FATE
        boolean typed = table.origin().equals("output");
        for (List<String> row : table.rows()) {
            List<String> cells = TableText.cells(table.columns(), row);
            ArrayNode shown = rows.addArray().add(cells.get(0));
            for (String cell : cells.subList(1, cells.size())) {
                shown.add(typed ? typed(cell) : TextNode.valueOf(cell));
            }
        }
        return rows;
    }

    private JsonNode typed(String cell) throws IOException {
        return NUMBER.matcher(cell).matches() ? json.read(cell) : TextNode.valueOf(cell);
    }

    @PostMapping("/v1/tracking/component/output/data/table")
    Envelope tables(ApiBody body) {
        body.with("job_id", "role", "party_id", "component_name");
        ComponentKey key = requests.orInitiator(body);
        if (jobs.first(key.jobId()).isEmpty()) {
            return Envelope.failure(Retcode.EXCEPTION_ERROR, "No found job");
        }
        List<Output> outputs = tracking.outputs(key);
        if (outputs.isEmpty()) {
            return Envelope.failure(
                    Retcode.EXCEPTION_ERROR, "No found table, please check if the parameters are correct");
        }
        ArrayNode data = json.object().putArray("data");
        outputs.forEach(output -> data.addObject()
                .put("data_name", output.dataName())
                .put("table_name", output.table().name())
                .put("table_namespace", output.table().namespace()));
        return Envelope.of(data);
    }

    @GetMapping("/v1/tracking/component/output/data/download")
    ResponseEntity<StreamingResponseBody> download(ApiBody body) {
        ComponentKey key = requests.existing(body);
        long limit = limit(body.orEmpty());
        List<TableArchive.Entry> entries = new ArrayList<>();
        for (Output output : tracking.outputs(key)) {
            if (output.table().count() > 0) {
                entries.add(new TableArchive.Entry(
                        output.dataName(),
                        output.table().namespace(),
                        output.table().name()));
            }
        }
        if (entries.isEmpty()) {
            throw ApiException.http(210, "no data");
        }
        audit.write(new AuditEntry(
                AuditAction.OUTPUT_DOWNLOAD,
                AuditOutcome.DONE,
                key.jobId(),
                key.component(),
                key.role(),
                key.partyId(),
                limit < 0 ? Map.of() : Map.of("limit", limit)));
        boolean head = body.orEmpty().path("head").asBoolean(true);
        String name = String.join("_", "job", key.jobId(), key.component(), key.role(), key.partyId());
        return Attachment.streamed(name + "_output_data.tar.gz", out -> archive.write(entries, head, limit, out));
    }

    private static long limit(ObjectNode sent) {
        String text = Optional.of(ApiBody.text(sent, "limit"))
                .filter(t -> !t.isEmpty())
                .orElse("-1");
        if (!text.matches("-?\\d{1,18}")) {
            throw new IllegalArgumentException("limit is a number, -1 for all rows");
        }
        long limit = Long.parseLong(text);
        if (limit == 0) {
            throw ApiException.http(210, "limit is 0");
        }
        return limit;
    }
}
