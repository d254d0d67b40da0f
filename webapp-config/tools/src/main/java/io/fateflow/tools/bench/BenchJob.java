package io.fateflow.tools.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.job.JobSubmission;

/** Jobs that do nothing: a chain of components at two parties of this site. */
final class BenchJob {

    static final int PARTIES = 2;

    /** How many components a job with many hosts has. */
    static final int HOSTS_CHAIN = 5;

    /** A module whose executors take their time. */
    static final String SLOW = "DataStatistics";

    private BenchJob() {}

    static JobSubmission chain(int length) {
        return new JobSubmission(dsl(length).toString(), conf().toString(), "");
    }

    /** One component of a module, with so many cores at each party. */
    static JobSubmission single(String module, int cores) {
        ObjectNode dsl = JsonNodeFactory.instance.objectNode();
        dsl.putObject("components").putObject("single_0").put("module", module);
        ObjectNode conf = conf();
        conf.withObject("/job_parameters/common").put("task_cores", cores).put("task_parallelism", 1);
        return new JobSubmission(dsl.toString(), conf.toString(), "");
    }

    static String name(int index) {
        return index == 0 ? "reader_0" : "data_transform_" + (index - 1);
    }

    static ObjectNode dsl(int length) {
        ObjectNode dsl = JsonNodeFactory.instance.objectNode();
        ObjectNode components = dsl.putObject("components");
        for (int index = 0; index < length; index++) {
            ObjectNode component = components.putObject(name(index));
            component.put("module", index == 0 ? "Reader" : "DataTransform");
            if (index > 0) {
                component.putObject("input").putObject("data").putArray("data").add(name(index - 1) + ".data");
            }
            component.putObject("output").putArray("data").add("data");
        }
        return dsl;
    }

    /** One component after the other, of the module that takes its time. */
    static ObjectNode slow(int length) {
        ObjectNode dsl = dsl(length);
        dsl.path("components").forEach(component -> {
            if (component.path("input").has("data")) {
                ((ObjectNode) component).put("module", SLOW);
            }
        });
        return dsl;
    }

    /**
     * Milliseconds from the last party's end of a component to the first party's start of the next.
     *
     * @param tasks of a chain, as FATE's clients are given them
     */
    static List<Double> handovers(JsonNode tasks, int length) {
        Map<String, Long> starts = new TreeMap<>();
        Map<String, Long> ends = new TreeMap<>();
        for (JsonNode task : tasks) {
            String component = task.path("f_component_name").asText();
            starts.merge(component, task.path("f_start_time").asLong(), Math::min);
            ends.merge(component, task.path("f_end_time").asLong(), Math::max);
        }
        List<Double> handovers = new ArrayList<>();
        for (int index = 1; index < length; index++) {
            long end = Objects.requireNonNull(ends.get(name(index - 1)));
            handovers.add((double) (Objects.requireNonNull(starts.get(name(index))) - end));
        }
        return handovers;
    }

    static ObjectNode conf() {
        ObjectNode conf = JsonNodeFactory.instance.objectNode().put("dsl_version", 2);
        conf.putObject("initiator").put("role", "guest").put("party_id", 9999);
        ObjectNode role = conf.putObject("role");
        role.putArray("guest").add(9999);
        role.putArray("host").add(10000);
        conf.putObject("job_parameters").putObject("common").put("task_cores", 1);
        conf.putObject("component_parameters");
        return conf;
    }

    /** The same parties, each on its own site or both here. */
    static ObjectNode submission(ObjectNode dsl, boolean acrossSites) {
        ObjectNode submission = JsonNodeFactory.instance.objectNode();
        submission.set("job_dsl", dsl);
        submission
                .putObject("job_runtime_conf")
                .setAll(conf())
                .withObject("/job_parameters/common")
                .put("federated_mode", acrossSites ? "MULTIPLE" : "SINGLE");
        return submission;
    }

    /** Components one after the other, of a guest and hosts, all on sites of their own. */
    static ObjectNode withHosts(List<Long> hosts) {
        ObjectNode submission = submission(dsl(HOSTS_CHAIN), true);
        ArrayNode parties = submission.withObject("/job_runtime_conf/role").putArray("host");
        hosts.forEach(parties::add);
        return submission;
    }

    /** One component of guest, host and arbiter, each on its own site. */
    static ObjectNode ofThreeSites() {
        ObjectNode dsl = JsonNodeFactory.instance.objectNode();
        dsl.withObject("/components/hetero_lr_0").put("module", "HeteroLR");
        ObjectNode submission = submission(dsl, true);
        submission.withObject("/job_runtime_conf/role").putArray("arbiter").add(10001);
        return submission;
    }
}
