package io.fateflow.webapp.table;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.operations.query.TablePreview;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.worker.storage.StorageEngine;

/** {@code table/table_info}, {@code preview}, {@code download} and {@code delete}. */
@Controller
class TableController {

    private static final List<String> SECRETS = List.of("passwd", "password", "secret", "token");

    private static final int MOST_ROWS = 100;

    private final TableQueries tables;
    private final TrackingQueries tracking;
    private final TableArchive archive;
    private final StoredTables data;
    private final TrackingStore rows;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;

    TableController(
            TableQueries tables,
            TrackingQueries tracking,
            TableArchive archive,
            StoredTables data,
            TrackingStore rows,
            TransactionOperations transactions,
            AuditLog audit,
            WireJson json) {
        this.tables = tables;
        this.tracking = tracking;
        this.archive = archive;
        this.data = data;
        this.rows = rows;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
    }

    @CutToOwn
    @PostMapping("/v1/table/table_info")
    Envelope info(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        return Envelope.of(tables.find(namespace, name(sent)).map(this::known).orElseGet(() -> unknown(sent)));
    }

    @PostMapping("/v1/table/delete")
    Envelope delete(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        String name = name(sent);
        if (!Boolean.TRUE.equals(transactions.execute(transaction -> forget(namespace, name)))) {
            return Envelope.failure(Retcode.ARGUMENT_ERROR, "no find table");
        }
        // the row goes first: a file without a row is garbage, a row without a file is an error for a job
        data.delete(namespace, name);
        return Envelope.of(Map.of("namespace", namespace, "table_name", name));
    }

    private boolean forget(String namespace, String name) {
        boolean deleted = rows.forgetTable(namespace, name);
        if (deleted) {
            audit.write(AuditEntry.done(AuditAction.TABLE_DELETE)
                    .with("namespace", namespace)
                    .with("name", name));
        }
        return deleted;
    }

    @PostMapping("/v1/table/preview")
    Envelope preview(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        TablePreview table =
                tracking.preview(ApiBody.text(sent, "namespace"), name(sent)).orElseThrow(() -> notFound(sent));
        int limit = Math.max(0, sent.path("limit").asInt(MOST_ROWS));
        ObjectNode data = json.object();
        table.columns().forEach(data.putArray("header")::add);
        ArrayNode rows = data.putArray("data");
        table.rows().stream().limit(limit).forEach(row -> TableText.cells(table.columns(), row)
                .forEach(rows.addArray()::add));
        return Envelope.of(data);
    }

    @GetMapping("/v1/table/download")
    ResponseEntity<StreamingResponseBody> download(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        ObjectNode row = tables.find(namespace, name(sent)).orElseThrow(() -> notFound(sent));
        if (row.path("engine").asText().equals("PATH")) {
            throw ApiException.http(
                    400,
                    "FFB-5292 This table is a file in place: take the file itself, "
                            + row.path("address").path("path").asText() + ".");
        }
        if (StorageEngine.of(row.path("engine").asText()).isPresent()) {
            throw ApiException.http(400, "FFB-5292 This table is a database's in place: take it from there.");
        }
        List<TableArchive.Entry> entries = List.of(new TableArchive.Entry("table", namespace, name(sent)));
        audit.write(AuditEntry.done(AuditAction.TABLE_DOWNLOAD)
                .with("namespace", namespace)
                .with("name", name(sent)));
        boolean head = sent.path("head").asBoolean(true);
        return Attachment.streamed(
                "table_" + namespace + "_" + name(sent) + ".tar.gz", out -> archive.write(entries, head, -1, out));
    }

    private static ApiException notFound(ObjectNode sent) {
        return ApiException.http(210, "no found table:" + ApiBody.text(sent, "namespace") + ", " + name(sent));
    }

    private static String name(ObjectNode sent) {
        String name = ApiBody.text(sent, "name");
        return name.isEmpty() ? ApiBody.text(sent, "table_name") : name;
    }

    private ObjectNode known(ObjectNode row) {
        ObjectNode table = json.object();
        table.set("address", withoutSecrets(row.path("address")));
        table.set("count", row.get("row_count"));
        table.put("enable", !row.path("disabled").asBoolean());
        table.put("exist", 1);
        table.set("extend_sid", row.get("extend_sid"));
        table.set("namespace", row.get("namespace"));
        table.set("origin", row.get("origin"));
        table.set("partition", row.get("partitions"));
        table.set("schema", row.get("schema"));
        table.set("table_name", row.get("name"));
        if (!row.path("project").asText().isEmpty()) {
            table.set("project", row.get("project"));
        }
        return table;
    }

    /** As asked for: null for a name that was not said. */
    private ObjectNode unknown(ObjectNode sent) {
        String namespace = ApiBody.text(sent, "namespace");
        String name = name(sent);
        return json.object()
                .put("count", 0)
                .put("enable", true)
                .put("exist", 0)
                .put("extend_sid", false)
                .put("namespace", namespace.isEmpty() ? null : namespace)
                .put("table_name", name.isEmpty() ? null : name)
                .putNull("address")
                .putNull("origin")
                .putNull("partition")
                .putNull("schema");
    }

    private static JsonNode withoutSecrets(JsonNode address) {
        if (address instanceof ObjectNode object) {
            object.properties().forEach(entry -> {
                if (SECRETS.contains(entry.getKey().toLowerCase(Locale.ROOT))) {
                    object.putNull(entry.getKey());
                }
            });
        }
        return address;
    }
}
