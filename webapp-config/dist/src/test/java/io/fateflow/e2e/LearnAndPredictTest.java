package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The way of a model through a real server: trained by three parties, deployed, and asked by a second job. */
class LearnAndPredictTest {

    private static final int ROWS = 60;
    private static final double GOOD_AUC = 0.8;

    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "data_transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                                   "output": {"data": ["data"], "model": ["model"]}},
              "intersection_0": {"module": "Intersection", "input": {"data": {"data": ["data_transform_0.data"]}},
                                 "output": {"data": ["data"]}},
              "hetero_lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["intersection_0.data"]}},
                              "output": {"data": ["data"], "model": ["model"]}},
              "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["hetero_lr_0.data"]}}}
            }}""";

    private static final String CONF = """
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000], "arbiter": [10000]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {
               "common": {
                 "intersection_0": {"intersect_method": "ecdh"},
                 "hetero_lr_0": {"max_iter": 4, "learning_rate": 0.5, "optimizer": "sgd",
                                 "init_param": {"init_method": "zeros"}, "encrypt_param": {"key_length": 1024}}},
               "role": {
                 "guest": {"0": {
                   "reader_0": {"table": {"name": "guest", "namespace": "experiment"}},
                   "data_transform_0": {"with_label": true}}},
                 "host": {"0": {"reader_0": {"table": {"name": "host", "namespace": "experiment"}}}}}}}""";

    @TempDir
    private Path home;

    @Test
    void whatThreePartiesLearnedPredictsForThem() throws IOException {
        try (ServerInThisJvm server = new ServerInThisJvm(Map.of("fate.home", home))) {
            FlowClient client = new FlowClient(server.port());
            upload(client);
            ObjectNode conf = object(CONF);

            String training = client.submit(job(object(DSL), conf));
            client.awaitEnd(training, "success");
            JsonNode model = deploy(client, training);
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
        }
        new ExecutorProcesses(home).assertNoneIsLeft();
    }

    /** The label follows one column of each party, so that neither knows it alone. */
    private static void upload(FlowClient client) {
        Random random = new Random(3);
        StringBuilder guest = new StringBuilder("id,y,x0,x1\n");
        StringBuilder host = new StringBuilder("id,z0,z1\n");
        for (int row = 0; row < ROWS; row++) {
            double x = random.nextGaussian();
            double z = random.nextGaussian();
            guest.append(
                    String.format(Locale.ROOT, "p%d,%d,%.6f,%.6f%n", row, x + z > 0 ? 1 : 0, x, random.nextGaussian()));
            host.append(String.format(Locale.ROOT, "p%d,%.6f,%.6f%n", row, z, random.nextGaussian()));
        }
        client.upload("guest", guest.toString());
        client.upload("host", host.toString());
    }

    private static JsonNode deploy(FlowClient client, String training) {
        ObjectNode request = FlowClient.JSON
                .createObjectNode()
                .put("model_id", "arbiter-10000#guest-9999#host-10000#model")
                .put("model_version", training);
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
