package io.fateflow.webapp.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelTagApiTest {

    private static final String ID = "arbiter-10000#guest-9999#host-10000#model";
    private static final String DSL = """
        {"components": {
          "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
          "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["reader_0.data"]}},
                   "output": {"data": ["data"], "model": ["model"]}}}}\
        """;

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    private String trained;

    @BeforeAll
    void train() throws InterruptedException {
        trained = new EndedJob(engine, jobs).with("lr_0", "guest", json("""
            {"models": [{"alias": "model", "module": "HeteroLR", "meta_name": "m", "meta": {}, "param_name": "p",
                         "param": {"weight": {"x0": 0.5}}}]}\
            """)).run(DSL, EndedJob.CONF_WITH_ARBITER);
    }

    @Test
    void aTagIsMadeFoundChangedAndForgotten() {
        assertThat(post("tag/create", "{\"tag_name\": \"mine\", \"tag_desc\": \"desc\"}"))
                .isEqualTo(json("{\"retcode\": 0, \"retmsg\": \"'mine' tag has been created successfully.\"}"));
        assertThat(message("tag/create", "{\"tag_name\": \"mine\"}"))
                .isEqualTo("Exception(\"'mine' has already exists in database.\")");
        assertThat(post("tag/retrieve", "{\"tag_name\": \"in\"}").path("data"))
                .isEqualTo(json("{\"tags\": [{\"name\": \"mine\", \"description\": \"desc\"}]}"));

        assertThat(message(
                        "tag/update",
                        "{\"tag_name\": \"mine\", \"new_tag_name\": \"mine\", \"new_tag_desc\": \"desc\"}"))
                .isEqualTo("Nothing to be updated.");
        assertThat(message("tag/update", "{\"tag_name\": \"mine\", \"new_tag_name\": \"yours\"}"))
                .isEqualTo("Infomation of 'mine' tag has been updated successfully.");
        assertThat(post("tag/retrieve", "{\"tag_name\": \"yours\"}")
                        .at("/data/tags/0/description")
                        .isNull())
                .isTrue();

        assertThat(message("tag/destroy", "{\"tag_name\": \"yours\"}"))
                .isEqualTo("'yours' tag has been deleted successfully.");
        assertThat(post("tag/destroy", "{\"tag_name\": \"yours\"}")
                        .path("retcode")
                        .asInt())
                .isEqualTo(100);
        assertThat(message("tag/retrieve", "{\"tag_name\": \"yours\"}")).isEqualTo("No tags found.");
    }

    @Test
    void aTagsNewNameIsNobodyElses() {
        post("tag/create", "{\"tag_name\": \"one\"}");
        post("tag/create", "{\"tag_name\": \"two\"}");

        assertThat(message("tag/update", "{\"tag_name\": \"one\", \"new_tag_name\": \"two\"}"))
                .isEqualTo("'two' tag already exists.");
    }

    @ParameterizedTest
    @CsvSource({"'', Please input a valid tag name", "'a\\u0007b', FFB-6131", "LONG, FFB-6131"})
    void noTagHasANameThatNobodyCouldRead(String name, String why) {
        String sent = name.equals("LONG") ? "x".repeat(129) : name;

        assertThat(message("tag/create", "{\"tag_name\": \"" + sent + "\"}")).contains(why);
    }

    @Test
    void aModelIsTaggedAndFoundByItsTag() {
        String tagging = "{\"job_id\": \"%s\", \"tag_name\": \"best\"}".formatted(trained);

        assertThat(message("model_tag/create", tagging))
                .isEqualTo("Adding best tag for model with job id: " + trained + " successfully.");
        assertThat(message("model_tag/create", tagging)).contains("already been tagged as tag");
        assertThat(post("model_tag/retrieve", "{\"job_id\": \"" + trained + "\"}")
                        .path("data"))
                .isEqualTo(json("{\"count\": 1, \"tags\": [{\"name\": \"best\", \"description\": null}]}"));
        JsonNode models = post("tag/retrieve", "{\"tag_name\": \"best\", \"with_model\": true}")
                .path("data");
        assertThat(models.path("count").asInt()).isEqualTo(3);
        assertThat(models.path("models").findValuesAsText("role")).containsExactly("arbiter", "guest", "host");
        assertThat(models.at("/models/1/model_size").asInt()).isEqualTo(1);
        assertThat(models.at("/models/1/model_id").asText()).isEqualTo(ID);
        assertThat(post("tag/list", "{\"limit\": 50}").path("data").path("tags"))
                .anySatisfy(tag -> assertThat(tag)
                        .isEqualTo(json("{\"name\": \"best\", \"description\": null, \"model_count\": 1}")));

        assertThat(message("model_tag/remove", tagging)).startsWith("'best' tag has been removed");
        assertThat(message("model_tag/remove", tagging)).contains("does not have tag 'best'");
        assertThat(message("model_tag/retrieve", "{\"job_id\": \"7\"}")).contains("Can not found model by job id: '7'");
    }

    @Test
    void aModelsDetailHasItsComponentsInTheOrderOfItsGraph() {
        JsonNode detail =
                post("query/detail", "{\"model_id\": \"%s\", \"model_version\": \"%s\"}".formatted(ID, trained));

        assertThat(detail.path("retmsg").asText()).isEqualTo("Query model info from db success.");
        assertThat(detail.at("/data/component_info")).isEqualTo(json("""
            {"a": [{"component_name": "reader_0", "module": "Reader", "index": 0},
                   {"component_name": "lr_0", "module": "HeteroLR", "index": 1}]}\
            """).path("a"));
        assertThat(detail.at("/data/dsl/components/lr_0/module").asText()).isEqualTo("HeteroLR");
        assertThat(detail.path("data").properties())
                .extracting(entry -> entry.getKey())
                .containsExactlyInAnyOrder(
                        "runtime_conf", "dsl", "inference_dsl", "component_info", "inference_component_info");
        assertThat(post("query/detail", "{\"model_id\": \"x\", \"model_version\": \"1\"}")
                        .path("retcode")
                        .asInt())
                .isEqualTo(100);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post("/v1/model/" + path, body).body());
    }

    private String message(String path, String body) {
        return post(path, body).path("retmsg").asText();
    }
}
