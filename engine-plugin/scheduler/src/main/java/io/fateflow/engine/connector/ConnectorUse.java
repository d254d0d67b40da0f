package io.fateflow.engine.connector;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;

/**
 * Which connector an attempt needs, as this site's own rows say: of a Reader the one that its table is bound to, of a Writer the
 * one that its parameters name. What an executor says of it counts for nothing.
 */
public final class ConnectorUse {

    private final JdbcClient jdbc;

    public ConnectorUse(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * A connector, and the database behind it that is meant.
     *
     * @param database empty for the connector's own
     */
    public record Use(String connector, String database) {}

    /** What a row says of an attempt. */
    private record Attempt(String module, JsonNode parameters, boolean isOfInitiator) {}

    /** Empty if the attempt has nothing to do with connectors, or must not use one. */
    public Optional<Use> of(TaskKey key) {
        return jdbc.sql("""
                select t.component_module, t.initiator_role, t.initiator_party_id, p.parameters
                from task t
                join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
                where t.task_id = :task and t.task_version = :version and t.role = :role and t.party_id = :party
                """)
                .params(TaskSql.at(key))
                .query((row, number) -> new Attempt(
                        row.getString("component_module"),
                        Json.read(row.getString("parameters")),
                        row.getString("initiator_role").equals(key.role())
                                && row.getString("initiator_party_id").equals(key.partyId())))
                .optional()
                .flatMap(this::of);
    }

    private Optional<Use> of(Attempt attempt) {
        return switch (attempt.module()) {
            case "Reader" -> bound(attempt.parameters().path("table"));
            // a job that came from another site reads what this one has bound, but changes no database of this one
            case "Writer" -> attempt.isOfInitiator() ? use(attempt.parameters().path("address")) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<Use> bound(JsonNode table) {
        return jdbc.sql("select address from storage_table_meta where name = :name and namespace = :namespace")
                .param("name", table.path("name").asText())
                .param("namespace", table.path("namespace").asText())
                .query(String.class)
                .optional()
                .flatMap(address -> use(Json.read(address)));
    }

    private static Optional<Use> use(JsonNode address) {
        String connector = text(address, "connector_name");
        return connector.isEmpty() ? Optional.empty() : Optional.of(new Use(connector, text(address, "db")));
    }

    private static String text(JsonNode json, String key) {
        JsonNode value = json.path(key);
        return value.isNull() ? "" : value.asText();
    }
}
