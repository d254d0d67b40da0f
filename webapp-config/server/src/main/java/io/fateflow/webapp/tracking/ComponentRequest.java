package io.fateflow.webapp.tracking;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.operations.query.ComponentKey;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;

/** Which component at which party a call is about. */
@Component
final class ComponentRequest {

    private static final List<String> KEYS = List.of("job_id", "component_name", "role", "party_id");

    private final JobQueries jobs;
    private final TaskQueries tasks;
    private final WireJson json;

    ComponentRequest(JobQueries jobs, TaskQueries tasks, WireJson json) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.json = json;
    }

    /** As sent; without a role or party the job's initiator is meant, if this site knows the job. */
    ComponentKey orInitiator(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String jobId = ApiBody.text(sent, "job_id");
        boolean complete = sent.hasNonNull("role") && sent.hasNonNull("party_id");
        ObjectNode party = complete
                ? sent
                : jobs.first(jobId)
                        .map(job -> json.object()
                                .put("role", job.path("initiator_role").asText())
                                .put("party_id", job.path("initiator_party_id").asText()))
                        .orElseThrow(
                                () -> ApiException.uncaught("KeyError", sent.hasNonNull("role") ? "party_id" : "role"));
        return new ComponentKey(
                jobId,
                ApiBody.text(sent, "component_name"),
                ApiBody.text(party, "role"),
                ApiBody.text(party, "party_id"));
    }

    /** The row of the component that is meant; empty if this site has none. */
    Optional<ObjectNode> ifThere(ApiBody body) {
        String jobId = ApiBody.text(body.orEmpty(), "job_id");
        return jobs.first(jobId).flatMap(job -> task(orInitiator(body)).stream().findFirst());
    }

    /** The component's row, its latest attempt; empty if this site has no such task. */
    List<ObjectNode> task(ComponentKey key) {
        ObjectNode filter = json.object()
                .put("job_id", key.jobId())
                .put("component_name", key.component())
                .put("role", key.role())
                .put("party_id", key.partyId());
        return tasks.find(filter, null, true);
    }

    /**
     * As sent, and there.
     *
     * @throws ApiException as FATE Flow fails without such a task
     */
    ComponentKey existing(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        ComponentKey key = new ComponentKey(
                ApiBody.text(sent, "job_id"),
                ApiBody.text(sent, "component_name"),
                ApiBody.text(sent, "role"),
                ApiBody.text(sent, "party_id"));
        if (task(key).isEmpty()) {
            throw ApiException.uncaught(
                    "ValueError",
                    "no found task, please check if the parameters are correct:"
                            + sent.deepCopy().retain(KEYS));
        }
        return key;
    }
}
