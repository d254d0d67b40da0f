package io.fateflow.webapp.table;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.database.TextColumn;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.connector.DatabaseAddresses;
import io.fateflow.webapp.data.UploadProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.security.CutToOwn;
import io.fateflow.webapp.security.ProjectOfCall;
import io.fateflow.worker.storage.StorageEngine;

/**
 * {@code table/bind} and {@code table/add}: a file of this machine, or a table of a database that a connector leads to, becomes a
 * table where it is. Each Reader reads it anew.
 */
@Controller
class TableBindController {

    private static final String EXISTS = "The data table already exists."
            + "If you still want to continue uploading, please add the parameter --drop";
    private static final List<String> PASSED_ON = List.of("id_delimiter", "with_meta", "meta", "bad_rows");

    private final TableQueries tables;
    private final StoredTables data;
    private final TrackingStore rows;
    private final FateHome home;
    private final UploadProperties uploads;
    private final DatabaseAddresses databases;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;
    private final ProjectOfCall projects;

    TableBindController(
            TableQueries tables,
            StoredTables data,
            TrackingStore rows,
            FateHome home,
            UploadProperties uploads,
            DatabaseAddresses databases,
            TransactionOperations transactions,
            AuditLog audit,
            WireJson json,
            ProjectOfCall projects) {
        this.tables = tables;
        this.data = data;
        this.rows = rows;
        this.home = home;
        this.uploads = uploads;
        this.databases = databases;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
        this.projects = projects;
    }

    @CutToOwn
    @PostMapping({"/v1/table/bind", "/v1/table/add"})
    Envelope bind(ApiBody body, HttpServletRequest request) throws IOException {
        projects.demandOfSite(request);
        ObjectNode sent = body.with("engine", "address", "namespace", "name");
        String project = projects.of(request, ApiBody.text(sent, "project")).orElse("");
        String engine = ApiBody.text(sent, "engine").toUpperCase(Locale.ROOT);
        Optional<StorageEngine> database = StorageEngine.of(engine);
        if (!engine.equals("PATH") && database.isEmpty()) {
            throw refused("FFB-6133 Tables of engine " + engine
                    + " are not read in place here; files are (engine PATH), and tables of MYSQL and POSTGRESQL. Upload"
                    + " the data (data/upload).");
        }
        String namespace = checked(sent, "namespace", TextColumn.TABLE_NAMESPACE);
        String name = checked(sent, "name", TextColumn.TABLE_NAME);
        checked(sent, "id_delimiter", TextColumn.ID_DELIMITER);
        if (!ApiBody.text(sent, "drop").matches("1|true")
                && tables.find(namespace, name).isPresent()) {
            return Envelope.failure(Retcode.EXCEPTION_ERROR, EXISTS);
        }
        ObjectNode how = database.map(of -> how(of, sent)).orElseGet(() -> fileHow(sent));
        Optional<String> objection = data.objection(how);
        if (objection.isPresent()) {
            throw refused(objection.get());
        }
        // a table that a job does not know yet is nothing; a row whose table is not there would be an error
        data.bind(namespace, name, how);
        transactions.executeWithoutResult(transaction -> {
            rows.bound(namespace, name, engine, address(how), how, project);
            audit.write(entry(how).with("namespace", namespace).with("name", name));
        });
        return Envelope.of(Map.of("namespace", namespace, "table_name", name));
    }

    private Path file(String name) {
        try {
            Path file = home.home().resolve(name);
            uploads.allowed().refusal(file).ifPresent(why -> {
                throw refused(why);
            });
            return file.normalize();
        } catch (InvalidPathException e) {
            throw refused("FFB-5216 address.path is no path: " + e.getReason());
        }
    }

    private static AuditEntry entry(ObjectNode how) {
        AuditEntry entry = AuditEntry.done(AuditAction.TABLE_BIND);
        JsonNode address = how.path("database").path("address");
        return address.isMissingNode()
                ? entry.with("path", how.path("file").asText())
                : entry.with("connector", address.path("connector_name").asText());
    }

    /** As FATE shows it. */
    private ObjectNode address(ObjectNode how) {
        return how.path("database").path("address") instanceof ObjectNode database
                ? database.deepCopy()
                : json.object().put("path", how.path("file").asText());
    }

    private ObjectNode how(StorageEngine engine, ObjectNode sent) {
        databases.objection(engine, sent.path("address")).ifPresent(why -> {
            throw refused(why);
        });
        if (DatabaseAddresses.id(sent).isEmpty()) {
            throw refused("FFB-5295 id_column is missing: which column of the database's table has the ids");
        }
        ObjectNode how = how(sent, true);
        how.set("database", databases.how(sent));
        return how;
    }

    private ObjectNode fileHow(ObjectNode sent) {
        Path file = file(ApiBody.text(sent.path("address"), "path"));
        boolean head = isOn(sent, "head");
        if (!head && (sent.hasNonNull("id_column") || sent.hasNonNull("id_name"))) {
            throw refused(
                    "FFB-5292 The columns of a file are named by its first line: send head 1, without id_column and"
                            + " feature_column.");
        }
        return how(sent, head).put("file", file.toString());
    }

    /** What Upload would be told. */
    private ObjectNode how(ObjectNode sent, boolean head) {
        ObjectNode how = json.object();
        for (String key : PASSED_ON) {
            JsonNode value = sent.path(key);
            if (!value.isMissingNode() && !value.isNull()) {
                how.set(key, value);
            }
        }
        int partitions = sent.path("partitions").asInt(1);
        return how.put("head", head ? 1 : 0)
                .put("partition", Math.max(1, partitions))
                .put("extend_sid", isOn(sent, "extend_sid"));
    }

    private static boolean isOn(ObjectNode sent, String key) {
        return ApiBody.text(sent, key).matches("1|true");
    }

    private static String checked(ObjectNode sent, String key, TextColumn column) {
        String text = ApiBody.text(sent, key);
        column.problem(key, text).ifPresent(problem -> {
            throw ApiException.uncaught("ValueError", "FFB-5113 " + problem);
        });
        return text;
    }

    private static ApiException refused(String why) {
        return ApiException.soft(Retcode.EXCEPTION_ERROR, why);
    }
}
