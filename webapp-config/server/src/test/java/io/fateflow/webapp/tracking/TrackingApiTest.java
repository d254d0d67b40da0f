package io.fateflow.webapp.tracking;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

import static io.fateflow.webapp.EndedJob.json;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrackingApiTest {

    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["reader_0.data"]}},
                       "output": {"data": ["data", "more"], "model": ["model"]}},
              "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["lr_0.data"]}}}}}""";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000], "arbiter": [10001]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {
               "common": {"lr_0": {"max_iter": 3, "init_param": {"init_method": "zeros"}}},
               "role": {"guest": {"0": {"reader_0": {"table": {"name": "g", "namespace": "n"}}}},
                        "host": {"0": {"reader_0": {"table": {"name": "h", "namespace": "n"}}}}}}}""";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private StubEngine.Data data;

    private String jobId;

    @BeforeAll
    void runAJob() throws IOException, InterruptedException {
        store("n", "g", TableSchema.of("id", List.of("y", "x0"), 1), List.of());
        store("n", "h", TableSchema.of("id", List.of("x1"), 1), List.of());
        store("in", TableSchema.of("id", List.of("y", "x0"), 2), List.of(List.of("a", "1", "0.10")));
        TableSchema predictions =
                TableSchema.of("id", List.of("label", "predict_result", "predict_score", "predict_detail", "type"), 1);
        store(
                "out",
                predictions,
                List.of(
                        List.of("a", "1", "1", "0.75", "{\"0\": 0.25, \"1\": 0.75}", "train"),
                        List.of("b", "0", "1", "0.5", "{\"0\": 0.5, \"1\": 0.5}", "train")));
        jobId = new EndedJob(engine, jobs)
                .with("reader_0", "guest", json("""
                        {"outputs": [{"data_name": "data", "table_name": "in", "table_namespace": "made"}],
                         "tables": [{"name": "in", "namespace": "made", "count": 1, "origin": "reader",
                                     "schema": {"header": "y,x0", "sid": "id", "meta": {}},
                                     "part_of_data": [["a", "1,0.10"]]}]}"""))
                .with("lr_0", "guest", json("""
                        {"outputs": [{"data_name": "more", "table_name": "empty", "table_namespace": "made"},
                                     {"data_name": "data", "table_name": "out", "table_namespace": "made"}],
                         "tables": [
                           {"name": "out", "namespace": "made", "count": 2, "origin": "output",
                            "schema": {"sid": "id", "meta": {},
                                       "header": "label,predict_result,predict_score,predict_detail,type"},
                            "part_of_data": [["a", "1,1,0.75,{\\"0\\": 0.25, \\"1\\": 0.75},train"],
                                             ["007", "0,1,0.5,{\\"0\\": 0.5, \\"1\\": 0.5},train"]]},
                           {"name": "empty", "namespace": "made", "count": 0, "origin": "output",
                            "schema": {"header": ["x0"], "sid": "", "meta": {}}, "part_of_data": []}],
                         "summary": {"coef": {"x0": 0.013}, "is_converged": false},
                         "models": [{"alias": "model", "module": "HeteroLR", "meta_name": "HeteroLRMeta",
                                     "meta": {"batchSize": "320"}, "param_name": "HeteroLRParam",
                                     "param": {"iters": 2, "weight": {"x0": 0.013}}}]}"""))
                .with("evaluation_0", "guest", json("""
                        {"metrics": [
                           {"namespace": "train", "name": "lr_0_roc", "metric_type": "ROC_EVALUATION",
                            "metas": {"unit_name": "fpr", "thresholds": [2.0, 1.0]},
                            "data": [[0.5, 1.0], [0.0, 0.25], [0.0, 0.125]]},
                           {"namespace": "train", "name": "lr_0", "metric_type": "EVALUATION_SUMMARY", "metas": {},
                            "data": [["ks", 0.68], ["auc", 0.88]]},
                           {"namespace": "validate", "name": "lr_0", "metric_type": "EVALUATION_SUMMARY",
                            "metas": {}, "data": [["auc", 0.5]]}]}"""))
                .run(DSL, CONF);
    }

    private void store(String name, TableSchema schema, List<List<String>> rows) throws IOException {
        store("made", name, schema, rows);
    }

    private void store(String namespace, String name, TableSchema schema, List<List<String>> rows) throws IOException {
        try (TableWriter writer = data.store.create(new TableName(namespace, name), schema)) {
            for (List<String> row : rows) {
                writer.add(new Row(row.get(0), row.subList(1, row.size())));
            }
            writer.commit();
        }
    }

    @Test
    void metricsAreSortedByKeyAndCurvesMayRepeatOne() {
        assertThat(ask("metric/all", "evaluation_0")).isEqualTo(success("""
                {"train": {
                   "lr_0": {"data": [["auc", 0.88], ["ks", 0.68]],
                            "meta": {"metric_type": "EVALUATION_SUMMARY", "name": "lr_0"}},
                   "lr_0_roc": {"data": [[0.0, 0.25], [0.0, 0.125], [0.5, 1.0]],
                                "meta": {"metric_type": "ROC_EVALUATION", "name": "lr_0_roc",
                                         "thresholds": [2.0, 1.0], "unit_name": "fpr"}}},
                 "validate": {"lr_0": {"data": [["auc", 0.5]],
                                       "meta": {"metric_type": "EVALUATION_SUMMARY", "name": "lr_0"}}}}"""));
    }

    @Test
    void namesOfMetricsComeInTheOrderInWhichTheyWereMade() {
        assertThat(ask("metrics", "evaluation_0"))
                .isEqualTo(success("{\"train\": [\"lr_0_roc\", \"lr_0\"], \"validate\": [\"lr_0\"]}"));
        assertThat(ask("metrics", "lr_0")).isEqualTo(json("{\"data\": {}, \"retcode\": 0, \"retmsg\": \"no data\"}"));
    }

    @Test
    void oneMetricHasItsMetaBesideItsData() {
        String known = "\"metric_namespace\": \"validate\", \"metric_name\": \"lr_0\"";
        String unknown = "\"metric_namespace\": \"validate\", \"metric_name\": \"no\"";

        assertThat(ask("metric_data", "evaluation_0", known)).isEqualTo(json("""
                {"data": [["auc", 0.5]], "meta": {"metric_type": "EVALUATION_SUMMARY", "name": "lr_0"},
                 "retcode": 0, "retmsg": "success"}"""));
        assertThat(ask("metric_data", "evaluation_0", unknown)).isEqualTo(json("""
                {"data": [], "meta": {"metric_type": null, "name": null}, "retcode": 0, "retmsg": "success"}"""));
    }

    @Test
    void withoutARoleTheInitiatorIsMeant() {
        String here = "{\"job_id\": \"" + jobId + "\", \"component_name\": \"evaluation_0\"}";

        assertThat(post("/v1/tracking/component/metric/all", here)
                        .at("/data/validate/lr_0/data/0/1")
                        .asDouble())
                .isEqualTo(0.5);
        assertThat(post("/v1/tracking/component/metric/all", here.replace(jobId, "0")))
                .isEqualTo(json("{\"retcode\": 100, \"retmsg\": \"KeyError('role')\"}"));
    }

    @Test
    void metricsAreForgottenWhenAsked() throws InterruptedException {
        String other = new EndedJob(engine, jobs)
                .with("reader_0", "guest", json("""
                        {"metrics": [{"namespace": "n", "name": "m", "metric_type": "t", "metas": {}, "data": []}]}"""))
                .run("{\"components\": {\"reader_0\": {\"module\": \"Reader\"}}}", CONF);
        String body = "{\"job_id\": \"" + other + "\"}";

        assertThat(post("/v1/tracking/component/metric/delete", body)
                        .path("data")
                        .asText())
                .isEqualTo("delete status: True");
        assertThat(post("/v1/tracking/component/metric/delete", body)
                        .path("data")
                        .asText())
                .isEqualTo("delete status: False");
    }

    @Test
    void parametersAreThoseOfTheUserOverTheModulesDefaults() {
        JsonNode answer = ask("parameters", "lr_0").path("data");
        assertThat(answer.path("module").asText()).isEqualTo("HeteroLR");
        JsonNode parameters = answer.path("ComponentParam");
        assertThat(parameters.path("max_iter").asInt()).as("given").isEqualTo(3);
        assertThat(parameters.path("penalty").asText())
                .as("the module's default")
                .isEqualTo("L2");
        assertThat(parameters.at("/init_param/init_method").asText())
                .as("given")
                .isEqualTo("zeros");
        assertThat(parameters.at("/encrypt_param/key_length").asInt())
                .as("a default inside of a section that was not given")
                .isPositive();
        assertThat(parameters.path("_name").asText()).isEqualTo("HeteroLR#lr_0");
        assertThat(parameters.path("_user_feeded_params"))
                .isEqualTo(json("{\"a\": [\"max_iter\", \"init_param\", \"init_param.init_method\"]}")
                        .path("a"));
        assertThat(parameters.path("_is_raw_conf").isBoolean()).isTrue();
        assertThat(ask("parameters", "reader_0")).isEqualTo(success("""
                {"module": "Reader",
                 "ComponentParam": {"_name": "Reader#reader_0", "table": {"name": "g", "namespace": "n"}}}"""));
        JsonNode nobodys = json("{\"retcode\": 101, \"retmsg\": \"can not found this task\"}");
        assertThat(ask("parameters", "no_0")).isEqualTo(nobodys);
        assertThat(post("/v1/tracking/component/parameters", "{\"job_id\": \"1\"}"))
                .as("of no job, and nobody's")
                .isEqualTo(nobodys);
    }

    @Test
    void aModelIsItsParamWithItsMetaBeside() {
        assertThat(ask("output/model", "lr_0")).isEqualTo(json("""
                {"data": {"iters": 2, "weight": {"x0": 0.013}},
                 "meta": {"meta_data": {"batchSize": "320"}, "module_name": "HeteroLR"},
                 "retcode": 0, "retmsg": "success"}"""));
        assertThat(ask("output/model", "evaluation_0"))
                .isEqualTo(json("{\"data\": {}, \"retcode\": 0, \"retmsg\": \"no define_meta\"}"));
        assertThat(ask("output/model", "no_0").path("retmsg").asText())
                .startsWith("ValueError(")
                .contains("no_0");
    }

    @Test
    void firstRowsAreTypedWhereAComponentMadeThem() {
        assertThat(ask("output/data", "lr_0")).isEqualTo(json("""
                {"data": [[], [["a", 1, 1, 0.75, "\\"{'0': 0.25, '1': 0.75}\\"", "train"],
                               ["007", 0, 1, 0.5, "\\"{'0': 0.5, '1': 0.5}\\"", "train"]]],
                 "meta": {"header": [null, ["id", "label", "predict_result", "predict_score", "predict_detail", "type"]],
                          "names": ["more", "data"], "total": [0, 2]},
                 "retcode": 0, "retmsg": "success"}"""));
        assertThat(ask("output/data", "reader_0").path("data")).isEqualTo(array("[[[\"a\", \"1\", \"0.10\"]]]"));
        assertThat(ask("output/data", "evaluation_0"))
                .isEqualTo(json("{\"data\": [], \"retcode\": 0, \"retmsg\": \"no data\"}"));
    }

    @Test
    void outputTablesAreNamed() {
        assertThat(ask("output/data/table", "reader_0")).isEqualTo(json("""
                {"data": [{"data_name": "data", "table_name": "in", "table_namespace": "made"}],
                 "retcode": 0, "retmsg": "success"}"""));
        assertThat(ask("output/data/table", "evaluation_0")).isEqualTo(json("""
                {"retcode": 100, "retmsg": "No found table, please check if the parameters are correct"}"""));
        assertThat(post("/v1/tracking/component/output/data/table", "{\"job_id\": \"1\", \"role\": \"guest\"}"))
                .isEqualTo(json("""
                        {"retcode": 101, "retmsg": "required argument are missing: party_id,component_name; "}"""));
    }

    @Test
    void outputDataIsDownloadedAsTextWithItsColumnsBeside() throws IOException {
        HttpResponse<byte[]> answer = download("lr_0", "\"limit\": -1");

        assertThat(answer.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=job_" + jobId + "_lr_0_guest_9999_output_data.tar.gz");
        Map<String, String> files = unpack(answer.body());
        assertThat(files.keySet()).containsExactly("data.csv", "data.meta");
        assertThat(files.get("data.csv")).isEqualTo("""
                id,label,predict_result,predict_score,predict_detail,type
                a,1,1,0.75,"{'0': 0.25, '1': 0.75}",train
                b,0,1,0.5,"{'0': 0.5, '1': 0.5}",train
                """);
        assertThat(json(requireNonNull(files.get("data.meta")))).isEqualTo(json("""
                {"header": ["id", "label", "predict_result", "predict_score", "predict_detail", "type"]}"""));
    }

    @Test
    void aDownloadMayBeLimitedAndWithoutHead() throws IOException {
        assertThat(unpack(download("lr_0", "\"limit\": \"1\", \"head\": false").body())
                        .get("data.csv"))
                .isEqualTo("a,1,1,0.75,\"{'0': 0.25, '1': 0.75}\",train\n");
        assertThat(unpack(download("reader_0", "\"limit\": 5").body()).get("data.csv"))
                .isEqualTo("id,y,x0\na,1,0.10\n");
    }

    @ParameterizedTest
    @CsvSource({"evaluation_0, -1, no data", "lr_0, 0, limit is 0"})
    void adownloadOfNothingIsAnHttpStatus(String component, int limit, String message) {
        HttpResponse<byte[]> answer = download(component, "\"limit\": " + limit);

        assertThat(answer.statusCode()).isEqualTo(210);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"retmsg\": \"" + message + "\", \"retcode\": 210}");
    }

    @Test
    void aSummaryIsAnAnswerOrAFile() {
        assertThat(ask("summary/download", "lr_0"))
                .isEqualTo(success("{\"coef\": {\"x0\": 0.013}, \"is_converged\": false}"));
        var file = caller.post(
                "/v1/tracking/component/summary/download", body("lr_0", "\"filename\": \"../s.json\\r\\nx: y\""));
        assertThat(file.headers().firstValue("Content-Disposition")).contains("attachment; filename=.._s.json__x__y");
        assertThat(json(file.body()).at("/coef/x0").asDouble()).isEqualTo(0.013);
        assertThat(caller.post("/v1/tracking/component/summary/download", body("reader_0", "\"a\": 1"))
                        .statusCode())
                .isEqualTo(210);
    }

    @Test
    void componentsAreListedInTheOrderOfTheDsl() {
        assertThat(post("/v1/tracking/component/list", "{\"job_id\": \"" + jobId + "\"}"))
                .isEqualTo(success("{\"components\": [\"reader_0\", \"lr_0\", \"evaluation_0\"]}"));
        assertThat(post("/v1/tracking/component/list", "{\"job_id\": \"0\"}")
                        .path("retmsg")
                        .asText())
                .isEqualTo("No job matched, please make sure the job id is valid.");
    }

    @Test
    void noAnswerHasMoreThanAThousandComponents() {
        String dsl = jdbc.queryForObject("select dsl from job_body where job_id = ?", String.class, jobId);
        ObjectNode many = json("{}");
        for (int i = 0; i < 1_001; i++) {
            many.withObject("/components").putObject("c_" + i).put("module", "Reader");
        }
        jdbc.update("update job_body set dsl = ? where job_id = ?", many.toString(), jobId);
        try {
            JsonNode answer = post("/v1/tracking/component/list", "{\"job_id\": \"" + jobId + "\"}");

            assertThat(answer.at("/data/components")).hasSize(1_000);
            assertThat(answer.path("retmsg").asText()).contains("first 1000, there are more");
        } finally {
            jdbc.update("update job_body set dsl = ? where job_id = ?", dsl, jobId);
        }
    }

    @Test
    void aJobsConfigIsWhatWasSubmittedWithDefaults() {
        JsonNode config = ask("/v1/job/config", "", "\"a\": 1").path("data");

        assertThat(config.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("job_id", "dsl", "runtime_conf", "train_runtime_conf", "model_info");
        assertThat(config.path("dsl")).isEqualTo(json(DSL));
        assertThat(config.at("/runtime_conf/job_parameters/common/job_type").asText())
                .isEqualTo("train");
        assertThat(config.path("model_info"))
                .isEqualTo(json("{\"model_id\": \"arbiter-10001#guest-9999#host-10000#model\", \"model_version\": \""
                        + jobId + "\"}"));
        assertThat(post("/v1/job/config", "{\"job_id\": \"0\"}"))
                .isEqualTo(json("{\"retcode\": 101, \"retmsg\": \"find job failed\"}"));
    }

    @Test
    void theDataViewHasOneRowAnOutput() {
        JsonNode rows = post(
                        "/v1/job/data/view/query",
                        "{\"job_id\": \"%s\", \"role\": \"guest\", \"party_id\": 9999, \"status\": \"x\"}"
                                .formatted(jobId))
                .path("data");

        assertThat(rows.findValuesAsText("f_data_name")).containsExactlyInAnyOrder("data", "more", "data");
        assertThat(rows.path(0)).hasSize(14);
        assertThat(rows.path(0).path("f_task_id").asText()).isEqualTo(jobId + "_reader_0");
        assertThat(post("/v1/job/data/view/query", "{\"job_id\": \"0\"}"))
                .isEqualTo(json("{\"retcode\": 101, \"retmsg\": \"find data view failed\"}"));
    }

    @Test
    void onlyTheInitiatorSeesWhatOthersRead() {
        assertThat(ask("/v1/tracking/job/data_view", "", "\"a\": 1")).isEqualTo(success("""
                {"dataset": {"guest": {"9999": {"reader_0": "n.g"}}, "host": {"10000": {"reader_0": "n.h"}}},
                 "model_summary": {}, "partner": {"arbiter": [10001], "host": [10000]},
                 "roles": {"arbiter": [10001], "guest": [9999], "host": [10000]}}"""));
        assertThat(post(
                                "/v1/tracking/job/data_view",
                                "{\"job_id\": \"%s\", \"role\": \"host\", \"party_id\": \"10000\"}".formatted(jobId))
                        .at("/data/dataset"))
                .isEqualTo(json("{\"host\": {\"10000\": {\"reader_0\": \"n.h\"}}}"));
        assertThat(post("/v1/tracking/job/data_view", "{\"job_id\": \"0\"}"))
                .isEqualTo(json("{\"retcode\": 101, \"retmsg\": \"error\"}"));
    }

    @Test
    void tablesAreShownAndDownloadedByName() throws IOException {
        assertThat(post("/v1/table/preview", "{\"name\": \"out\", \"namespace\": \"made\", \"limit\": 1}"))
                .isEqualTo(success("""
                        {"header": ["id", "label", "predict_result", "predict_score", "predict_detail", "type"],
                         "data": [["a", "1", "1", "0.75", "\\"{'0': 0.25, '1': 0.75}\\"", "train"]]}"""));
        HttpResponse<byte[]> file = get("/v1/table/download", "{\"name\": \"in\", \"namespace\": \"made\"}");
        assertThat(file.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=table_made_in.tar.gz");
        assertThat(unpack(file.body())).containsEntry("table.csv", "id,y,x0\na,1,0.10\n");
        HttpResponse<byte[]> none = get("/v1/table/download", "{\"name\": \"no\", \"namespace\": \"made\"}");
        assertThat(new String(none.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"retmsg\": \"no found table:made, no\", \"retcode\": 210}");
    }

    private HttpResponse<byte[]> download(String component, String more) {
        return get("/v1/tracking/component/output/data/download", body(component, more));
    }

    /** With a body, as clients do. */
    private HttpResponse<byte[]> get(String path, String body) {
        return caller.send(
                caller.request(path).method("GET", BodyPublishers.ofString(body)), BodyHandlers.ofByteArray());
    }

    private JsonNode ask(String call, String component) {
        return ask(call, component, "\"unknown\": 1");
    }

    private JsonNode ask(String call, String component, String more) {
        return post(call.startsWith("/") ? call : "/v1/tracking/component/" + call, body(component, more));
    }

    private String body(String component, String more) {
        return "{\"job_id\": \"%s\", \"role\": \"guest\", \"party_id\": \"9999\", \"component_name\": \"%s\", %s}"
                .formatted(jobId, component, more);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }

    private static ObjectNode success(String answer) {
        ObjectNode envelope = json("{\"retcode\": 0, \"retmsg\": \"success\"}");
        envelope.set("data", json(answer));
        return envelope;
    }

    private static JsonNode array(String text) {
        return json("{\"a\": " + text + "}").path("a");
    }

    private static Map<String, String> unpack(byte[] archive) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}
