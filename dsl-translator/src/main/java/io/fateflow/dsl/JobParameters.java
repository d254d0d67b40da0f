package io.fateflow.dsl;

import java.time.Duration;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * FATE's job parameters, as a conf gives them. Checked at the submit: what has the wrong type reads as absent here.
 *
 * @param tree name to value
 */
public record JobParameters(JsonNode tree) {

    private static final String PREDICT = "predict";
    private static final String SEVERAL_SITES = "MULTIPLE";
    private static final String ONE_SITE = "SINGLE";
    private static final String PUSH = "PUSH";

    /** Whether the job predicts with a model instead of training one. */
    public boolean predicts() {
        return text("job_type").equals(PREDICT);
    }

    /** The model that is trained or used; empty if there is none yet. */
    public String modelId() {
        return text("model_id");
    }

    /** Its version; empty if there is none yet. */
    public String modelVersion() {
        return text("model_version");
    }

    /** Whether parties of the job are on other sites. */
    public boolean crossesSites() {
        return federatedMode().equals(SEVERAL_SITES);
    }

    /** FATE's name for where parties are: {@code SINGLE} if it is not said. */
    public String federatedMode() {
        return tree.path("federated_mode").asText(ONE_SITE);
    }

    /** How the initiator hears of tasks elsewhere: FATE's {@code PUSH}, unless it is said otherwise, or {@code PULL}. */
    public String statusCollectType() {
        return tree.path("federated_status_collect_type").asText(PUSH);
    }

    /** Whether parties tell the initiator of their tasks without being asked. */
    public boolean pushesStatus() {
        return statusCollectType().equals(PUSH);
    }

    /** How long the job may take; zero if it is not said. */
    public Duration timeout() {
        return seconds(tree.path("timeout"));
    }

    /** How long an attempt of a component may take; zero if it is not said. */
    public Duration timeout(String component) {
        return seconds(tree.path("task_conf").path(component).path("timeout"));
    }

    /** How often a failed attempt is repeated without being asked. */
    public int retries() {
        return Math.max(0, tree.path("auto_retries").asInt(0));
    }

    /** How many seconds later; FATE's default is 1. */
    public int retryDelaySeconds() {
        return Math.max(0, tree.path("auto_retry_delay").asInt(1));
    }

    /** How many components of the job may run at once at a party. */
    public int parallelism() {
        return Math.max(1, tree.path("task_parallelism").asInt(1));
    }

    /** The older job whose components are taken over, and which; absent if none are. */
    public JsonNode inheritance() {
        return tree.path("inheritance_info");
    }

    /** What the submitter says that the job is for; empty if it is not said. */
    public String purpose() {
        JsonNode purpose = tree.path("purpose");
        return purpose.isTextual() ? purpose.asText() : "";
    }

    /** The project that the job is to be of; empty if none is named. What is no text is no project's name. */
    public String project() {
        JsonNode project = tree.path("project");
        return project.isMissingNode() || project.isNull()
                ? ""
                : project.isTextual() ? project.asText() : project.toString();
    }

    private String text(String name) {
        return tree.path(name).asText();
    }

    private static Duration seconds(JsonNode value) {
        return Duration.ofSeconds(Math.max(0, value.asLong(0)));
    }
}
