package io.fateflow.engine.executor;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.ComponentProviders;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.SparkRun;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.engine.party.Providers;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.NodeLeaseStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.engine.tracking.TrackingStore.TableRef;
import io.fateflow.worker.api.SparkOptions;

/**
 * What an executor is told about its attempt: {@code config.json} without what the worker adds.
 *
 * <p>Inputs come resolved: a reference {@code component.output} becomes the table that the upstream component left at
 * this party; when it left none, name and namespace are null: programs want to know what was declared, as with FATE.
 * Models that are not here are left out.
 */
public final class TaskConfigs {

    private static final String READER = "Reader";

    private final JdbcClient jdbc;
    private final TrackingStore tracking;
    private final ModelInputs models;
    private final CacheInputs caches;
    private final NodeLeaseStore nodeLeases;
    private final Providers providers;

    public TaskConfigs(
            JdbcTemplate jdbc,
            TrackingStore tracking,
            ComponentModelStore models,
            CheckpointStore checkpoints,
            Providers providers) {
        this.jdbc = JdbcClient.create(jdbc);
        this.tracking = tracking;
        this.models = new ModelInputs(models, checkpoints);
        this.caches = new CacheInputs(tracking.caches());
        this.nodeLeases = new NodeLeaseStore(jdbc);
        this.providers = providers;
    }

    /**
     * An attempt with everything that its executor needs.
     *
     * @param timeout FATE's {@code task_conf.<component>.timeout}; zero means no limit but the job's
     */
    record TaskConfig(String jobId, String componentName, String module, ObjectNode config, Duration timeout) {

        /** Whether the job has parties on several sites. */
        boolean crossesSites() {
            return new JobConf(config).ofParty().crossesSites();
        }
    }

    /** What the site's rows say of an attempt; whether it is placed on a node. */
    private record Rows(
            String jobId,
            String name,
            String module,
            JsonNode parameters,
            JobConf conf,
            JsonNode dsl,
            JsonNode submittedConf,
            boolean isPlaced) {

        static Rows of(ResultSet row, int number) throws SQLException {
            return new Rows(
                    row.getString("job_id"),
                    row.getString("component_name"),
                    row.getString("component_module"),
                    Json.read(row.getString("parameters")),
                    new JobConf(Json.read(row.getString("runtime_conf_on_party"))),
                    Json.read(row.getString("dsl")),
                    Json.read(row.getString("runtime_conf")),
                    row.getString("demand") != null);
        }
    }

    /** @throws IllegalStateException if there is no such attempt */
    TaskConfig of(TaskKey key) {
        return jdbc.sql("""
                select t.job_id, t.component_name, t.component_module, p.parameters, j.runtime_conf_on_party, b.dsl,
                    b.runtime_conf, t.demand
                from task t
                join job j on j.job_id = t.job_id and j.role = t.role and j.party_id = t.party_id
                join job_body b on b.job_id = t.job_id
                join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
                where t.task_id = :task and t.task_version = :version and t.role = :role and t.party_id = :party
                """)
                .params(TaskSql.at(key))
                .query(Rows::of)
                .optional()
                .map(rows -> config(key, rows))
                .orElseThrow(() -> new IllegalStateException("no task " + key.businessKey()));
    }

