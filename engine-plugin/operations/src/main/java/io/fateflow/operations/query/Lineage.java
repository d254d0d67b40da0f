package io.fateflow.operations.query;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.operations.query.TableHistory.Name;

/**
 * What data, models and predictions were made of, and what was made of them, over all jobs that this site took part in: upwards
 * to what a thing comes from, and downwards to what comes of it; and who has taken any of it out of the site, by the audit log.
 * As far as rows are kept: what housekeeping has removed is not found any more.
 */
public final class Lineage {

    /** More jobs than anybody reads; the answer says so if there are more. */
    static final int MOST_JOBS = 50;

    private final LineageRows rows;
    private final TableHistory tables;

    public Lineage(NamedParameterJdbcTemplate jdbc, TableHistory tables) {
        this.rows = new LineageRows(jdbc);
        this.tables = tables;
    }

    /** Of a table: the jobs that have made it and have read it, and so on. */
    public ObjectNode ofTable(Name table) {
        Walk walk = new Walk();
        walk.table(table);
        rows.makersOf(table).forEach(walk::up);
        tables.readers(table).forEach(walk::down);
        return walk.result();
    }

    /** Of a model's version: the job that has trained it, and the jobs that predict with it, and so on. */
    public ObjectNode ofModel(String version) {
        Walk walk = new Walk();
        walk.model(version);
        rows.trainedBy(version).forEach(walk::up);
        rows.deployedFrom(version).forEach(one -> rows.predictingWith(one).forEach(walk::down));
        return walk.result();
    }

    /** Of all that a job has used and made. */
    public ObjectNode ofJob(String jobId) {
        Walk walk = new Walk();
        walk.up(jobId);
        walk.down(jobId);
        return walk.result();
    }

    private record Step(String jobId, boolean up) {}

    /** One answer in the making. */
    private final class Walk {

        private final Deque<Step> next = new ArrayDeque<>();
        private final Set<Step> seen = new HashSet<>();
        private final Map<String, ObjectNode> jobs = new LinkedHashMap<>();
        private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
        private final Set<List<String>> edges = new LinkedHashSet<>();

        void up(String jobId) {
            step(new Step(jobId, true));
        }

        void down(String jobId) {
            step(new Step(jobId, false));
        }

        private void step(Step step) {
            if (seen.add(step)) {
                next.add(step);
            }
        }

        String table(Name table) {
            String id = "table %s.%s".formatted(table.namespace(), table.name());
            nodes.computeIfAbsent(
                    id,
                    key -> node(id, "table").put("namespace", table.namespace()).put("name", table.name()));
            return id;
        }

        String model(String version) {
            String id = "model " + version;
            nodes.computeIfAbsent(id, key -> node(id, "model").put("model_version", version));
            return id;
        }

        private static ObjectNode node(String id, String kind) {
            return Json.object().put("id", id).put("kind", kind);
        }

        private void edge(String from, String to) {
            edges.add(List.of(from, to));
        }

        ObjectNode result() {
            boolean cut = false;
            while (!next.isEmpty()) {
                Step step = next.remove();
                if (jobs.containsKey(step.jobId()) || jobs.size() < MOST_JOBS) {
                    walk(step);
                } else {
                    cut = true;
                }
            }
            ObjectNode result = Json.object();
            ArrayNode all = result.putArray("jobs");
            jobs.values().forEach(all::add);
            ArrayNode things = result.putArray("nodes");
            nodes.values().forEach(things::add);
            ArrayNode ways = result.putArray("edges");
            edges.forEach(way -> ways.addObject().put("from", way.get(0)).put("to", way.get(1)));
            ArrayNode taken = result.putArray("taken");
            rows.taken(jobs.keySet(), nodes.values()).forEach(taken::add);
            return result.put("cut", cut);
        }

        private void walk(Step step) {
            List<LineageRows.Part> parts = rows.parts(step.jobId());
            if (parts.isEmpty()) {
                return;
            }
            jobs.computeIfAbsent(step.jobId(), id -> parts.get(0).json());
            parts.forEach(part -> walk(step, part));
            if (step.up()) {
                parts.get(0).predictsWith().ifPresent(version -> rows.trainedBy(version)
                        .forEach(this::up));
            } else {
                tables.readersOfOutputs(step.jobId()).forEach(this::down);
                rows.modelsOf(step.jobId()).stream()
                        .flatMap(version -> rows.predictingWith(version).stream())
                        .forEach(this::down);
            }
        }

        private void walk(Step step, LineageRows.Part part) {
            ObjectNode used = tables.ofJob(part.dsl(), part.jobId(), part.role(), part.partyId());
            part.addOwnTables(used);
            used.properties().forEach(component -> {
                if (component.getValue().path("input").isEmpty()
                        && component.getValue().path("output").isEmpty()) {
                    return;
                }
                String id = component(part, component.getKey());
                component.getValue().path("input").forEach(input -> {
                    Name table = name(input);
                    edge(table(table), id);
                    if (step.up()) {
                        rows.makersOf(table).forEach(this::up);
                    }
                });
                component.getValue().path("output").forEach(output -> edge(id, table(name(output))));
            });
            part.predictsWith().ifPresent(version -> part.componentsWithModel()
                    .forEach(component -> edge(model(version), component(part, component))));
            rows.modelComponents(part).forEach(component -> edge(component(part, component), model(part.jobId())));
            rows.deployed(part).forEach(version -> edge(model(part.jobId()), model(version)));
        }

        private String component(LineageRows.Part part, String name) {
            String id = "component %s %s %s %s".formatted(part.jobId(), name, part.role(), part.partyId());
            nodes.computeIfAbsent(id, key -> node(id, "component")
                    .put("job_id", part.jobId())
                    .put("component", name)
                    .put("module", part.module(name))
                    .put("role", part.role())
                    .put("party_id", part.partyId()));
            return id;
        }

        private static Name name(JsonNode table) {
            return new Name(table.path("namespace").asText(), table.path("name").asText());
        }
    }
}
