package io.fateflow.webapp.model;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelCallsApiTest {

    private static final String ID = "arbiter-10000#guest-9999#host-10000#model";
    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "binning_0": {"module": "HeteroFeatureBinning", "input": {"data": {"data": ["reader_0.data"]}},
                            "output": {"data": ["data"], "model": ["model"]}},
              "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["binning_0.data"]}},
                       "output": {"data": ["data"], "model": ["model"]}},
              "homo_0": {"module": "HomoLR", "input": {"data": {"train_data": ["binning_0.data"]}},
                         "output": {"data": ["data"], "model": ["model"]}}}}""";
    private static final String CONVERTED = "variables/data/homo_0/model/converted_model/sklearn.joblib";

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
        trained = new EndedJob(engine, jobs)
                .with("binning_0", "guest", result("HeteroFeatureBinning", "FeatureBinning", """
                        {"binningResult": {"binningResult": {"y0": {"woeArray": [0.5], "splitPoints": [1.0]}},
                             "role": "guest", "partyId": "9999"},
                         "hostResults": [{"binningResult": {"host_10000_x0": {"woeArray": [0.25, -0.75]}},
                             "role": "host", "partyId": "10000"}],
                         "header": ["y0"], "headerAnonymous": ["guest_9999_x0"],
                         "multiClassResult": {"labels": ["0", "1"], "hostPartyIds": ["10000"], "results": [],
                             "hostResults": []}}"""))
                .with("binning_0", "host", result("HeteroFeatureBinning", "FeatureBinning", """
                        {"binningResult": {"binningResult": {"age": {"woeArray": [], "splitPoints": [3.0, 5.0]}},
                             "role": "host", "partyId": "10000"},
                         "hostResults": [], "header": ["age"], "headerAnonymous": ["host_10000_x0"],
                         "multiClassResult": {"labels": [], "hostPartyIds": [], "hostResults": [],
                             "results": [{"binningResult": {"age": {"woeArray": [], "splitPoints": [3.0, 5.0]}}}]}}"""))
                .with("lr_0", "guest", result("HeteroLR", "HeteroLogisticRegression", """
                        {"iters": 4, "weight": {"y0": 0.5}, "intercept": -0.25, "header": ["y0"]}"""))
                .with("lr_0", "host", result("HeteroLR", "HeteroLogisticRegression", """
                        {"iters": 4, "weight": {"age": 2.0}, "intercept": 0.0, "header": ["age"]}"""))
                .with("homo_0", "guest", result("HomoLR", "HomoLogisticRegression", """
                        {"iters": 2, "weight": {"x1": 0.75, "x0": 0.5}, "intercept": 0.125, "header": ["x0", "x1"]}"""))
                .run(DSL, EndedJob.CONF_WITH_ARBITER);
    }

    private static ObjectNode result(String module, String name, String param) {
        return json("""
                {"models": [{"alias": "model", "module": "%s", "meta_name": "%sMeta",
                    "meta": {"penalty": "L2", "tol": 0.0001, "maxIter": "3", "fitIntercept": true},
                    "param_name": "%sParam", "param": %s}]}""".formatted(module, name, name, param));
    }

    @Test
    void loadAnswersForEachPartyThatWouldPublish() {
        JsonNode trainedOne = post("/v1/model/load", "{\"job_id\": \"%s\"}".formatted(trained));

        assertThat(trainedOne.path("retcode").asInt()).isEqualTo(101);
        assertThat(trainedOne.path("retmsg").asText()).startsWith("failed: Only deployed models");
        assertThat(trainedOne.path("jobId").asText()).matches("\\d{21}");
        assertThat(trainedOne.at("/data/guest/9999").asInt()).isEqualTo(100);
        assertThat(trainedOne.at("/data/detail/host/10000/retmsg").asText())
                .isEqualTo("Only deployed models could be used to execute process of loading."
                        + " Please deploy model before loading.");
        assertThat(trainedOne.path("data").has("arbiter")).isFalse();

        String deployed = post("/v1/model/deploy", named(trained, ""))
                .at("/data/model_version")
                .asText();
        JsonNode child = post("/v1/model/load", "{\"job_id\": \"%s\"}".formatted(deployed));
        assertThat(child.at("/data/detail/guest/9999/retmsg").asText())
                .startsWith("Please configure servings address")
                .contains("FFB-6111");
        assertThat(child.path("retmsg").asText())
                .as("what the Pipeline SDK shows")
                .contains("FFB-6111");
        assertThat(post("/v1/model/load", "{\"job_id\": \"none\"}")
                        .path("retcode")
                        .asInt())
                .isEqualTo(101);
        assertThat(post("/v1/model/load", "{\"role\": {}}").path("retmsg").asText())
                .contains("initiator,job_parameters");
    }

    @Test
    void bindSaysWhatIsMissing() {
        String job = "\"job_id\": \"%s\"".formatted(trained);

        assertThat(post("/v1/model/bind", "{%s}".formatted(job)).path("retmsg").asText())
                .isEqualTo("no service id");
        JsonNode answer = post("/v1/model/bind", "{%s, \"service_id\": \"s\"}".formatted(job));
        assertThat(answer.path("retcode").asInt()).isEqualTo(100);
        assertThat(answer.path("retmsg").asText()).startsWith("Please configure servings address");
        assertThat(post("/v1/model/bind", "{\"service_id\": \"s\", \"job_id\": \"none\"}")
                        .path("retmsg")
                        .asText())
                .contains("Model none can not be found");
    }

    @Test
    void aHomoModelIsConvertedAndIsInTheArchiveThen() throws IOException {
        String of = named(trained, "\"role\": \"guest\", \"party_id\": \"9999\",");
        String deployment = of.replace(
                "{",
                "{\"service_id\": \"s\", \"component_name\": \"homo_0\", \"deployment_parameters\": {}, \"deployment_type\": \"kfserving\",");
        assertThat(archive(of)).doesNotContainKey(CONVERTED);
        assertThat(post("/v1/model/homo/deploy", deployment).path("retmsg").asText())
                .isEqualTo("Component homo_0 in Model guest#9999#%s %s isn't converted".formatted(ID, trained));
        assertThat(post("/v1/model/homo/convert", of.replace("{", "{\"framework_name\": \"pytorch\","))
                        .path("retmsg")
                        .asText())
                .isEqualTo("No component in model guest#9999#%s:%s can be converted.".formatted(ID, trained));

        JsonNode answer = post("/v1/model/homo/convert", of);

        assertThat(answer.path("retcode").asInt()).as(answer.toString()).isZero();
        assertThat(answer.path("data")).hasSize(1);
        assertThat(answer.at("/data/0")).isEqualTo(json("""
                {"component_name": "homo_0", "model_alias": "model", "converted_model_path": "%s"}""".formatted(CONVERTED)));
        byte[] object = archive(of).get(CONVERTED);
        assertThat(new String(object, StandardCharsets.ISO_8859_1))
                .contains("sklearn.linear_model._logistic\nLogisticRegression\n", "coef_", "intercept_", "classes_");
        assertThat(post("/v1/model/homo/convert", of).path("retcode").asInt())
                .as("a second time")
                .isZero();
        assertThat(post("/v1/model/homo/deploy", deployment).path("retmsg").asText())
                .contains("FFB-6112", "sklearn");
        assertThat(post("/v1/model/homo/deploy", deployment.replace("kfserving", "other"))
                        .path("retmsg")
                        .asText())
                .isEqualTo("ValueError('unknown deployment_type type: other')");
        assertThat(post("/v1/model/homo/deploy", deployment.replace("homo_0", "no_0"))
                        .path("retmsg")
                        .asText())
                .contains("does not contain component no_0");
        assertThat(post("/v1/model/homo/convert", of.replace(trained, "none"))
                        .path("retmsg")
                        .asText())
                .isEqualTo("Model guest#9999#%s none does not exist".formatted(ID));
    }

    @Test
    void aMigratedModelHasOtherPartiesAndDeploys() throws IOException {
        String call = """
                {"job_parameters": {"federated_mode": "SINGLE"}, "model_id": "%s", "model_version": "%s",
                 "role": {"guest": [9999], "arbiter": [10000], "host": [10000]},
                 "execute_party": {"guest": [9999], "host": [10000]},
                 "migrate_initiator": {"role": "guest", "party_id": 99},
                 "migrate_role": {"guest": [99], "arbiter": [100], "host": [100]}, "unify_model_version": "moved"}""".formatted(ID, trained);

        JsonNode answer = post("/v1/model/migrate", call);

        assertThat(answer.path("retcode").asInt()).as(answer.toString()).isZero();
        assertThat(answer.at("/data/guest/9999").isNumber()).isTrue();
        String id = "arbiter-100#guest-99#host-100#model";
        assertThat(answer.at("/data/detail/host/10000/retmsg").asText())
                .startsWith("Migrating model successfully.")
                .contains("New model id is: " + id + ", model version is: moved.");
        JsonNode row = post(
                        "/v1/model/query", "{\"model_version\": \"moved\", \"role\": \"guest\", \"party_id\": \"99\"}")
                .at("/data/0");
        assertThat(row.path("f_model_id").asText()).isEqualTo(id);
        assertThat(row.path("f_imported").asInt()).isZero();
        assertThat(row.path("f_initiator_party_id").asText()).isEqualTo("99");
        assertThat(row.at("/f_runtime_conf/role/host/0").asInt()).isEqualTo(100);
        assertThat(row.at("/f_runtime_conf/job_parameters/common/model_id").asText())
                .isEqualTo(id);
        Map<String, byte[]> files = archive(
                "{\"model_id\": \"%s\", \"model_version\": \"moved\", \"role\": \"guest\", \"party_id\": \"99\"}"
                        .formatted(id));
        JsonNode binning = json(new String(
                files.get("variables/data/binning_0/model/FeatureBinningParam.json"), StandardCharsets.UTF_8));
        assertThat(binning.at("/headerAnonymous/0").asText()).isEqualTo("guest_99_x0");
        assertThat(binning.at("/hostResults/0/partyId").asText()).isEqualTo("100");
        assertThat(binning.at("/hostResults/0/binningResult").has("host_100_x0"))
                .isTrue();
        assertThat(binning.at("/multiClassResult/hostPartyIds/0").asText()).isEqualTo("100");
        assertThat(post("/v1/model/deploy", "{\"model_id\": \"%s\", \"model_version\": \"moved\"}".formatted(id))
                        .path("retcode")
                        .asInt())
                .isZero();

        JsonNode again = post("/v1/model/migrate", call);
        assertThat(again.path("retcode").asInt()).isEqualTo(101);
        assertThat(again.at("/data/detail/guest/9999/retmsg").asText())
                .contains("Unify model version moved has been occupied");
        assertThat(post("/v1/model/migrate", call.replace("[99]", "[9999]").replace("[100]", "[10000]"))
                        .path("retmsg")
                        .asText())
                .startsWith("The config of previous roles is the same");
        assertThat(post("/v1/model/migrate", call.replace("[99]", "[99, 98]"))
                        .path("retmsg")
                        .asText())
                .startsWith("The structure of roles data");
        assertThat(post("/v1/model/migrate", call.replace("moved", "m2").replace(trained, "none"))
                        .at("/data/detail/guest/9999/retmsg")
                        .asText())
                .contains("FFB-5291", "Can not found");
    }

    @Test
    void aGuestsWoeValuesGoIntoAHostsModel() {
        String component = "\"component_name\": \"binning_0\",";
        JsonNode arrays = post(
                        "/v1/component/woe_array/extract",
                        named(trained, component + "\"role\": \"guest\", \"party_id\": \"9999\","))
                .path("data");
        assertThat(arrays).isEqualTo(json("{\"host_10000_x0\": {\"woeArray\": [0.25, -0.75]}}"));

        String host = component + "\"role\": \"host\", \"party_id\": \"10000\",";
        JsonNode merged = post("/v1/component/woe_array/merge", named(trained, host + "\"woe_array\": " + arrays + ","))
                .path("data");

        String version = merged.path("model_version").asText();
        assertThat(version).matches("\\d{21}");
        assertThat(merged.path("component_name").asText()).isEqualTo("binning_0");
        String param = jdbc.queryForObject(
                "select param from component_model where model_version = ? and role = 'host'", String.class, version);
        assertThat(json(param).at("/binningResult/binningResult/age/woeArray/1").asDouble())
                .isEqualTo(-0.75);
        assertThat(json(param)
                        .at("/multiClassResult/results/0/binningResult/age/woeArray/0")
                        .asDouble())
                .isEqualTo(0.25);
        assertThat(caller.post(
                                "/v1/component/woe_array/merge",
                                named(
                                        trained,
                                        host + "\"woe_array\": {\"host_10000_x0\": {\"woeArray\": [\"a\", 1]}},"))
                        .body())
                .contains("FFB-5290");
        assertThat(caller.post(
                                "/v1/component/woe_array/merge",
                                named(trained, host + "\"woe_array\": {\"host_1_x0\": {\"woeArray\": [1, 1]}},"))
                        .body())
                .contains("FFB-5290", "host_10000_x0");
        assertThat(caller.post("/v1/component/woe_array/extract", named(trained, host))
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void aGuestAndItsHostBecomeOneModel() throws IOException {
        String call = named(
                trained,
                "\"component_name\": \"lr_0\", \"guest_party_id\": \"9999\", \"host_party_ids\": [\"10000\"],"
                        + "\"model_type\": \"lr\", \"output_format\": \"pmml\", \"include_guest_coef\": true,");

        String pmml = post("/v1/component/hetero/merge", call).path("data").asText();

        assertThat(pmml)
                .contains(
                        "<RegressionTable intercept=\"-0.25\">",
                        "name=\"guest_y0\" coefficient=\"0.5\"",
                        "name=\"host_age\" coefficient=\"2.0\"");
        String pickled = post("/v1/component/hetero/merge", call.replace("pmml", "sklearn"))
                .path("data")
                .asText();
        byte[] object = Base64.getDecoder()
                .decode(json("{\"text\": " + pickled + "}").path("text").asText());
        assertThat(new String(object, StandardCharsets.ISO_8859_1)).contains("LogisticRegression", "saga");
        assertThat(post("/v1/component/hetero/merge", call.replace("pmml", "onnx"))
                        .path("retmsg")
                        .asText())
                .contains("unknown output format: onnx");
        assertThat(post("/v1/component/hetero/merge", call.replace("pmml", "lightgbm"))
                        .path("retmsg")
                        .asText())
                .contains("unknown output type lightgbm");
        assertThat(post("/v1/component/hetero/merge", call.replace("[\"10000\"]", "[\"10001\"]"))
                        .path("retmsg")
                        .asText())
                .contains("FFB-5291", "host 10001");
    }

    private static String named(String version, String more) {
        return "{%s\"model_id\": \"%s\", \"model_version\": \"%s\"}".formatted(more, ID, version);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }

    private Map<String, byte[]> archive(String named) throws IOException {
        HttpResponse<byte[]> answer = caller.send(
                caller.request("/v1/model/export").method("GET", BodyPublishers.ofString(named)),
                BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }
}
