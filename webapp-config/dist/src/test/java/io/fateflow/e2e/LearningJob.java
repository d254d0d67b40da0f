package io.fateflow.e2e;

import java.util.Locale;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** A hetero LR of guest 9999, host 10000 and arbiter 10000, shaped as FATE's example, and its data. */
final class LearningJob {

    static final int ROWS = 60;

    static final String DSL = """
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

    static final String CONF = """
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000], "arbiter": [10000]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {
               "common": {
                 "intersection_0": {"intersect_method": "ecdh"},
                 "hetero_lr_0": {"max_iter": 4, "learning_rate": 0.5, "optimizer": "sgd",
                                 "init_param": {"init_method": "zeros"}, "encrypt_param": {"key_length": 1024},
                                 "callback_param": {"callbacks": ["ModelCheckpoint"], "save_freq": 2}}},
               "role": {
                 "guest": {"0": {
                   "reader_0": {"table": {"name": "guest", "namespace": "experiment"}},
                   "data_transform_0": {"with_label": true}}},
                 "host": {"0": {"reader_0": {"table": {"name": "host", "namespace": "experiment"}}}}}}}""";

    private LearningJob() {}

    /**
     * Uploads its tables and has it run to its end.
     *
     * @return the job
     */
    static String train(FlowClient client) {
        upload(client);
        String jobId = client.submit(Jobs.job(DSL, CONF));
        client.awaitEnd(jobId, "success");
        assertThat(client.tracking("output/data", jobId, "hetero_lr_0").at("/data/0"))
                .hasSize(ROWS);
        return jobId;
    }

    /** The label follows one column of each party, so that neither knows it alone. */
    static void upload(FlowClient client) {
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
}
