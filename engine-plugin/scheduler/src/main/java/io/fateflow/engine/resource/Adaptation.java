package io.fateflow.engine.resource;

import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How many cores one task of a job takes at a party: FATE's adaptation formulas.
 *
 * @param nodes {@code task_nodes}
 * @param coresPerNode {@code task_cores_per_node}
 * @param requestCores {@code request_task_cores}
 */
public record Adaptation(int nodes, int coresPerNode, int requestCores) {

    private static final int DEFAULT_TASK_CORES = 4;
    private static final Set<String> SPARK = Set.of("SPARK", "LINKIS_SPARK");
    private static final Set<String> ENGINES_WHERE_ARBITERS_ARE_FREE = Set.of("EGGROLL", "STANDALONE");

    /**
     * The initiator's baseline, from which each party starts.
     *
     * @param jobParameters the party's run parameters ({@code task_cores}, {@code eggroll_run}, {@code spark_run})
     */
    public static Adaptation baseline(EngineConfig engine, JsonNode jobParameters) {
        int request = positive(jobParameters.path("task_cores"), DEFAULT_TASK_CORES);
        return compute(engine, jobParameters, request);
    }

    /** A party's own values: an arbiter asks for one core, whatever the job asks. */
    public static Adaptation forParty(EngineConfig engine, JsonNode jobParameters, String role) {
        int request = role.equals("arbiter") ? 1 : positive(jobParameters.path("task_cores"), DEFAULT_TASK_CORES);
        return compute(engine, jobParameters, request);
    }

    private static Adaptation compute(EngineConfig engine, JsonNode parameters, int request) {
        if (SPARK.contains(engine.name())) {
            JsonNode spark = parameters.path("spark_run");
            int nodes = positive(spark.path("num-executors"), engine.nodes());
            int perNode = positive(spark.path("executor-cores"), perNode(request, nodes));
            return new Adaptation(nodes, perNode, request);
        }
        JsonNode wanted = parameters.path("eggroll_run").path("eggroll.session.processors.per.node");
        return new Adaptation(engine.nodes(), positive(wanted, perNode(request, engine.nodes())), request);
    }

    private static int perNode(int request, int nodes) {
        return Math.max(1, request / nodes);
    }

    private static int positive(JsonNode value, int otherwise) {
        int number = value.isTextual() ? parse(value.textValue()) : value.asInt(0);
        return number > 0 ? number : otherwise;
    }

    private static int parse(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** {@code computing_partitions} of a job that names none. */
    public int partitions() {
        return nodes * coresPerNode;
    }

    /** What one task takes. Arbiters only coordinate: on EGGROLL and STANDALONE they take nothing. */
    public Resources taskResources(EngineConfig engine, String role) {
        boolean free = engine.name().equals("LINKIS_SPARK")
                || (role.equals("arbiter") && ENGINES_WHERE_ARBITERS_ARE_FREE.contains(engine.name()));
        return free ? Resources.NONE : Resources.of((long) nodes * coresPerNode, 0);
    }

    /** FATE's {@code adaptation_parameters} object. */
    public void writeTo(ObjectNode jobParameters, boolean initiatorBaseline) {
        jobParameters
                .putObject("adaptation_parameters")
                .put("task_nodes", nodes)
                .put("task_cores_per_node", coresPerNode)
                .put("task_memory_per_node", 0)
                .put("request_task_cores", requestCores)
                .put("if_initiator_baseline", initiatorBaseline);
    }

    /** Writes the values back where the engine itself reads them, as FATE does at each party. */
    public void writeEngineRun(EngineConfig engine, ObjectNode jobParameters) {
        if (SPARK.contains(engine.name())) {
            ObjectNode spark = jobParameters.withObjectProperty("spark_run");
            spark.put("num-executors", nodes).put("executor-cores", coresPerNode);
        } else {
            jobParameters.withObjectProperty("eggroll_run").put("eggroll.session.processors.per.node", coresPerNode);
        }
    }
}
