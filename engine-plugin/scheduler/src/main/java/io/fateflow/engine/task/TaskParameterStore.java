package io.fateflow.engine.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/** The parameters of each component at each party: {@code task_parameters}. */
public final class TaskParameterStore {

    private static final String AT = "task_id = :task and role = :role and party_id = :party";

    private final NamedParameterJdbcTemplate batches;
    private final JdbcClient jdbc;

    public TaskParameterStore(JdbcTemplate jdbc) {
        this.batches = new NamedParameterJdbcTemplate(jdbc);
        this.jdbc = JdbcClient.create(batches);
    }

    /** A row that is about to be written. */
    public record Entry(String taskId, Party party, String module, ObjectNode parameters) {}

    /** A component's parameters at a party. */
    public Optional<JsonNode> find(String taskId, Party party) {
        return jdbc.sql("select parameters from task_parameters where " + AT)
                .param("task", taskId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(String.class)
                .optional()
                .map(Json::read);
    }

    /** Other parameters for the next attempts. */
    public void update(List<Entry> entries) {
        batches.batchUpdate("update task_parameters set parameters = :parameters where " + AT, values(entries));
    }

    public void insert(List<Entry> entries) {
        batches.batchUpdate("""
                insert into task_parameters (task_id, role, party_id, component_module, parameters)
                values (:task, :role, :party, :module, :parameters)
                """, values(entries));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?>[] values(List<Entry> entries) {
        return entries.stream()
                .map(entry -> Map.of(
                        "task", entry.taskId(),
                        "role", entry.party().role(),
                        "party", entry.party().idText(),
                        "module", entry.module(),
                        "parameters", Json.write(entry.parameters())))
                .toArray(Map[]::new);
    }
}
