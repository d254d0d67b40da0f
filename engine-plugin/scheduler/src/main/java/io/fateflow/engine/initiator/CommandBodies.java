package io.fateflow.engine.initiator;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.JobConf;

/** Bodies that are made of the job's rows when they are sent, in FATE's shape. */
public final class CommandBodies {

    /** Of a job that is only being made FATE sends no more than this, in this order. */
    private static final List<String> FALSE_OR_ZERO = List.of(
            "is_initiator",
            "progress",
            "ready_signal",
            "cancel_signal",
            "rerun_signal",
            "end_scheduling_updates",
            "cores",
            "memory",
            "remaining_cores",
            "remaining_memory",
            "resource_in_use");

    private final FateRows rows;

    public CommandBodies(FateRows rows) {
        this.rows = rows;
    }

    ObjectNode of(PartyCommandRow command) {
        boolean creation = command.action().equals("create");
        if (!command.body().isEmpty() && !creation) {
            return (ObjectNode) Json.read(command.body());
        }
        ObjectNode job =
                rows.job(command.jobId()).orElseThrow(() -> new IllegalStateException("no job " + command.jobId()));
        if (creation) {
            return command.taskId().isEmpty() ? jobCreation(job) : taskCreation(command);
        }
        return command.taskId().isEmpty()
                ? job
                : Json.object().put("user_id", job.path("user_id").asText());
    }

    private static ObjectNode jobCreation(ObjectNode row) {
        ObjectNode job = Json.object()
                .put("name", row.path("name").asText())
                .put("description", row.path("description").asText())
                .put("tag", "");
        FALSE_OR_ZERO.forEach(name -> {
            if (row.path(name).isBoolean()) {
                job.put(name, false);
            } else {
                job.put(name, 0);
            }
        });
        job.put("job_id", row.path("job_id").asText());
        for (String name : List.of("dsl", "train_runtime_conf", "roles")) {
            job.set(name, row.path(name));
        }
        // as numbers: a party that finds its own id there takes itself for the initiator
        String role = row.path("initiator_role").asText();
        long party = row.path("initiator_party_id").asLong();
        job.put("initiator_role", role).put("initiator_party_id", party);
        job.put("role", role).put("party_id", party);
        job.set("runtime_conf", row.path("runtime_conf"));
        job.set("runtime_conf_on_party", baseline(row.path("runtime_conf")));
        job.set("inheritance_info", row.path("inheritance_info"));
        // others have still to take over what was taken over here
        return job.put("inheritance_status", row.path("inheritance_info").isEmpty() ? "pass" : "waiting");
    }

    /** What everybody starts from; each party computes its own. */
    private static JsonNode baseline(JsonNode runtimeConf) {
        ObjectNode conf = runtimeConf.deepCopy();
        conf.set(JobConf.JOB_PARAMETERS, new JobConf(runtimeConf).common().tree());
        return conf;
    }

    /** The attempt that this site has written down already, at the address of the one before. */
    private ObjectNode taskCreation(PartyCommandRow command) {
        int version = Json.read(command.body()).path("task_version").asInt();
        ObjectNode filter = Json.object()
                .put("task_id", command.taskId())
                .put("task_version", version)
                .put("role", command.party().role())
                .put("party_id", command.party().idText());
        return rows.tasks(filter).stream()
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("no version %d of task %s".formatted(version, command.taskId())))
                .put("run_on_this_party", true);
    }
}
