package io.fateflow.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.client.call.CallRefusedException;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.ServerCalls;

/** Models that jobs of a site have trained, or that it has imported. */
public final class Models {

    /** FATE Flow's code of an answer without rows, among others. */
    private static final int NONE = 100;

    private static final List<String> ROLES = List.of("guest", "host", "arbiter", "local");
    private static final List<String> COLUMNS =
            List.of("model_id", "model_version", "role", "party_id", "job_id", "imported", "create_time");

    private final ServerCalls calls;

    Models(ServerCalls calls) {
        this.calls = calls;
    }

    /** All, the newest first. */
    public ModelPage list() throws FateFlowException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ROLES.forEach(body.putArray("role")::add);
        return page(body);
    }

    /** The parts of the models that a job has trained. */
    public ModelPage ofJob(String jobId) throws FateFlowException, InterruptedException {
        return page(JsonNodeFactory.instance.objectNode().put("job_id", jobId));
    }

    private ModelPage page(ObjectNode body) throws FateFlowException, InterruptedException {
        COLUMNS.forEach(body.putArray("query_filters")::add);
        List<Model> models = new ArrayList<>();
        boolean more = false;
        try {
            JsonNode answer = calls.post("model/query", body);
            answer.path("data").forEach(row -> models.add(Model.of(row)));
            more = answer.path("retmsg").asText().contains("there are more");
        } catch (CallRefusedException e) {
            if (e.retcode() != NONE || !e.id().isEmpty()) {
                throw e;
            }
        }
        Collections.reverse(models);
        return new ModelPage(List.copyOf(models), more);
    }
}
