package io.fateflow.engine.job;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.QueueParameters;
import io.fateflow.engine.resource.Adaptation;
import io.fateflow.engine.resource.EngineConfig;

/** FATE's job parameters: what a submitter leaves out is filled in, and each party gets its own. */
public final class RunParameters {

    /** FATE's attributes of job_parameters.common; any other key is dropped. */
    private static final List<String> NAMES = Stream.of(
                    List.of(
                            "job_type",
                            "inheritance_info",
                            "computing_engine",
                            "federation_engine",
                            "storage_engine",
                            "engines_address",
                            "federated_mode",
                            "federation_info",
                            "task_cores",
                            "task_parallelism",
                            "computing_partitions",
                            "federated_status_collect_type",
                            "federated_data_exchange_type",
                            "model_id",
                            "model_version",
                            "dsl_version",
                            "auto_retries",
                            "auto_retry_delay",
                            "timeout",
                            "eggroll_run",
                            "spark_run",
                            "rabbitmq_run",
                            "pulsar_run",
                            "adaptation_parameters",
                            "assistant_role",
                            "map_table_name",
                            "map_namespace",
                            "task_conf",
                            "resources",
                            "placement",
                            "notifications",
                            "purpose",
                            "project"),
                    QueueParameters.names(),
                    List.of("roles", "role_parameters"))
            .flatMap(List::stream)
            .toList();

    /** Never one party's own. */
    private static final List<String> OF_THE_JOB = List.of("job_type", "model_id", "model_version");

    private final EngineConfig engine;

    public RunParameters(EngineConfig engine) {
        this.engine = engine;
    }

    /**
     * The conf with {@code job_parameters.common} completed, as FATE shows it after the submit. A training job makes a new
     * model, whatever model its conf names.
     */
    public ObjectNode complete(JobPlan plan, String jobId) {
        ObjectNode conf = plan.runtimeConf().deepCopy();
        JsonNode given = new JobConf(conf).common().tree();
        ObjectNode common = withDefaults(given, plan);
        if (!new JobParameters(common).predicts()) {
            common.put("model_id", ModelId.of(plan.parties())).put("model_version", jobId);
        }
        Adaptation baseline = Adaptation.baseline(engine, common);
        baseline.writeTo(common, true);
        if (!common.hasNonNull("computing_partitions")) {
            common.put("computing_partitions", baseline.partitions());
        }
        common.set("roles", new JobConf(conf).roles().deepCopy());
        JsonNode roleParameters = new JobConf(conf).roleParameters();
        common.set("role_parameters", roleParameters.isObject() ? roleParameters.deepCopy() : Json.object());
        conf.withObjectProperty(JobConf.JOB_PARAMETERS).set(JobConf.COMMON, common);
        return conf;
    }

    private ObjectNode withDefaults(JsonNode given, JobPlan plan) {
        ObjectNode common = Json.object();
        NAMES.stream()
                .filter(given::hasNonNull)
                .forEach(name -> common.set(name, given.get(name).deepCopy()));
        common.put("job_type", plan.jobType());
        common.put("computing_engine", engine.name());
        // whatever the engine: this server serves all parties of a job itself
        defaultText(common, "federated_mode", "SINGLE");
        defaultText(common, "federated_status_collect_type", "PUSH");
        defaultInt(common, "task_parallelism", 1);
        defaultInt(common, "auto_retries", 0);
        defaultInt(common, "auto_retry_delay", 1);
        for (String name : List.of(
                "inheritance_info",
                "engines_address",
                "eggroll_run",
                "spark_run",
                "rabbitmq_run",
                "pulsar_run",
                "task_conf")) {
            if (!common.hasNonNull(name)) {
                common.putObject(name);
            }
        }
        return common;
    }

    private static void defaultText(ObjectNode node, String name, String value) {
        if (!node.hasNonNull(name)) {
            node.put(name, value);
        }
    }

    private static void defaultInt(ObjectNode node, String name, int value) {
        if (!node.hasNonNull(name)) {
            node.put(name, value);
        }
    }

    /**
     * One party's flat parameters: the completed common ones, overlaid with its own role section, engines and
     * adaptation computed for it.
     */
    public ObjectNode onParty(JobPlan plan, ObjectNode completedConf, Party party) {
        ObjectNode flat = new JobConf(completedConf).common().tree().deepCopy();
        ObjectNode own = plan.jobParameters().get(party);
        if (own != null) {
            NAMES.stream()
                    .filter(own::hasNonNull)
                    .filter(name -> !OF_THE_JOB.contains(name))
                    .forEach(name -> flat.set(name, own.get(name).deepCopy()));
        }
        flat.put("computing_engine", engine.name());
        flat.put("federation_engine", engine.name());
        flat.put("storage_engine", engine.name());
        ObjectNode address =
                Json.object().put("cores_per_node", engine.coresPerNode()).put("nodes", engine.nodes());
        ObjectNode addresses = flat.putObject("engines_address");
        List.of("computing", "federation", "storage").forEach(type -> addresses.set(type, address.deepCopy()));
        Adaptation adaptation = Adaptation.forParty(engine, flat, party.role());
        adaptation.writeTo(flat, false);
        adaptation.writeEngineRun(engine, flat);
        return flat;
    }
}
