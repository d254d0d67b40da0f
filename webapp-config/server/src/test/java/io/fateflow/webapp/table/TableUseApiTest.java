package io.fateflow.webapp.table;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.EndedJob;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What clients ask of the tables that jobs have read and made. */
@ServerTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableUseApiTest {

    private static final String SPACE = "table_use";
    private static final String UPLOAD_CONF = """
        {"dsl_version": 2, "initiator": {"role": "local", "party_id": 0}, "role": {"local": [0]},
         "job_parameters": {"common": {"task_cores": 1}},
         "component_parameters": {"role": {"local": {"0": {"upload_0": {
            "file": "f.csv", "name": "%s", "namespace": "table_use", "head": 1, "partition": 4}}}}}}\
        """;
    private static final String DSL = """
        {"components": {
          "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
          "transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                          "output": {"data": ["data"]}}}}\
        """;
    private static final String CONF = """
        {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
         "role": {"guest": [9999], "host": [10000]},
         "job_parameters": {"common": {"task_cores": 1}},
         "component_parameters": {
           "common": {"reader_0": {"table": {"name": "raw", "namespace": "table_use"}}}}}\
        """;

    @Autowired
    private Caller caller;

    @Autowired
    private FateFlowEngine engine;

    @Autowired
    private JobQueries jobs;

    @Autowired
    private StubEngine.Data data;

    private String upload;
    private String job;

    @BeforeAll
    void uploadAndRead() throws IOException, InterruptedException {
        upload = upload("raw");
        try (TableWriter writer =
                data.store.create(new TableName(SPACE, "raw"), TableSchema.of("id", List.of("x"), 1))) {
            writer.commit();
        }
        EndedJob reading = new EndedJob(engine, jobs);
        reading.with("reader_0", "guest", json(made("read", "reader")));
        reading.with("transform_0", "guest", json(made("transformed", "output")));
        job = reading.run(DSL, CONF);
    }

    private String upload(String name) throws InterruptedException {
        return upload(name, "{\"header\": \"x\", \"sid\": \"id\", \"meta\": {}}");
    }

    private String upload(String name, String schema) throws InterruptedException {
        return new EndedJob(engine, jobs)
                .with("upload_0", "local", json("""
                    {"outputs": [{"data_name": "upload", "table_name": "%s", "table_namespace": "table_use"}],
                     "tables": [{"name": "%s", "namespace": "table_use", "count": 7, "partitions": 4,
                                 "origin": "upload", "schema": %s}]}\
                    """.formatted(name, name, schema)))
                .run("{\"components\": {\"upload_0\": {\"module\": \"Upload\"}}}", UPLOAD_CONF.formatted(name));
    }

    private static String made(String name, String origin) {
        return """
            {"outputs": [{"data_name": "data", "table_name": "%s", "table_namespace": "made_by_use"}],
             "tables": [{"name": "%s", "namespace": "made_by_use", "count": 1, "origin": "%s",
                         "schema": {"header": "x", "sid": "id", "meta": {}}}]}\
            """.formatted(name, name, origin);
    }

    @Test
    void aJobsTablesAreListedByComponent() {
        JsonNode listed = post("table/list", of(job, "guest", 9999)).path("data");

        assertThat(listed).isEqualTo(json("""
            {"reader_0": {"input": {"table": {"name": "raw", "namespace": "table_use"}},
                          "output": {"data": {"name": "read", "namespace": "made_by_use"}}},
             "transform_0": {"input": {"reader_0.data": {"name": "read", "namespace": "made_by_use"}},
                             "output": {"data": {"name": "transformed", "namespace": "made_by_use"}}}}\
            """));
        assertThat(post("table/list", of("1", "guest", 9999)))
                .isEqualTo(json("{\"retcode\": 101, \"retmsg\": \"no find job\"}"));
    }

    @Test
    void aTableSaysWhichJobsHaveReadIt() {
        JsonNode readers = post("table/tracking/job", named("raw")).path("data");

        assertThat(readers.path("job"))
                .contains(TextNode.valueOf(job))
                .hasSize(readers.path("count").asInt());
        assertThat(post("table/tracking/job", named("ra_")).at("/data/count").asInt(-1))
                .isZero();
    }

    @Test
    void anUploadedTableHasNoSourceAndAnUnknownOneIsAnError() {
        assertThat(post("table/tracking/source", named("raw")).path("data")).isEmpty();
        assertThat(post("table/tracking/source", named("nothing"))
                        .path("retmsg")
                        .asText())
                .isEqualTo("Exception('no found table: table name nothing, table namespace table_use')");
    }

    @Test
    void uploadsAreShownNewestFirstAsLongAsTheirTableIsThere() throws InterruptedException {
        String second = upload("second");

        JsonNode shown = post("data/upload/history", "{\"limit\": 10}").path("data");

        assertThat(shown.path(0)).isEqualTo(json("""
            {"%s": {"notes": "", "schema": {"header": "x", "meta": {}, "sid": "id"},
                    "upload_info": {"namespace": "table_use", "partition": 4, "table_name": "second",
                                    "upload_count": 7}}}\
            """.formatted(second)));
        assertThat(shown).anyMatch(entry -> entry.has(upload));
        assertThat(post("data/upload/history", "{\"limit\": 1}").path("data")).hasSize(1);
        assertThat(post("data/upload/history", "{\"limit\": 10, \"job_id\": \"" + upload + "\"}")
                        .path("data"))
                .hasSize(1);
        post("table/delete", named("second"));
        assertThat(post("data/upload/history", "{\"job_id\": \"" + second + "\"}")
                        .path("data"))
                .isEmpty();
    }

    @Test
    void aTableThatIsSwitchedOffIsReadByNoNewJob() {
        assertThat(post("table/disable", named("raw")).path("data"))
                .isEqualTo(json("{\"a\": [{\"namespace\": \"table_use\", \"table_name\": \"raw\"}]}")
                        .path("a"));
        assertThat(post("table/table_info", named("raw")).at("/data/enable").asBoolean(true))
                .isFalse();
        assertThatThrownBy(() -> engine.jobs().submit(new JobSubmission(DSL, CONF, "")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-6136");

        post("table/enable", named("raw"));

        assertThat(post("table/table_info", named("raw")).at("/data/enable").asBoolean())
                .isTrue();
        engine.jobs()
                .stop(engine.jobs().submit(new JobSubmission(DSL, CONF, "")).jobId(), "canceled");
    }

    @Test
    void whatAnUploadFoundOutOfItsColumnsStandsBesideTheMeta() throws InterruptedException {
        String described = upload("described", """
            {"header": ["y", "x"], "sid": "id",
             "meta": {"with_label": true, "label_name": "y", "header": ["x"], "anonymous_header": ["x0"],
                      "anonymous_label": "y", "original_index_info": {"header_index": [1], "label_index": 0}}}""");
        JsonNode schema = json("""
            {"header": ["x"], "sid": "id", "label_name": "y", "anonymous_header": ["x0"], "anonymous_label": "y",
             "original_index_info": {"header_index": [1], "label_index": 0},
             "meta": {"with_label": true, "label_name": "y"}}""");

        assertThat(post("table/table_info", named("described")).at("/data/schema"))
                .isEqualTo(schema);
        assertThat(post("data/upload/history", "{\"job_id\": \"" + described + "\"}")
                        .at("/data/0/" + described + "/schema"))
                .isEqualTo(schema);
    }

    @Test
    void ofATableThatIsNotThereWhatWasNotSaidIsNull() {
        JsonNode unknown =
                post("table/table_info", "{\"namespace\": \"table_use\"}").path("data");

        assertThat(unknown.path("namespace").asText()).isEqualTo("table_use");
        assertThat(unknown.path("table_name").isNull()).isTrue();
    }

    @Test
    void anEndedJobSaysThatItsEndWasScheduled() {
        JsonNode rows = post("job/query", "{\"job_id\": \"" + job + "\"}").path("data");

        assertThat(rows)
                .isNotEmpty()
                .allMatch(row -> row.path("f_end_scheduling_updates").asInt() == 1);
    }

    @Test
    void whatIsSwitchedOffCanBeDeletedAtOnceAndNothingElse() throws InterruptedException {
        upload("third");
        post("table/disable", named("third"));

        assertThat(post("table/disable/delete", "{}").path("data"))
                .isEqualTo(json("{\"a\": [{\"namespace\": \"table_use\", \"table_name\": \"third\"}]}")
                        .path("a"));

        assertThat(data.deleted).contains("table_use/third").doesNotContain("table_use/raw");
        assertThat(post("table/table_info", named("third")).at("/data/exist").asInt(-1))
                .isZero();
        assertThat(post("table/disable/delete", "{}"))
                .isEqualTo(json("{\"retcode\": 101, \"retmsg\": \"no find table\"}"));
        assertThat(post("table/disable", "{}").path("retcode").asInt()).isEqualTo(101);
    }

    @Test
    void aJobIsReportedInTheOrderOfItsGraph() {
        JsonNode report = post("job/report", of(job, "guest", 9999)).path("data");

        assertThat(report.findValuesAsText("component_name")).containsExactly("reader_0", "transform_0");
        assertThat(report.findValuesAsText("index")).containsExactly("0", "1");
        assertThat(report.path(0).properties())
                .extracting(entry -> entry.getKey())
                .containsExactlyInAnyOrder("component_name", "index", "start_time", "end_time", "elapsed", "status");
        assertThat(post("job/report", of("1", "guest", 9999)).path("retmsg").asText())
                .isEqualTo("find task failed");
    }

    @Test
    void aJobHasAnAddressAndItsComponentsDependOnEachOther() {
        assertThat(post("job/url/get", of(job, "guest", 9999))
                        .at("/data/board_url/0")
                        .asText())
                .isEqualTo("http://127.0.0.1:" + caller.port() + "/job/" + job);
        assertThat(post("job/url/get", of("1", "guest", 9999)).path("retmsg").asText())
                .isEqualTo("no found job");
        assertThat(post("pipeline/dag/dependency", of(job, "guest", 9999)).path("data"))
                .isEqualTo(json("""
                    {"component_list": ["reader_0", "transform_0"],
                     "component_module": {"reader_0": "Reader", "transform_0": "DataTransform"},
                     "component_need_run": {"reader_0": true, "transform_0": true},
                     "dependencies": {"transform_0": [
                        {"component_name": "reader_0", "type": "data", "up_output_info": ["data", 0]}]}}\
                    """));
    }

    private static String named(String table) {
        return "{\"namespace\": \"table_use\", \"table_name\": \"" + table + "\"}";
    }

    private static String of(String job, String role, int party) {
        return "{\"job_id\": \"%s\", \"role\": \"%s\", \"party_id\": %d}".formatted(job, role, party);
    }

    private JsonNode post(String path, String body) {
        return json(caller.post("/v1/" + path, body).body());
    }
}
