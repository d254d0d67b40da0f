package io.fateflow.engine.job;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.Resources;

/**
 * What a job's parameters make of it at one party. It is written when the job is created, and again when its parameters
 * change: a column that comes from the conf stands here, and nowhere else.
 *
 * @param conf FATE's {@code runtime_conf_on_party}; its {@code job_parameters} are the party's own
 * @param taskResources of one task
 * @param gateSlots how many tasks may run at once
 * @param dag what each component takes data from, as JSON; null if none needs more than cores here
 */
public record ConfOnParty(
        ObjectNode conf,
        Resources taskResources,
        int gateSlots,
        @Nullable String dag) {

    /** What {@code job} has of it, by the names of the columns. */
    Map<String, @Nullable Object> columns() {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        columns.put("runtime_conf_on_party", Json.write(conf));
        columns.put("task_cores", taskResources.cores());
        columns.put("task_memory", taskResources.memory());
        columns.put("gate_slots", gateSlots);
        columns.put("remaining_gate_slots", gateSlots);
        columns.put("dag", dag);
        return columns;
    }
}
