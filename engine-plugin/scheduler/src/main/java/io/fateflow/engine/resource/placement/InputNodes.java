package io.fateflow.engine.resource.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.LeaseKey;

/** Where the input of an attempt lies: on the nodes whose workers ran, at its party, the components that it takes data from. */
public final class InputNodes {

    private static final String WORKERS = """
            select worker_id
            from task
            where job_id = :jobId and component_name = :component and role = :role and party_id = :partyId
                and party_status = 'success' and worker_id is not null
            """;

    private final JdbcClient jdbc;

    public InputNodes(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Names of nodes; none, where nobody has made its input here. */
    public Set<String> of(LeaseKey attempt, String component) {
        Set<String> nodes = new HashSet<>();
        jdbc.sql("select dsl from job_body where job_id = ?")
                .param(attempt.jobId())
                .query(String.class)
                .list()
                .forEach(dsl ->
                        upstream(Json.read(dsl), component).forEach(name -> nodes.addAll(workers(attempt, name))));
        return nodes;
    }

    private List<String> workers(LeaseKey attempt, String component) {
        return jdbc.sql(WORKERS)
                .param("jobId", attempt.jobId())
                .param("component", component)
                .param("role", attempt.role())
                .param("partyId", attempt.partyId())
                .query(String.class)
                .list();
    }

    /** The text before the first dot of a reference names a component. */
    private static Set<String> upstream(JsonNode dsl, String component) {
        Set<String> names = new HashSet<>();
        dsl.path("components")
                .path(component)
                .path("input")
                .path("data")
                .forEach(references -> references.forEach(reference -> {
                    String text = reference.asText();
                    names.add(text.substring(0, Math.max(0, text.indexOf('.'))));
                }));
        return names;
    }
}
