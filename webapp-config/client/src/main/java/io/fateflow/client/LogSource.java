package io.fateflow.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A log of a job.
 *
 * @param type FATE Flow's name of it, such as {@code jobSchedule}
 * @param role empty where the log is the job's
 * @param component empty where the log is the job's, or a party's
 */
public record LogSource(String jobId, String type, String role, String partyId, String component) {

    private static final String STORY = "jobSchedule";

    /** The job's story: what the scheduler did, when, and why. */
    public static LogSource schedule(String jobId) {
        return new LogSource(jobId, STORY, "", "", "");
    }

    boolean isStory() {
        return type.equals(STORY);
    }

    /** What a component says at a party. */
    public static LogSource component(String jobId, String role, String partyId, String component) {
        return new LogSource(jobId, "componentInfo", role, partyId, component);
    }

    ObjectNode body() {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("job_id", jobId).put("log_type", type);
        if (!role.isEmpty()) {
            body.put("role", role).put("party_id", partyId);
        }
        return component.isEmpty() ? body : body.put("component_name", component);
    }
}
