package io.fateflow.engine.task;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/** The parameters of each component at each party: {@code task_parameters}. */
public final class TaskParameterStore {

    private final JdbcTemplate jdbc;

    public TaskParameterStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** A row that is about to be written. */
    public record Entry(String taskId, Party party, String module, ObjectNode parameters) {}

    /** A component's parameters at a party. */
    public Optional<JsonNode> find(String taskId, Party party) {
        return jdbc
                .queryForList(
                        "select parameters from task_parameters where task_id = ? and role = ? and party_id = ?",
                        String.class,
                        taskId,
                        party.role(),
                        party.idText())
                .stream()
                .findFirst()
                .map(Json::read);
    }

    /** Other parameters for the next attempts. */
    public void update(List<Entry> entries) {
        jdbc.batchUpdate(
                "update task_parameters set parameters = ? where task_id = ? and role = ? and party_id = ?",
                entries,
                100,
                (statement, entry) -> {
                    statement.setString(1, Json.write(entry.parameters()));
                    statement.setString(2, entry.taskId());
                    statement.setString(3, entry.party().role());
                    statement.setString(4, entry.party().idText());
                });
    }

    public void insert(List<Entry> entries) {
        jdbc.batchUpdate(
                "insert into task_parameters (task_id, role, party_id, component_module, parameters)"
                        + " values (?, ?, ?, ?, ?)",
                entries,
                100,
                (statement, entry) -> {
                    statement.setString(1, entry.taskId());
                    statement.setString(2, entry.party().role());
                    statement.setString(3, entry.party().idText());
                    statement.setString(4, entry.module());
                    statement.setString(5, Json.write(entry.parameters()));
                });
    }
}
