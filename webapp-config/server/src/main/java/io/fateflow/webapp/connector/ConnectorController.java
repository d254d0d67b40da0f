package io.fateflow.webapp.connector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code table/connector/create} and {@code query}. The server opens no database: executors do. */
@Controller
class ConnectorController {

    private final Connectors connectors;
    private final TransactionOperations transactions;
    private final AuditLog audit;
    private final WireJson json;

    ConnectorController(Connectors connectors, TransactionOperations transactions, AuditLog audit, WireJson json) {
        this.connectors = connectors;
        this.transactions = transactions;
        this.audit = audit;
        this.json = json;
    }

    @PostMapping("/v1/table/connector/create")
    Envelope create(ApiBody body) {
        ObjectNode sent = body.with("connector_name", "engine", "connector_info");
        Connector connector = read(sent);
        connectors.refusal(connector.server()).ifPresent(why -> {
            throw refused(why);
        });
        transactions.executeWithoutResult(transaction -> {
            audit.write(AuditEntry.done(AuditAction.CONNECTOR_CREATE)
                    .with("connector", connector.name())
                    .with("engine", connector.server().engine().name())
                    .with(
                            "host",
                            connector.server().host() + ":" + connector.server().port()));
            connectors.keep(connector);
        });
        return Envelope.success();
    }

    private static Connector read(ObjectNode sent) {
        try {
            return Connector.of(
                    ApiBody.text(sent, "connector_name"), ApiBody.text(sent, "engine"), sent.path("connector_info"));
        } catch (IllegalArgumentException e) {
            throw refused("FFB-5294 no connector was made: " + e.getMessage());
        }
    }

    /** What is stored, without the password; an empty object if there is none, as FATE Flow answers. */
    @PostMapping("/v1/table/connector/query")
    Envelope query(ApiBody body) {
        String name = ApiBody.text(body.orEmpty(), "connector_name");
        return Envelope.of(connectors
                .find(name)
                .map(connector -> connector.shown(json.object()))
                .orElseGet(json::object));
    }

    private static ApiException refused(String why) {
        return ApiException.soft(Retcode.EXCEPTION_ERROR, why);
    }
}
