package io.fateflow.worker.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;

/**
 * A task that this worker has taken and not yet reported.
 *
 * @param task after a restart, without its config and its token: the executor has them
 * @param command as it was started
 * @param startTime epoch milliseconds
 */
record HeldTask(ExecutorTask task, RunDirectory run, List<String> command, long startTime) {

    static RunKey key(ExecutorTask task) {
        return new RunKey(
                task.jobId(), task.role(), task.partyId(), task.componentName(), task.taskId(), task.taskVersion());
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", task.id())
                .put("job_id", task.jobId())
                .put("component_name", task.componentName())
                .put("module", task.module())
                .put("task_id", task.taskId())
                .put("task_version", task.taskVersion())
                .put("role", task.role())
                .put("party_id", task.partyId())
                .put("timeout_millis", task.timeout().toMillis())
                .put("start_time", startTime);
        command.forEach(json.putArray("command")::add);
        return json;
    }

    static ExecutorTask task(JsonNode json) {
        return new ExecutorTask(
                json.path("id").asText(),
                json.path("job_id").asText(),
                json.path("component_name").asText(),
                json.path("module").asText(),
                json.path("task_id").asText(),
                json.path("task_version").asInt(),
                json.path("role").asText(),
                json.path("party_id").asText(),
                JsonNodeFactory.instance.objectNode(),
                "",
                Duration.ofMillis(json.path("timeout_millis").asLong()));
    }

    static List<String> command(JsonNode json) {
        List<String> command = new ArrayList<>();
        json.path("command").forEach(argument -> command.add(argument.asText()));
        return command;
    }
}
