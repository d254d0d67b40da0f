package io.fateflow.webapp.model;

import java.util.Base64;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckpointApiTest {

    private static final String ID = "arbiter-10000#guest-9999#host-10000#model";
    private static final String DSL =
            "{\"components\": {\"lr_0\": {\"module\": \"HeteroLR\", \"output\": {\"model\": [\"model\"]}}}}";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000], "arbiter": [10000]},
             "job_parameters": {"common": {"task_cores": 1}}}""";

    private static final String CHECKPOINT = """
            {"alias": "model", "step_index": %d, "step_name": "step_name", "create_time": 1636252494683,
             "module": "HeteroLR", "meta_name": "HeteroLogisticRegressionMeta", "meta": "{\\"maxIter\\": \\"3\\"}",
             "param_name": "HeteroLogisticRegressionParam", "param": "{\\"iters\\": %d}"}""";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    private String trained;

    @BeforeAll
    void train() throws InterruptedException {
        trained = new EndedJob(engine, jobs)
                .with("lr_0", "guest", json("""
            {"models": [{"alias": "model", "module": "HeteroLR", "meta_name": "HeteroLogisticRegressionMeta", "meta": {},
                         "param_name": "HeteroLogisticRegressionParam", "param": {"iters": 9}}],
             "checkpoints": [%s, %s]}""".formatted(CHECKPOINT.formatted(2, 2), CHECKPOINT.formatted(4, 4))))
                .run(DSL, CONF);
    }

    @Test
    void theListHasTheSumsOfFatesMessages() {
        JsonNode list = post("list", "");

        assertThat(list.path("data")).hasSize(2);
        assertThat(list.at("/data/0")).isEqualTo(json("""
            {"create_time": "2021-11-07T02:34:54.683000", "step_index": 2, "step_name": "step_name", "models": {
               "HeteroLogisticRegressionMeta": {
                  "buffer_name": "LRModelMeta", "sha1": "e4d85b6608f005d98cf66286d9ba5e2cc450a98e"},
               "HeteroLogisticRegressionParam": {
                  "buffer_name": "LRModelParam", "sha1": "76be8616a9f30864887a662323af3795a628b256"}}}"""));
    }

    @Test
    void oneIsGotByItsNumberOrItsName() {
        JsonNode second = post("get", ", \"step_index\": 2").path("data");

        assertThat(second.path("step_index").asInt()).isEqualTo(2);
        assertThat(second.path("create_time").asText()).isEqualTo("2021-11-07T02:34:54.683000");
        assertThat(Base64.getDecoder()
                        .decode(second.at("/models/HeteroLogisticRegressionMeta")
                                .asText()))
                .as("field 8, a number: 3")
                .containsExactly(0x40, 3);
        assertThat(Base64.getDecoder()
                        .decode(second.at("/models/HeteroLogisticRegressionParam")
                                .asText()))
                .as("field 1, a number: 2")
                .containsExactly(8, 2);
        assertThat(post("get", ", \"step_index\": \"4\", \"step_name\": \"no\"")
                        .path("data")
                        .path("step_index")
                        .asInt())
                .as("the number counts, and may be a text")
                .isEqualTo(4);
        assertThat(post("get", ", \"step_name\": \"step_name\"")
                        .at("/data/step_index")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(message("get", ", \"step_index\": 3")).startsWith("The checkpoint was not found. FFB-6130");
        assertThat(post("get", ", \"step_index\": 3").path("retcode").asInt()).isEqualTo(404);
        assertThat(message("get", "")).isEqualTo("'step_index' or 'step_name' is required");
        assertThat(message("get", ", \"step_index\": \"x\"")).isEqualTo("Invalid 'step_index'");
        assertThat(caller.post("/v1/checkpoint/list", "{\"role\": \"guest\"}").body())
                .contains("required parameters are missing: party_id,model_id,model_version,component_name; ")
                .endsWith("400}");
        String other = component().replace("guest\"", "host\"");
        assertThat(json(caller.post("/v1/checkpoint/list", other + "}").body()).path("data"))
                .isEmpty();
    }

    @Test
    void anEarlierStepIsDeployedAndAStepThatIsNotThereIsNot() {
        String model = "{\"model_id\": \"%s\", \"model_version\": \"%s\", \"components_checkpoint\": {\"lr_0\": {%s}}}";

        JsonNode deployed = json(caller.post("/v1/model/deploy", model.formatted(ID, trained, "\"step_index\": 2"))
                .body());
        JsonNode refused = json(caller.post("/v1/model/deploy", model.formatted(ID, trained, "\"step_index\": 3"))
                .body());

        assertThat(deployed.path("retmsg").asText()).isEqualTo("success");
        assertThat(engine.models()
                        .find(
                                new PartyModel(
                                        ID, deployed.at("/data/model_version").asText(), "guest", "9999"),
                                List.of("lr_0")))
                .singleElement()
                .satisfies(kept -> assertThat(kept.param()).isEqualTo(json("{\"iters\": 2}")));
        assertThat(refused.at("/data/detail/guest/9999/retmsg").asText())
                .contains("FFB-5301", "there are those of step_index 2, 4");
    }

    private JsonNode post(String call, String more) {
        return json(
                caller.post("/v1/checkpoint/" + call, component() + more + "}").body());
    }

    private String message(String call, String more) {
        return post(call, more).path("retmsg").asText();
    }

    private String component() {
        return "{\"role\": \"guest\", \"party_id\": 9999, \"model_id\": \"%s\", \"model_version\": \"%s\", \"component_name\": \"lr_0\""
                .formatted(ID, trained);
    }
}
