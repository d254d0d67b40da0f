package io.fateflow.tools.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.job.JobSubmission;

/** Jobs of guest, host and arbiter that do real work. */
final class LearningJob {

    static final int KEY_BITS = 1024;

    /** The component that grows trees. */
    static final String TREES = "hetero_secureboost_0";

    private static final int CORES = 2;

    private final ObjectNode dsl = JsonNodeFactory.instance.objectNode();
    private final ObjectNode conf = JsonNodeFactory.instance.objectNode().put("dsl_version", 2);
    private final ObjectNode components = dsl.putObject("components");
    private final ObjectNode common;

    private LearningJob(String table) {
        conf.putObject("initiator").put("role", "guest").put("party_id", 9999);
        ObjectNode role = conf.putObject("role");
        role.putArray("guest").add(9999);
        role.putArray("host").add(10000);
        role.putArray("arbiter").add(10000);
        conf.putObject("job_parameters").putObject("common").put("task_cores", CORES);
        ObjectNode parameters = conf.putObject("component_parameters");
        common = parameters.putObject("common");
        ObjectNode guest = parameters.putObject("role").putObject("guest").putObject("0");
        ObjectNode host = parameters.withObject("role").putObject("host").putObject("0");
        read(guest, table + "_guest");
        read(host, table + "_host");
        guest.putObject("data_transform_0").put("with_label", true).put("label_name", "y");
        component("reader_0", "Reader", "", "");
        component("data_transform_0", "DataTransform", "data", "reader_0");
    }

    /** Reads, transforms and intersects. */
    static LearningJob intersection(String table) {
        LearningJob job = new LearningJob(table);
        job.component("intersection_0", "Intersection", "data", "data_transform_0");
        job.common.putObject("intersection_0").put("intersect_method", "ecdh");
        return job;
    }

    /** Trains for exactly so many iterations, all rows in one batch. */
    static LearningJob regression(String table, int iterations) {
        LearningJob job = new LearningJob(table);
        job.component("hetero_lr_0", "HeteroLR", "train_data", "data_transform_0");
        ObjectNode parameters = job.common.putObject("hetero_lr_0");
        parameters.put("max_iter", iterations).put("early_stop", "weight_diff").put("tol", 0);
        parameters.put("batch_size", -1).put("optimizer", "sgd");
        parameters.putObject("init_param").put("init_method", "zeros");
        parameters.putObject("encrypt_param").put("key_length", KEY_BITS);
        return job;
    }

    /** Grows exactly so many trees. */
    static LearningJob trees(String table, int trees, int depth, int bins) {
        LearningJob job = new LearningJob(table);
        job.conf.withObject("/role").remove("arbiter");
        job.component(TREES, "HeteroSecureBoost", "train_data", "data_transform_0");
        job.components
                .withObjectProperty(TREES)
                .withObjectProperty("output")
                .putArray("model")
                .add("model");
        ObjectNode parameters = job.common.putObject(TREES);
        parameters.put("num_trees", trees).put("bin_num", bins).put("n_iter_no_change", false);
        parameters.putObject("tree_param").put("max_depth", depth);
        parameters.putObject("encrypt_param").put("key_length", KEY_BITS);
        return job;
    }

    /** Has a component run by a provider such as {@code fate@1.11.4}. */
    LearningJob by(String provider, String component) {
        conf.withObject("/provider/common").put(component, provider);
        return this;
    }

    JobSubmission submission() {
        return new JobSubmission(dsl.toString(), conf.toString(), "");
    }

    private static void read(ObjectNode party, String table) {
        party.putObject("reader_0").putObject("table").put("name", table).put("namespace", LearningData.NAMESPACE);
    }

    private void component(String name, String module, String key, String upstream) {
        ObjectNode component = components.putObject(name).put("module", module);
        if (!upstream.isEmpty()) {
            component.putObject("input").putObject("data").putArray(key).add(upstream + ".data");
        }
        component.putObject("output").putArray("data").add("data");
    }
}