    private TaskConfig config(TaskKey key, Rows rows) {
        String jobId = rows.jobId();
        String module = rows.module();
        JsonNode parameters = rows.parameters();
        JobConf conf = rows.conf();
        JobParameters job = conf.ofParty();
        JsonNode component = rows.dsl().path("components").path(rows.name());
        ObjectNode config = Json.object();
        config.set(JobConf.JOB_PARAMETERS, job.tree());
        config.put("module", module);
        config.put(
                "provider",
                providers.here(
                        module,
                        new ComponentProviders(rows.dsl(), rows.submittedConf()).named(rows.name(), key.party()),
                        parties(conf)));
        SparkRun.of(rows.dsl(), rows.submittedConf(), rows.name(), key.party())
                .ifPresent(spark -> options(spark).writeTo(config));
        config.put("job_id", jobId);
        config.put("component_name", rows.name());
        config.put("task_id", key.taskId());
        config.put("task_version", key.version());
        resolveReadersTable(key, module, parameters);
        config.set(JobConf.COMPONENT_PARAMETERS, parameters);
        config.set("roles", conf.roles());
        config.set("initiator", conf.initiator());
        config.putObject("local")
                .put("role", key.role())
                .put("party_id", key.party().partyId());
        JsonNode input = component.path("input");
        ObjectNode inputs = config.putObject("inputs");
        inputs.set("data", dataInputs(jobId, key, input.path("data")));
        PartyModel own = new PartyModel(job.modelId(), jobId, key.role(), key.partyId());
        models.addTo(inputs, own, job.modelVersion().isEmpty() ? jobId : job.modelVersion(), input);
        models.addLoaded(inputs, own, module, parameters);
        caches.addTo(inputs, jobId, key, input.path("cache"));
        caches.addLoaded(inputs, key, module, parameters);
        config.set("outputs", component.path("output").isObject() ? component.path("output") : Json.object());
        if (rows.isPlaced()) {
            tellWhatItHas(config, jobId, key);
        }
        return new TaskConfig(jobId, rows.name(), module, config, job.timeout(rows.name()));
    }

    private static List<Party> parties(JobConf conf) {
        List<Party> parties = new ArrayList<>();
        conf.roles().properties().forEach(role -> role.getValue()
                .forEach(id -> parties.add(new Party(role.getKey(), id.asLong()))));
        return parties;
    }

    private static SparkOptions options(SparkRun spark) {
        return new SparkOptions(
                spark.executors(), spark.executorCores(), spark.executorMemory(), spark.driverMemory(), spark.conf());
    }

    /** {@code resources}: the node, and per label the amount and which units; only of what was placed on a node. */
    private void tellWhatItHas(ObjectNode config, String jobId, TaskKey key) {
        nodeLeases
                .held(LeaseKey.task(jobId, key.party(), key.taskId(), key.version()))
                .ifPresent(held -> {
                    ObjectNode labels = config.putObject("resources")
                            .put("node", held.node())
                            .putObject("labels");
                    held.units().forEach((label, units) -> tellUnits(labels.putObject(label), units));
                });
    }

    private static void tellUnits(ObjectNode label, SortedMap<Integer, ResourceQuantity> units) {
        ResourceQuantity amount = units.values().stream().reduce(ResourceQuantity.ZERO, ResourceQuantity::plus);
        label.put("amount", new BigDecimal(amount.toString()));
        if (units.firstKey() >= 0) {
            ArrayNode ids = label.putArray("ids");
            units.keySet().forEach(ids::add);
        }
    }

    /**
     * The Reader's table may be given as what an earlier job left at this party. Of an output that is not there nothing is
     * known: the Reader says so.
     */
    private void resolveReadersTable(TaskKey key, String module, JsonNode parameters) {
        if (module.equals(READER)
                && parameters.path("table") instanceof ObjectNode table
                && table.hasNonNull("job_id")
                && !table.hasNonNull("name")) {
            String taskId = TaskKey.taskId(
                    table.path("job_id").asText(), table.path("component_name").asText());
            tracking.output(taskId, table.path("data_name").asText(), key.party())
                    .ifPresent(found -> table.put("name", found.name()).put("namespace", found.namespace()));
        }
    }

    private ObjectNode dataInputs(String jobId, TaskKey key, JsonNode declared) {
        ObjectNode inputs = Json.object();
        declared.properties().forEach(entry -> {
            ArrayNode tables = inputs.putArray(entry.getKey());
            entry.getValue().forEach(reference -> addTable(tables, jobId, key, reference.asText()));
        });
        return inputs;
    }

    /** The text before the first dot names the component, the text after the last one its output. */
    private void addTable(ArrayNode tables, String jobId, TaskKey key, String reference) {
        String upstream = reference.substring(0, Math.max(0, reference.indexOf('.')));
        String output = reference.substring(reference.lastIndexOf('.') + 1);
        Optional<TableRef> table = tracking.output(TaskKey.taskId(jobId, upstream), output, key.party());
        tables.addObject()
                .put("component", upstream)
                .put("output", output)
                .put("name", table.map(TableRef::name).orElse(null))
                .put("namespace", table.map(TableRef::namespace).orElse(null));
    }
}
