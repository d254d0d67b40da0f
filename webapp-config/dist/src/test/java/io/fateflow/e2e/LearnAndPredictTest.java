package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The way of a model through a real server: trained by three parties, deployed, and asked by a second job. */
class LearnAndPredictTest {

    private static final int ROWS = LearningJob.ROWS;
    private static final double GOOD_AUC = 0.8;

    /** Of a row of predictions: behind id, label and result. */
    private static final int SCORE = 3;

    @TempDir
    private Path home;

    @Test
    void whatThreePartiesLearnedPredictsForThem() throws IOException {
        try (ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home))) {
            FlowClient client = new FlowClient(server.port());
            LearningJob.upload(client);
            ObjectNode conf = object(LearningJob.CONF);

            String training = client.submit(job(object(LearningJob.DSL), conf));
            client.awaitEnd(training, "success");
            JsonNode model = deploy(client, training, "{}");
            ObjectNode common = conf.withObject("/job_parameters/common");
            common.put("job_type", "predict").setAll((ObjectNode) model);
            String prediction = client.submit(job(object("{}"), conf));
            client.awaitEnd(prediction, "success");

            JsonNode learned = auc(client, training, "train");
            assertThat(learned.asDouble()).isGreaterThan(GOOD_AUC);
            assertThat(auc(client, prediction, "predict")).isEqualTo(learned);
            assertThat(client.tracking("output/data", prediction, "hetero_lr_0").at("/data/0"))
                    .hasSize(ROWS)
                    .allSatisfy(row -> assertThat(row.path(5).asText()).isEqualTo("predict"));
            assertThatLineageLeadsFromDataToPredictionsAndBack(client, training, prediction);
            assertThatAnEarlierStepPredictsOtherwise(client, training, prediction, conf);
        }
        new ExecutorProcesses(home).assertNoneIsLeft();
    }

    /** From the host's upload over the model to the prediction, seen from each of them; and who has taken what. */
    private static void assertThatLineageLeadsFromDataToPredictionsAndBack(
            FlowClient client, String training, String prediction) throws IOException {
        String table = "table experiment.host";
        String component = "component %s hetero_lr_0 host 10000";
        List<List<String>> way = List.of(
                List.of(table, "component " + training + " reader_0 host 10000"),
                List.of(component.formatted(training), "model " + training));
        for (String question : List.of(
                "namespace=experiment&name=host",
                "model_version=" + training,
                "job_id=" + training,
                "job_id=" + prediction)) {
            JsonNode found = client.get("/v1/lineage?" + question).path("data");
            List<List<String>> edges = StreamSupport.stream(found.path("edges").spliterator(), false)
                    .map(edge ->
                            List.of(edge.path("from").asText(), edge.path("to").asText()))
                    .toList();
            assertThat(edges).as(question).containsAll(way);
            assertThat(edges)
                    .as(question)
                    .anySatisfy(edge -> assertThat(edge)
                            .first()
                            .asString()
                            .startsWith("model ")
                            .isNotEqualTo("model " + training))
                    .anySatisfy(edge -> {
                        assertThat(edge).first().isEqualTo("component " + prediction + " hetero_lr_0 guest 9999");
                        assertThat(edge).last().asString().startsWith("table output_data_" + prediction);
                    });
            assertThat(found.path("jobs").findValuesAsText("job_id"))
                    .as(question)
                    .contains(training, prediction);
            assertThat(found.path("cut").asBoolean()).isFalse();
        }
    }

    private static void assertThatAnEarlierStepPredictsOtherwise(
            FlowClient client, String training, String prediction, ObjectNode conf) throws IOException {
        for (Map.Entry<String, Integer> party :
                Map.of("guest", 9999, "host", 10000, "arbiter", 10000).entrySet()) {
            ObjectNode component = named(training)
                    .put("role", party.getKey())
                    .put("party_id", party.getValue())
                    .put("component_name", "hetero_lr_0");
            assertThat(client.post("/v1/checkpoint/list", component).findValuesAsText("step_index"))
                    .as(party.getKey())
                    .containsExactly("0", "2");
        }
        JsonNode model = deploy(client, training, "{\"hetero_lr_0\": {\"step_index\": 0}}");
        conf.withObject("/job_parameters/common").setAll((ObjectNode) model);
        String earlier = client.submit(job(object("{}"), conf));
        client.awaitEnd(earlier, "success");

        JsonNode last =
                client.tracking("output/data", prediction, "hetero_lr_0").at("/data/0");
        JsonNode first = client.tracking("output/data", earlier, "hetero_lr_0").at("/data/0");
        assertThat(first).hasSize(ROWS);
        assertThat(sureness(first))
                .as("training started from zeros, which are sure of nothing")
                .isPositive()
                .isLessThan(0.8 * sureness(last));
    }

    /** How far predictions are from one half, on an average. */
    private static double sureness(JsonNode rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .mapToDouble(row -> Math.abs(row.path(SCORE).asDouble() - 0.5))
                .average()
                .orElseThrow();
    }

    private static ObjectNode named(String training) {
        return FlowClient.JSON
                .createObjectNode()
                .put("model_id", "arbiter-10000#guest-9999#host-10000#model")
                .put("model_version", training);
    }

    private static JsonNode deploy(FlowClient client, String training, String checkpoints) throws IOException {
        ObjectNode request = named(training);
        request.set("components_checkpoint", object(checkpoints));
        JsonNode answer = client.post("/v1/model/deploy", request);
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        ObjectNode model = FlowClient.JSON.createObjectNode();
        model.set("model_id", answer.at("/data/model_id"));
        model.set("model_version", answer.at("/data/model_version"));
        return model;
    }

    private static JsonNode auc(FlowClient client, String job, String namespace) {
        return client.tracking("metric/all", job, "evaluation_0").at("/data/" + namespace + "/hetero_lr_0/data/0/1");
    }

    private static ObjectNode job(ObjectNode dsl, ObjectNode conf) {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.set("job_dsl", dsl);
        job.set("job_runtime_conf", conf);
        return job;
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) FlowClient.JSON.readTree(json);
    }
}
