package io.fateflow.engine.executor;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.sql.Json;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.tracking.TrackingStore;

/**
 * What an executor is told about its attempt: {@code config.json} without what the worker adds.
 *
 * <p>Inputs come resolved: a reference {@code component.output} becomes the table that the upstream component left at
 * this party, or is left out when it left none.
 */
public final class TaskConfigs {

    private static final String READER = "Reader";

    private final JobStore jobs;
    private final TaskParameterStore parameters;
    private final TrackingStore tracking;

    public TaskConfigs(JobStore jobs, TaskParameterStore parameters, TrackingStore tracking) {
        this.jobs = jobs;
        this.parameters = parameters;
        this.tracking = tracking;
    }

    ObjectNode config(TaskRow row) {
        TaskKey key = row.key();
        ObjectNode conf = jobs.confOnParty(row.jobId(), new Party(key.role(), Long.parseLong(key.partyId())));
        JsonNode component =
                Json.read(jobs.body(row.jobId()).dsl()).path("components").path(row.componentName());
        ObjectNode config = Json.object();
        config.set("job_parameters", conf.path("job_parameters"));
        config.put("module", row.module());
        config.set("component_parameters", componentParameters(row));
        config.set("roles", conf.path("role"));
        config.set("initiator", conf.path("initiator"));
        config.putObject("local").put("role", key.role()).put("party_id", Long.parseLong(key.partyId()));
        ObjectNode inputs = config.putObject("inputs");
        inputs.set("data", dataInputs(row, component.path("input").path("data")));
        config.set("outputs", component.path("output").isObject() ? component.path("output") : Json.object());
        return config;
    }

    /**
     * As in the conf, but for the Reader's table: it may be given as what an earlier job left at this party. Of an output
     * that is not there nothing is known: the Reader says so.
     */
    private ObjectNode componentParameters(TaskRow row) {
        ObjectNode component = parameters.find(row.key());
        if (row.module().equals(READER)
                && component.path("table") instanceof ObjectNode table
                && table.hasNonNull("job_id")
                && !table.hasNonNull("name")) {
            tracking.output(
                            TaskKey.taskId(
                                    table.path("job_id").asText(),
                                    table.path("component_name").asText()),
                            table.path("data_name").asText(),
                            row.key().role(),
                            row.key().partyId())
                    .ifPresent(found -> table.put("name", found.name()).put("namespace", found.namespace()));
        }
        return component;
    }

    private ObjectNode dataInputs(TaskRow row, JsonNode declared) {
        ObjectNode inputs = Json.object();
        declared.properties().forEach(entry -> {
            ArrayNode tables = inputs.putArray(entry.getKey());
            entry.getValue().forEach(reference -> addTable(tables, row, reference.asText()));
        });
        return inputs;
    }

    /** The text before the first dot names the component, the text after the last one its output. */
    private void addTable(ArrayNode tables, TaskRow row, String reference) {
        String upstream = reference.substring(0, Math.max(0, reference.indexOf('.')));
        String output = reference.substring(reference.lastIndexOf('.') + 1);
        tracking.output(
                        TaskKey.taskId(row.jobId(), upstream),
                        output,
                        row.key().role(),
                        row.key().partyId())
                .ifPresent(table -> tables.addObject()
                        .put("component", upstream)
                        .put("output", output)
                        .put("name", table.name())
                        .put("namespace", table.namespace()));
    }

    /** FATE's {@code task_conf.<component>.timeout}, in seconds; none means no limit but the job's. */
    Duration timeout(TaskRow row, ObjectNode config) {
        long seconds = config.path("job_parameters")
                .path("task_conf")
                .path(row.componentName())
                .path("timeout")
                .asLong(0);
        return Duration.ofSeconds(Math.max(0, seconds));
    }
}
