package io.fateflow.dsl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a component asks of Spark that has {@code engine} {@code SPARK} among its parameters: FATE's {@code spark_run} of the job
 * parameters, with the component's own over it. Nothing of it is a text any more.
 *
 * @param executors {@code num-executors}, 2 unless given
 * @param executorCores {@code executor-cores} of each, 1 unless given
 * @param executorMemory {@code executor-memory} of each, in megabytes; Spark's 1g unless given
 * @param driverMemory {@code driver-memory}, in megabytes; Spark's 1g unless given
 * @param conf other settings of Spark's, by its names
 */
public record SparkRun(
        int executors, int executorCores, int executorMemory, int driverMemory, Map<String, Integer> conf) {

    static final String ENGINE = "engine";
    static final String SPARK_RUN = "spark_run";
    static final String SPARK = "SPARK";

    /** Labels of what executors have of Spark's cluster; the driver has CPU and memory of its node. */
    private static final String CORES = "spark/cores";

    private static final String MEMORY = "spark/memory";

    private static final int GIGABYTE = 1024;

    /** Spark's own rule for what a process needs beside its heap. */
    private static final int LEAST_BESIDE_HEAP = 384;

    private static final int TENTH = 10;

    public SparkRun {
        conf = Map.copyOf(conf);
    }

    /**
     * Of a component at a party; empty if it does not ask for Spark.
     *
     * @param dsl of a job whose documents were checked
     * @param conf its conf for all parties
     */
    public static Optional<SparkRun> of(JsonNode dsl, JsonNode conf, String component, Party party) {
        boolean predicts = new JobConf(conf).common().predicts();
        String source = dsl instanceof ObjectNode object
                ? ParameterSources.of(object, predicts).of(component)
                : component;
        PartyLayers layers = new PartyLayers(conf);
        return of(
                layers.of(JobConf.JOB_PARAMETERS, party).stream(),
                layers.of(JobConf.COMPONENT_PARAMETERS, party).stream().map(layer -> layer.path(source)));
    }

    /** Both in the order in which they apply. */
    static Optional<SparkRun> of(Stream<? extends JsonNode> job, Stream<? extends JsonNode> component) {
        List<JsonNode> own = component.<JsonNode>map(layer -> layer).toList();
        String engine = own.stream()
                .map(layer -> layer.path(ENGINE).asText())
                .filter(name -> !name.isEmpty())
                .reduce("", (earlier, later) -> later);
        if (!engine.equals(SPARK)) {
            return Optional.empty();
        }
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        Stream.concat(job, own.stream()).forEach(layer -> {
            if (layer.path(SPARK_RUN) instanceof ObjectNode given) {
                JsonMerge.into(merged, given);
            }
        });
        Map<String, Integer> conf = new TreeMap<>();
        SparkParameters.CONF.keySet().forEach(name -> SparkParameters.number(
                        merged.path(SparkParameters.CONF_MAP).path(name))
                .ifPresent(value -> conf.put(name, value)));
        return Optional.of(new SparkRun(
                SparkParameters.number(merged.path(SparkParameters.EXECUTORS)).orElse(2),
                SparkParameters.number(merged.path(SparkParameters.EXECUTOR_CORES))
                        .orElse(1),
                SparkParameters.megabytes(merged.path(SparkParameters.EXECUTOR_MEMORY))
                        .orElse(GIGABYTE),
                SparkParameters.megabytes(merged.path(SparkParameters.DRIVER_MEMORY))
                        .orElse(GIGABYTE),
                conf));
    }

    /** What is applied for, by label: the driver's of its node, all executors' of the cluster; memory in megabytes. */
    Map<String, Integer> amounts() {
        return new TreeMap<>(Map.of(
                "CPU",
                1,
                "memory",
                driverMemory + Math.max(LEAST_BESIDE_HEAP, driverMemory / TENTH),
                CORES,
                executors * executorCores,
                MEMORY,
                Math.multiplyExact(executors, executorMemory)));
    }
}
