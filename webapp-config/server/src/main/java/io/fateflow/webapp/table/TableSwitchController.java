package io.fateflow.webapp.table;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.operations.query.TableHistory.Name;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code table/disable}, {@code enable} and {@code disable/delete}: no new job may read a table that is switched off. */
@Controller
class TableSwitchController {

    private final TableQueries tables;
    private final TrackingStore rows;
    private final StoredTables data;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;

    TableSwitchController(
            TableQueries tables,
            TrackingStore rows,
            StoredTables data,
            TransactionOperations transactions,
            AuditLog audit,
            WireJson json) {
        this.tables = tables;
        this.rows = rows;
        this.data = data;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
    }

    @PostMapping("/v1/table/disable")
    Envelope disable(ApiBody body) {
        return set(body, true);
    }

    @PostMapping("/v1/table/enable")
    Envelope enable(ApiBody body) {
        return set(body, false);
    }

    /** A name, or all of a namespace; whoever says neither means none. */
    private Envelope set(ApiBody body, boolean disabled) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        String given = ApiBody.text(sent, "table_name");
        String name = given.isEmpty() ? ApiBody.text(sent, "name") : given;
        if (namespace.isEmpty() && name.isEmpty()) {
            return notFound();
        }
        List<Name> found = tables.named(namespace, name, false);
        transactions.executeWithoutResult(transaction -> found.forEach(table -> tables.disable(table, disabled)));
        return answer(found);
    }

    @PostMapping("/v1/table/disable/delete")
    Envelope deleteDisabled() {
        List<Name> found = tables.named("", "", true);
        for (Name table : found) {
            transactions.executeWithoutResult(transaction -> forget(table));
            // the row goes first: a file without a row is garbage, a row without a file is an error for a job
            data.delete(table.namespace(), table.name());
        }
        return answer(found);
    }

    private void forget(Name table) {
        if (rows.forgetTable(table.namespace(), table.name())) {
            audit.write(AuditEntry.done(AuditAction.TABLE_DELETE)
                    .with("namespace", table.namespace())
                    .with("name", table.name()));
        }
    }

    private Envelope answer(List<Name> found) {
        ArrayNode answer = json.object().putArray("tables");
        found.forEach(
                table -> answer.addObject().put("namespace", table.namespace()).put("table_name", table.name()));
        return answer.isEmpty() ? notFound() : Envelope.of(answer);
    }

    private static Envelope notFound() {
        return Envelope.failure(Retcode.ARGUMENT_ERROR, "no find table");
    }
}
