package io.fateflow.webapp.model.archive;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.digest.Sha256;

import static io.fateflow.webapp.EndedJob.json;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
@Tag(ServerTest.SERVER)
@TestPropertySource(
        properties = {
            "fate.models.store=${fate.home}/store",
            "fate.models.largest-file=1MB",
            "fate.models.largest-archive=2MB",
            ServerTest.SECOND_ENGINE
        })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModelArchiveApiTest {

    private static final String ID = "guest-9999#host-10000#model";
    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "lr_0": {"module": "HeteroSSHELR", "input": {"data": {"train_data": ["reader_0.data"]}},
                       "output": {"data": ["data"], "model": ["model"]}}}}""";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]}, "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {"common": {"lr_0": {"max_iter": 3}, "reader_0": {"table":
                 {"job_id": "202601021530450000010", "component_name": "upload_0", "data_name": "data"}}}}}""";
    private static final String PARAM = "variables/data/lr_0/model/HeteroLogisticRegressionParam";

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private FateHome home;

    private String trained;

    @BeforeAll
    void train() throws InterruptedException {
        trained = new EndedJob(engine, jobs).with("lr_0", "guest", json("""
                {"models": [{"alias": "model", "module": "HeteroSSHELR",
                    "meta_name": "HeteroLogisticRegressionMeta", "meta": {"maxIter": "3", "penalty": "L2"},
                    "param_name": "HeteroLogisticRegressionParam",
                    "param": {"iters": 2, "weight": {"x0": 0.5}, "header": ["x0"]}}]}""")).run(DSL, CONF);
    }

    @Test
    void anArchiveHasFatesLayoutAndChecksums() throws IOException {
        HttpResponse<byte[]> answer = export(trained);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=guest#9999#" + ID + "_" + trained + ".zip");
        Map<String, byte[]> files = unzip(answer.body());
        assertThat(files.keySet())
                .containsExactlyInAnyOrder(
                        "import_model.json",
                        "define/define_meta.yaml",
                        "run_parameters/lr_0/run_parameters.json",
                        PARAM,
                        PARAM + ".json",
                        PARAM.replace("Param", "Meta"),
                        PARAM.replace("Param", "Meta") + ".json",
                        "variables/data/pipeline/pipeline/Pipeline",
                        "variables/data/pipeline/pipeline/Pipeline.json",
                        "checksums.sha256");
        assertThat(text(files, "checksums.sha256"))
                .contains(Sha256.hex(requireNonNull(files.get(PARAM))) + "  " + PARAM + "\n");
        JsonNode define = json(text(files, "define/define_meta.yaml"));
        assertThat(define.at("/component_define/lr_0/module_name").asText()).isEqualTo("HeteroSSHELR");
        assertThat(define.at("/model_proto/lr_0/model/HeteroLogisticRegressionParam")
                        .asText())
                .isEqualTo("LRModelParam");
        assertThat(define.at("/model_proto/pipeline/pipeline/Pipeline").asText())
                .isEqualTo("Pipeline");
        JsonNode run = json(text(files, "run_parameters/lr_0/run_parameters.json"));
        assertThat(run.path("ComponentParam")).isEqualTo(json("{\"max_iter\": 3}"));
        assertThat(export(trained).body()).as("the same model, the same bytes").isEqualTo(answer.body());
    }

    @Test
    void whatWasExportedIsAModelAgainThatDeploysAndPredicts() throws IOException, InterruptedException {
        byte[] archive = export(trained).body();

        JsonNode answer = imported(archive, "v1", "0", "");

        assertThat(answer.path("retcode").asInt()).as(answer.toString()).isZero();
        assertThat(answer.at("/data/model_version").asText()).isEqualTo("v1");
        JsonNode row = post("/v1/model/query", named("v1")).at("/data/0");
        assertThat(row.path("f_imported").asInt()).isEqualTo(1);
        assertThat(row.path("f_archive_sha256").asText()).isEqualTo(Sha256.hex(archive));
        assertThat(row.path("f_parent").asBoolean()).isTrue();
        assertThat(row.at("/f_runtime_conf/job_parameters/common/model_version").asText())
                .isEqualTo("v1");
        assertThat(row.path("f_roles")).isEqualTo(json("{\"guest\": [9999], \"host\": [10000]}"));
        assertThat(row.path("f_train_dsl")).isEqualTo(json(DSL));
        Map<String, byte[]> again = unzip(export("v1").body());
        Map<String, byte[]> before = unzip(archive);
        for (String same : new String[] {PARAM, PARAM + ".json", "run_parameters/lr_0/run_parameters.json"}) {
            assertThat(again.get(same)).as(same).isEqualTo(before.get(same));
        }

        imported(archive, "v1", "0", "", "host", "10000");
        String deployed = post("/v1/model/deploy", named("v1").replace("}", ", \"cpn_list\": [\"lr_0\"]}"))
                .at("/data/model_version")
                .asText();
        assertThat(post("/v1/model/get/predict/dsl", named(deployed))
                        .at("/data/components/lr_0/input/model/0")
                        .asText())
                .isEqualTo("pipeline.lr_0.model");
        JsonNode of = imported(export(deployed).body(), "v2", "0", "");
        assertThat(of.path("retcode").asInt()).as(of.toString()).isZero();
        JsonNode child = post("/v1/model/query", named("v2")).at("/data/0");
        assertThat(child.path("f_parent").isNull()).isTrue();
        assertThat(child.at("/f_parent_info/parent_model_version").asText()).isEqualTo("v1");
        ObjectNode predict = json(CONF);
        predict.remove("component_parameters");
        predict.withObject("/job_parameters/common")
                .put("job_type", "predict")
                .put("model_id", ID)
                .put("model_version", deployed);
        assertThat(new EndedJob(engine, jobs).run("{}", predict.toString())).isNotEmpty();
    }

    @Test
    void aModelThatIsHereGivesWayOnlyIfItIsSaid() throws IOException {
        byte[] archive = export(trained).body();
        imported(archive, "v3", "0", "");

        HttpResponse<String> refused = send(archive, "v3", "0", "", "guest", "9999");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Model already exists.");
        assertThat(imported(archive, "v3", "1", "").path("retcode").asInt()).isZero();
        HttpResponse<String> other = caller.send(caller.request("/v1/model/import")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofByteArray(form(archive, "v3", "1", "", "guest", "9999", "guest-9999#model"))));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("FFB-5258");
    }

    @Test
    void theStoreGivesBackWhatItGot() throws IOException {
        byte[] archive = export(trained).body();

        JsonNode stored = post("/v1/model/store", named(trained));

        assertThat(stored.at("/data/sha256").asText()).as(stored.toString()).isEqualTo(Sha256.hex(archive));
        Path file = home.home().resolve("store/guest#9999#" + ID + "/" + trained + "/model.zip");
        assertThat(file).hasBinaryContent(archive);
        assertThat(caller.post("/v1/model/store", named(trained)).body()).contains("FFB-5259", "force_update");
        jdbc.update("delete from pipeline_model where model_version = ? and role = 'guest'", trained);
        jdbc.update("delete from component_model where model_version = ? and role = 'guest'", trained);
        JsonNode back = post(
                "/v1/model/restore", named(trained).replace("}", ", \"sha256\": \"" + Sha256.hex(archive) + "\"}"));
        assertThat(back.path("retcode").asInt()).as(back.toString()).isZero();
        assertThat(export(trained).body()).isNotEmpty();
        assertThat(post("/v1/model/query", named(trained))
                        .at("/data/0/f_job_id")
                        .asText())
                .as("its training's job is the same")
                .isEqualTo(trained);
        assertThat(caller.post("/v1/model/restore", named("none")).statusCode()).isEqualTo(404);
        imported(archive, "v4", "0", "");
        assertThat(home.home().resolve("store/guest#9999#" + ID + "/v4/model.zip"))
                .as("what is imported is stored, as FATE does")
                .isNotEmptyFile();
    }

    @Test
    void anArchiveThatWasChangedOrIsNoneLeavesNothing() throws IOException {
        byte[] archive = export(trained).body();
        Map<String, byte[]> files = unzip(archive);

        assertThat(send(archive, "bad", "0", "0".repeat(64), "guest", "9999").body())
                .contains("FFB-5256");
        refused("FFB-5251", "no zip".getBytes(StandardCharsets.UTF_8));
        refused("FFB-5251", Arrays.copyOf(archive, archive.length - 100));
        refused("FFB-5256", zip(with(files, PARAM + ".json", "{\"weight\": {\"x0\": 5.0}}")));
        Map<String, byte[]> lacking = new LinkedHashMap<>(files);
        lacking.remove(PARAM);
        refused("FFB-5256", zip(lacking));
        Map<String, byte[]> more = new LinkedHashMap<>(files);
        more.put("define/other.yaml", new byte[1]);
        refused("FFB-5256", zip(more));
        files.remove("checksums.sha256");
        Map<String, byte[]> withoutJson = new LinkedHashMap<>(files);
        withoutJson.remove(PARAM + ".json");
        refused("FFB-5253", zip(withoutJson));
        refused("FFB-5254", zip(with(files, PARAM + ".json", "[1]")));
        refused("FFB-5254", zip(with(files, "define/define_meta.yaml", "a: !!javax.script.ScriptEngineManager [x]")));
        refused("FFB-5254", zip(with(files, "define/define_meta.yaml", "a: &a [1]\nb: [*a, *a]")));
        refused(
                "FFB-5254",
                zip(with(
                        files,
                        "define/define_meta.yaml",
                        "component_define: {../../etc: {module_name: X}}\n"
                                + "model_proto: {../../etc: {model: {XMeta: XMeta, XParam: XParam}}}")));
        refused(
                "FFB-5257",
                zip(
                        with(
                                files,
                                "define/define_meta.yaml",
                                "component_define: {nn_0: {module_name: HomoNN}}\nmodel_proto: {nn_0: {model: {XMeta: XMeta}}}")));
        refused("FFB-5255", zip(with(files, "big.json", " ".repeat(1_100_000))));
        Map<String, byte[]> bomb = new LinkedHashMap<>(files);
        for (int i = 0; i < 3; i++) {
            bomb.put("part" + i, new byte[900_000]);
        }
        refused("FFB-5255", zip(bomb));
        assertThat(send(zip(files), "bad", "0", "", "guest", "1").body())
                .contains("Party id", "is not in role", "\"retcode\": 400");
        assertThat(imported(zip(files), "v5", "0", "").path("retcode").asInt())
                .as("FATE's own have no checksums")
                .isZero();
        assertThat(home.uploads()).isDirectoryNotContaining("glob:**.csv");
    }

    /** Seen of FATE Flow 1.11.2: folders have entries, its lock file is among them, and nothing has a checksum. */
    @Test
    void anArchiveAsFateFlowPacksItIsTaken() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String empty :
                List.of("define/", "run_parameters/", "variables/", ".lock", "variables/data/lr_0/model/")) {
            files.put(empty, new byte[0]);
        }
        files.putAll(unzip(export(trained).body()));
        files.remove("checksums.sha256");
        byte[] archive = zip(with(files, "define/define_meta.yaml", """
                component_define:
                  lr_0:
                    module_name: HeteroSSHELR
                  pipeline:
                    module_name: Pipeline
                model_proto:
                  lr_0:
                    model:
                      HeteroLogisticRegressionMeta: LRModelMeta
                      HeteroLogisticRegressionParam: LRModelParam
                  pipeline:
                    pipeline:
                      Pipeline: Pipeline
                """));

        assertThat(imported(archive, "v6", "0", "").path("retcode").asInt()).isZero();
        assertThat(unzip(export("v6").body())).containsEntry(PARAM, files.get(PARAM));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../evil", "/etc/evil", "a/../../evil", "a\\..\\evil", "C:/evil", "a/./evil"})
    void aNameThatLeadsElsewhereIsRefusedBeforeAnythingIsRead(String name) throws IOException {
        Map<String, byte[]> files = unzip(export(trained).body());
        files.put(name, new byte[] {1});

        refused("FFB-5252", zip(files));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"role\": \"guest/..\"",
                "\"party_id\": \"../1\"",
                "\"model_version\": \"../x\"",
                "\"model_id\": \"../guest-9999#model\"",
                "\"model_id\": \"guest-9999#../model\""
            })
    void aCallNamesAPartAndNoPath(String other) {
        String key = other.substring(0, other.indexOf(':'));
        String body = named(trained).replaceFirst(key + ": [^,}]*", other.replace("\\", "\\\\"));
        for (String call : new String[] {"export", "store", "restore"}) {
            assertThat(caller.post("/v1/model/" + call, body).body()).contains("FFB-5250");
        }
    }

    @Test
    void whatIsNotHereIsAnHttpStatus() {
        assertThat(caller.post("/v1/model/export", named("none")).statusCode()).isEqualTo(404);
        assertThat(caller.post("/v1/model/export", named("none")).body())
                .contains("Model guest#9999#" + ID + " none does not exist.");
        assertThat(caller.post("/v1/model/export", "{}").body()).contains("required argument are missing");
        HttpResponse<String> noFile =
                caller.send(caller.request("/v1/model/import?model_id=a&model_version=b&role=c&party_id=1")
                        .POST(BodyPublishers.noBody()));
        assertThat(noFile.statusCode()).isEqualTo(400);
        assertThat(noFile.body()).contains("`file` is required.");
    }

    private void refused(String id, byte[] archive) {
        HttpResponse<String> answer = send(archive, "bad", "0", "", "guest", "9999");
        assertThat(answer.body()).contains(id);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(jdbc.queryForObject(
                        "select count(*) from pipeline_model where model_version = 'bad'", Integer.class))
                .isZero();
    }

    private HttpResponse<byte[]> export(String version) {
        return caller.send(
                caller.request("/v1/model/export").method("GET", BodyPublishers.ofString(named(version))),
                BodyHandlers.ofByteArray());
    }

    private JsonNode imported(byte[] archive, String version, String force, String hash) {
        return imported(archive, version, force, hash, "guest", "9999");
    }

    private JsonNode imported(byte[] archive, String version, String force, String hash, String role, String party) {
        return json(send(archive, version, force, hash, role, party).body());
    }

    private HttpResponse<String> send(
            byte[] archive, String version, String force, String hash, String role, String party) {
        return caller.send(caller.request("/v1/model/import")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofByteArray(form(archive, version, force, hash, role, party, ID))));
    }

    private static byte[] form(
            byte[] archive, String version, String force, String hash, String role, String party, String id) {
        Map<String, String> fields = new LinkedHashMap<>(Map.of(
                "model_id", id, "model_version", version, "role", role, "party_id", party, "force_update", force));
        if (!hash.isEmpty()) {
            fields.put("hash", hash);
        }
        // as FATE's clients send it: all of the conf file, the path of the archive among it
        fields.put("file", "/home/me/model.zip");
        fields.put("conf_path", "/home/me/import.json");
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        fields.forEach((name, value) -> form.writeBytes(
                ("--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n")
                        .getBytes(StandardCharsets.UTF_8)));
        List.of(
                        "--b",
                        "Content-Disposition: form-data; name=\"file\"; filename=\"../m.zip\"",
                        "Content-Type: application/octet-stream",
                        "")
                .forEach(line -> form.writeBytes((line + "\r\n").getBytes(StandardCharsets.UTF_8)));
        form.writeBytes(archive);
        form.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
        return form.toByteArray();
    }

    private String named(String version) {
        return "{\"model_id\": \"%s\", \"model_version\": \"%s\", \"role\": \"guest\", \"party_id\": \"9999\"}"
                .formatted(ID, version);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post(path, body).body());
    }

    private static Map<String, byte[]> with(Map<String, byte[]> files, String name, String content) {
        Map<String, byte[]> changed = new LinkedHashMap<>(files);
        changed.put(name, content.getBytes(StandardCharsets.UTF_8));
        return changed;
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(files.get(name), StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> unzip(byte[] archive) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
