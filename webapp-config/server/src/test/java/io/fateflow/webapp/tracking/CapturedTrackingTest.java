package io.fateflow.webapp.tracking;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A component that left what the original server once recorded is answered for as the original did. Needs recordings,
 * which are not part of this repository.
 */
@ServerTest
class CapturedTrackingTest {

    private static final Path CAPTURES =
            Path.of(System.getProperty("fate.captures", "../../../shared/reference/captures"));
    private static final String DSL = "{\"components\": {\"any_0\": {\"module\": \"HeteroLR\"}}}";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999}, "role": {"guest": [9999], "arbiter": [10001]},
             "job_parameters": {"common": {"task_cores": 1}}}""";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @BeforeEach
    void withRecordings() {
        assumeThat(CAPTURES).isDirectory();
    }

    @Test
    void metrics() throws IOException, InterruptedException {
        JsonNode all = captured("component_metric_all.json");
        ObjectNode result = json("{}");
        ArrayNode metrics = result.putArray("metrics");
        // in the order of the other recording
        captured("component_metrics.json").path("data").properties().forEach(names -> names.getValue()
                .forEach(name -> metrics.add(metric(
                        names.getKey(),
                        name.asText(),
                        all.path("data").path(names.getKey()).path(name.asText())))));
        String body = run(result);

        assertThat(ask("metric/all", body)).isEqualTo(all);
        assertThat(ask("metrics", body)).isEqualTo(captured("component_metrics.json"));
    }

    private static ObjectNode metric(String namespace, String name, JsonNode recorded) {
        ObjectNode metric = json("{}").put("namespace", namespace).put("name", name);
        ObjectNode metas = recorded.path("meta").deepCopy();
        metric.put("metric_type", metas.remove("metric_type").asText());
        metas.remove("name");
        metric.set("metas", metas);
        metric.set("data", recorded.path("data"));
        return metric;
    }

    @Test
    void aModelAndASummary() throws IOException, InterruptedException {
        JsonNode recorded = captured("component_output_model_lr.json");
        ObjectNode result = json("{}");
        ObjectNode model = result.putArray("models").addObject().put("alias", "model");
        model.put("module", recorded.at("/meta/module_name").asText());
        model.set("meta", recorded.at("/meta/meta_data"));
        model.set("param", recorded.path("data"));
        result.set("summary", captured("component_summary.json").path("data"));
        String body = run(result);

        assertThat(ask("output/model", body)).isEqualTo(recorded);
        assertThat(ask("summary/download", body)).isEqualTo(captured("component_summary.json"));
    }

    @Test
    void outputData() throws IOException, InterruptedException {
        JsonNode recorded = captured("component_output_data_json.json");
        ObjectNode table = json("{\"name\": \"recorded\", \"namespace\": \"made\", \"origin\": \"output\"}");
        table.set("count", recorded.at("/meta/total/0"));
        ObjectNode schema = table.putObject("schema").put("sid", "id");
        recorded.at("/meta/header/0").forEach(name -> {
            if (!name.asText().equals("id")) {
                schema.withArrayProperty("header").add(name);
            }
        });
        ArrayNode rows = table.putArray("part_of_data");
        recorded.at("/data/0").forEach(row -> {
            StringBuilder values = new StringBuilder();
            for (int i = 1; i < row.size(); i++) {
                values.append(i == 1 ? "" : ",").append(row.get(i).asText());
            }
            rows.addArray().add(row.get(0)).add(values.toString());
        });
        ObjectNode result = json("{\"outputs\": [{\"table_name\": \"recorded\", \"table_namespace\": \"made\"}]}");
        ((ObjectNode) result.at("/outputs/0")).set("data_name", recorded.at("/meta/names/0"));
        result.putArray("tables").add(table);

        assertThat(ask("output/data", run(result))).isEqualTo(recorded);
    }

    private String run(ObjectNode result) throws InterruptedException {
        String jobId = new EndedJob(engine, jobs).with("any_0", "guest", result).run(DSL, CONF);
        return "{\"job_id\": \"%s\", \"role\": \"guest\", \"party_id\": 9999, \"component_name\": \"any_0\"}"
                .formatted(jobId);
    }

    private JsonNode ask(String call, String body) {
        return json(caller.post("/v1/tracking/component/" + call, body).body());
    }

    private static JsonNode captured(String name) throws IOException {
        return EndedJob.JSON
                .readTree(Files.readString(CAPTURES.resolve(name)))
                .path("response")
                .path("body");
    }
}
