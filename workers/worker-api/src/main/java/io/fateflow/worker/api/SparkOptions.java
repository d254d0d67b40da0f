package io.fateflow.worker.api;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What an attempt is to ask of Spark, if it is to run there: numbers, and settings that the server knows by name. It stands in the
 * attempt's config.
 *
 * @param executors how many of them
 * @param executorCores of each
 * @param executorMemory of each, in megabytes
 * @param driverMemory in megabytes
 * @param conf other settings, by Spark's names
 */
public record SparkOptions(
        int executors, int executorCores, int executorMemory, int driverMemory, Map<String, Integer> conf) {

    /** What Spark's cluster has for executors: cores. The worker that has Spark announces it, with what its machine has. */
    public static final String CORES = "spark/cores";

    /** Likewise memory, in megabytes. */
    public static final String MEMORY = "spark/memory";

    /** FATE's modules that can run there. */
    public static final Set<String> MODULES = Set.of("DataStatistics");

    private static final String IN_CONFIG = "spark";

    public SparkOptions {
        if (executors < 1 || executorCores < 1 || executorMemory < 1 || driverMemory < 1) {
            throw new IllegalArgumentException(
                    "an attempt asks Spark for %d executors of %d cores and %d MB, and a driver of %d MB"
                            .formatted(executors, executorCores, executorMemory, driverMemory));
        }
        conf.keySet().stream()
                .filter(name -> !name.matches("spark(\\.[A-Za-z]+)+"))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("Spark has no setting " + name);
                });
        conf = Map.copyOf(conf);
    }

    /** Of an attempt's config; empty if it is not to run on Spark. */
    public static Optional<SparkOptions> of(JsonNode config) {
        JsonNode spark = config.path(IN_CONFIG);
        if (!spark.isObject()) {
            return Optional.empty();
        }
        Map<String, Integer> conf = new TreeMap<>();
        spark.path("conf")
                .properties()
                .forEach(entry -> conf.put(entry.getKey(), entry.getValue().asInt()));
        return Optional.of(new SparkOptions(
                spark.path("executors").asInt(),
                spark.path("executor_cores").asInt(),
                spark.path("executor_memory").asInt(),
                spark.path("driver_memory").asInt(),
                conf));
    }

    public void writeTo(ObjectNode config) {
        ObjectNode spark = config.putObject(IN_CONFIG)
                .put("executors", executors)
                .put("executor_cores", executorCores)
                .put("executor_memory", executorMemory)
                .put("driver_memory", driverMemory);
        ObjectNode settings = spark.putObject("conf");
        new TreeMap<>(conf).forEach(settings::put);
    }
}
