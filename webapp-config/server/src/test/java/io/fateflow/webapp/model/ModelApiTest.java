package io.fateflow.webapp.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelApiTest {

    private static final Path CAPTURES =
            Path.of(System.getProperty("fate.captures", "../../../shared/reference/captures"));
    private static final String ID = "arbiter-10000#guest-9999#host-10000#model";
    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                              "output": {"data": ["data"], "model": ["model"]}},
              "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["transform_0.data"]}},
                       "output": {"data": ["data"], "model": ["model"]}}}}""";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private JdbcTemplate jdbc;

    private String trained;

    @BeforeAll
    void train() throws InterruptedException {
        trained = new EndedJob(engine, jobs).with("lr_0", "guest", json("""
                {"models": [{"alias": "model", "module": "HeteroLR", "meta_name": "m", "meta": {}, "param_name": "p",
                             "param": {"weight": {"x0": 0.5}}}]}""")).run(DSL, EndedJob.CONF_WITH_ARBITER);
    }

    @Test
    void everyPartyOfTheTrainingDeploys() {
        JsonNode answer = deploy(trained, "\"cpn_list\": [\"transform_0\", \"lr_0\"]");

        String version = answer.at("/data/model_version").asText();
        assertThat(version).matches("\\d{21}").isNotEqualTo(trained);
        ObjectNode expected = json("""
                {"retcode": 0, "retmsg": "success", "data": {
                   "arbiter": {"10000": 0}, "guest": {"9999": 0}, "host": {"10000": 0},
                   "detail": {
                     "arbiter": {"10000": {"retcode": 0, "retmsg": "deploy model of role arbiter 10000 success"}},
                     "guest": {"9999": {"retcode": 0, "retmsg": "deploy model of role guest 9999 success"}},
                     "host": {"10000": {"retcode": 0, "retmsg": "deploy model of role host 10000 success"}}}}}""");
        expected.withObject("/data").put("model_id", ID).put("model_version", version);
        assertThat(answer).isEqualTo(expected);
        assertThat(shape(answer)).isEqualTo(shape(expected));
    }

    @Test
    void noAnswerHasMoreThanAThousandModels() {
        jdbc.update(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, create_time, update_time)"
                        + " select 'many' || x, role, party_id, 'many', job_id, x, x from pipeline_model,"
                        + " system_range(1, 1001) where model_version = ? and role = 'guest'",
                trained);

        JsonNode answer = post("/v1/model/query", "{\"model_id\": \"many\"}");

        assertThat(answer.path("retcode").asInt()).isZero();
        assertThat(answer.path("data")).hasSize(1_000);
        assertThat(answer.path("retmsg").asText()).contains("first 1000, there are more");
    }

    @Test
    void theDslToPredictWithHasTheModelsAndCodePathsOfItsRole() {
        String version = deployed("\"cpn_list\": [\"transform_0\", \"lr_0\"]");

        assertThat(post("/v1/model/get/predict/dsl", named(version)).path("data"))
                .isEqualTo(json("""
                {"components": {
                  "transform_0": {"CodePath": "DataTransform", "module": "DataTransform", "output": {"data": ["data"]},
                                  "input": {"model": ["pipeline.transform_0.model"]}},
                  "lr_0": {"CodePath": "HeteroLRGuest", "module": "HeteroLR", "output": {"data": ["data"]},
                           "input": {"data": {"test_data": ["transform_0.data"]}, "model": ["pipeline.lr_0.model"]}}}}"""));
        var file = caller.post(
                "/v1/model/get/predict/dsl",
                named(version).replaceFirst("\\{", "{\"filename\": \"predict_dsl_1.json\", "));
        assertThat(file.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=predict_dsl_1.json");
        assertThat(json(file.body()).at("/components/lr_0/CodePath").asText()).isEqualTo("HeteroLRGuest");
    }

    @Test
    void theConfToPredictWithIsATemplate() {
        String version = deployed("\"cpn_list\": []");

        JsonNode conf = post("/v1/model/get/predict/conf", named(version)).path("data");

        assertThat(conf.path("role")).isEqualTo(json(EndedJob.CONF_WITH_ARBITER).path("role"));
        assertThat(conf.path("initiator"))
                .isEqualTo(json(EndedJob.CONF_WITH_ARBITER).path("initiator"));
        assertThat(conf.at("/job_parameters/common/job_type").asText()).isEqualTo("predict");
        assertThat(conf.at("/job_parameters/common/model_version").asText()).isEqualTo(version);
        assertThat(conf.at("/component_parameters/role")).isEqualTo(json("""
                {"guest": {"0": {"reader_0": {"table":
                     {"name": "name_to_be_filled_0", "namespace": "namespace_to_be_filled_0"}}}},
                 "host": {"0": {"reader_0": {"table":
                     {"name": "name_to_be_filled_0", "namespace": "namespace_to_be_filled_0"}}}}}"""));
    }

    @Test
    void theTemplateFilledInIsAJobThatPredicts() throws InterruptedException {
        String version = deployed("\"cpn_list\": []");
        JsonNode conf =
                post("/v1/model/get/predict/conf", named(version)).path("data").deepCopy();
        // the tables are those of the training
        ((ObjectNode) conf.path("component_parameters")).remove("role");

        String job = new EndedJob(engine, jobs).run("{}", conf.toString());

        JsonNode shown = post("/v1/job/config", "{\"job_id\": \"" + job + "\"}").path("data");
        assertThat(shown.path("model_info"))
                .isEqualTo(json("{\"model_id\": \"" + ID + "\", \"model_version\": \"" + version + "\"}"));
        assertThat(shown.at("/train_runtime_conf/job_parameters/common/model_version")
                        .asText())
                .isEqualTo(trained);
        assertThat(shown.at("/dsl/components/lr_0/input/model/0").asText()).isEqualTo("pipeline.lr_0.model");
        assertThat(post(
                                "/v1/tracking/component/output/model",
                                "{\"job_id\": \"%s\", \"role\": \"guest\", \"party_id\": 9999, \"component_name\": \"lr_0\"}"
                                        .formatted(job))
                        .path("data"))
                .as("a predict job shows the model it predicts with")
                .isEqualTo(json("{\"weight\": {\"x0\": 0.5}}"));
    }

    @Test
    void aDslOfTheUsersMayBeAnObjectOrItsText() {
        String dsl = "{\"components\": {\"lr_0\": {\"module\": \"HeteroLR\", \"CodePath\": \"x\"}}}";

        for (String form : new String[] {"\"predict_dsl\": " + dsl, "\"dsl\": " + EndedJob.JSON.valueToTree(dsl)}) {
            JsonNode shown = post("/v1/model/get/predict/dsl", named(deployed(form)));
            assertThat(shown.at("/data/components/lr_0/CodePath").asText()).isEqualTo("HeteroLRGuest");
        }
    }

    @Test
    void aRefusalNamesEveryPartyAndItsCause() {
        String child = deployed("\"cpn_list\": []");

        JsonNode answer = deploy(child, "\"components_checkpoint\": {}");

        assertThat(answer.path("retcode").asInt()).isEqualTo(101);
        assertThat(answer.path("retmsg").asText()).isEqualTo("failed");
        assertThat(answer.at("/data/guest/9999").asInt()).isEqualTo(100);
        assertThat(answer.at("/data/detail/guest/9999/retmsg").asText())
                .isEqualTo("deploy model of role guest 9999 failed, details: "
                        + "Exception('Child model could not be deployed.')");
        assertThat(deploy(trained, "\"cpn_list\": [\"no_0\"]")
                        .at("/data/detail/host/10000/retmsg")
                        .asText())
                .contains("no_0");
        assertThat(deploy(trained, "\"components_checkpoint\": {\"lr_0\": {\"step_index\": 3}}")
                        .at("/data/detail/host/10000/retmsg")
                        .asText())
                .contains("FFB-5301", "lr_0 has no checkpoint of step_index 3; it has none at all");
        assertThat(deploy(trained, "\"components_checkpoint\": {\"lr_0\": {\"step_index\": \"x\"}}")
                        .path("retmsg")
                        .asText())
                .startsWith("FFB-5301");
    }

    @Test
    void anUnknownModelIsAnHttpStatus() {
        assertThat(caller.post("/v1/model/deploy", named("0")).body())
                .isEqualTo("{\"retmsg\": \"Deploy model failed. Model " + ID + " 0 not found.\", \"retcode\": 404}");
        var answer = caller.post("/v1/model/get/predict/conf", named("0"));
        assertThat(answer.statusCode()).isEqualTo(210);
        assertThat(answer.body()).contains("No model found, please check if arguments are specified correctly.");
        assertThat(post("/v1/model/query", named("0")).path("retcode").asInt()).isEqualTo(100);
        assertThat(post("/v1/model/query", "{}").path("data")).isEmpty();
    }

    @Test
    void aModelIsARowAParty() {
        String version = deployed("\"cpn_list\": [\"lr_0\"]");

        JsonNode parent = post("/v1/model/query", named(trained)).path("data");
        JsonNode child = post("/v1/model/query", named(version)).path("data");

        assertThat(parent).hasSize(3);
        assertThat(parent.path(0)).hasSize(25);
        assertThat(parent.findValuesAsText("f_role")).containsExactly("guest", "host", "arbiter");
        assertThat(parent.path(0).path("f_party_id").isTextual()).isTrue();
        assertThat(parent.path(0).path("f_parent").asBoolean()).isTrue();
        assertThat(parent.path(0).path("f_parent_info")).isEmpty();
        assertThat(parent.path(0).path("f_size").asInt()).isEqualTo(1);
        assertThat(parent.path(1).path("f_size").asInt()).isZero();
        assertThat(child.path(0).path("f_parent").isNull()).isTrue();
        assertThat(child.path(0).at("/f_parent_info/parent_model_version").asText())
                .isEqualTo(trained);
        assertThat(child.path(0).at("/f_inference_dsl/components/lr_0/CodePath").asText())
                .isEqualTo("HeteroLRGuest");
        assertThat(post(
                                "/v1/model/query",
                                "{\"model_version\": \"%s\", \"role\": \"host\", \"query_filters\": [\"size\", \"no\"]}"
                                        .formatted(version))
                        .path("data"))
                .isEqualTo(json("{\"a\": [{\"f_size\": 0}]}").path("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"transform_0\"", "[\"transform_0\"]", "\" [ transform_0 ,]\\n\""})
    void aDslToPredictWithIsMadeOfATextOfNames(String names) {
        String body = "{\"cpn_str\": %s, \"train_dsl\": %s, \"version\": \"2\"}"
                .formatted(names, EndedJob.JSON.valueToTree(DSL));

        assertThat(post("/v1/job/dsl/generate", body)).isEqualTo(json("""
                {"retcode": 0, "retmsg": "success", "data": {"components": {"transform_0": {
                   "input": {"model": ["pipeline.transform_0.model"]}, "module": "DataTransform",
                   "output": {"data": ["data"]}}}}}"""));
    }

    @ParameterizedTest
    @CsvSource({"no_0, '{}'", "lr_0, 'x'", "'', '{\"components\":{}}'", "lr_0, '[]'"})
    void aDslThatCannotBeMadeIsAnHttpStatus(String names, String dsl) {
        var answer = caller.post(
                "/v1/job/dsl/generate",
                "{\"cpn_str\": \"%s\", \"train_dsl\": %s}".formatted(names, EndedJob.JSON.valueToTree(dsl)));

        assertThat(answer.statusCode()).isEqualTo(210);
        assertThat(answer.body()).contains("DSL generating failed.");
    }

    /** Needs recordings of the original server, which are not part of this repository. */
    @Test
    void answersLookAsTheOriginalsDo() throws IOException {
        assumeThat(CAPTURES).isDirectory();

        assertThat(shape(deploy(trained, "\"components_checkpoint\": {}")))
                .isEqualTo(shape(captured("model_deploy.json")));
        JsonNode recorded = EndedJob.JSON.readTree(Files.readString(CAPTURES.resolve("model_get_info.json")));
        ObjectNode request = recorded.at("/request/body").deepCopy();
        JsonNode row = post(
                        "/v1/model/query", request.put("model_version", trained).toString())
                .at("/data/0");
        assertThat(shape(row)).isEqualTo(shape(recorded.at("/response/body/data/0")));
    }

    private static JsonNode captured(String name) throws IOException {
        return EndedJob.JSON.readTree(Files.readString(CAPTURES.resolve(name))).at("/response/body");
    }

    /** All paths with the kind of value that is there. */
    private static Set<String> shape(JsonNode node) {
        Set<String> shape = new TreeSet<>();
        shape("", node, shape);
        return shape;
    }

    private static void shape(String path, JsonNode node, Set<String> shape) {
        shape.add(path + " " + node.getNodeType());
        node.properties().forEach(entry -> shape(path + "/" + entry.getKey(), entry.getValue(), shape));
    }

    private String deployed(String how) {
        JsonNode answer = deploy(trained, how);
        assertThat(answer.path("retmsg").asText()).as("%s", answer).isEqualTo("success");
        return answer.at("/data/model_version").asText();
    }

    private JsonNode deploy(String version, String how) {
        return post("/v1/model/deploy", named(version).replaceFirst("\\{", "{" + how.replace("\\", "\\\\") + ", "));
    }

    private static String named(String version) {
        return "{\"model_id\": \"%s\", \"model_version\": \"%s\"}".formatted(ID, version);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }
}
