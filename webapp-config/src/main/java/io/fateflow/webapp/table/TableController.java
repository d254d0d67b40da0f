package io.fateflow.webapp.table;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.query.TableQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code table/table_info} and {@code table/delete}. */
@Controller
class TableController {

    private static final List<String> SECRETS = List.of("passwd", "password", "secret", "token");

    private final TableQueries tables;
    private final StoredTables data;
    private final NamedParameterJdbcOperations jdbc;
    private final WireJson json;

    TableController(TableQueries tables, StoredTables data, NamedParameterJdbcOperations jdbc, WireJson json) {
        this.tables = tables;
        this.data = data;
        this.jdbc = jdbc;
        this.json = json;
    }

    @PostMapping("/v1/table/table_info")
    Envelope info(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        return Envelope.of(
                tables.find(namespace, name(sent)).map(this::known).orElseGet(() -> unknown(namespace, name(sent))));
    }

    @PostMapping("/v1/table/delete")
    Envelope delete(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String namespace = ApiBody.text(sent, "namespace");
        String name = name(sent);
        int deleted = jdbc.update(
                "delete from storage_table_meta where namespace = :namespace and name = :name",
                Map.of("namespace", namespace, "name", name));
        if (deleted == 0) {
            return Envelope.failure(Retcode.ARGUMENT_ERROR, "no find table");
        }
        // the row goes first: a file without a row is garbage, a row without a file is an error for a job
        data.delete(namespace, name);
        return Envelope.of(Map.of("namespace", namespace, "table_name", name));
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
        return table;
    }

    private ObjectNode unknown(String namespace, String name) {
        return json.object()
                .put("count", 0)
                .put("enable", true)
                .put("exist", 0)
                .put("extend_sid", false)
                .put("namespace", namespace)
                .put("table_name", name)
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
