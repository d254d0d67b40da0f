package io.fateflow.engine.job;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.JobConf;

/**
 * Where a job waits for cores of its initiator's site.
 *
 * @param queue its name; empty for the site's default queue
 * @param priority within the queue; higher is sooner
 * @param expectedMillis how long it will run, as its conf declares it; null if it does not
 * @param preemptible whether its conf lets it be preempted; null if it does not say
 */
public record QueuePlace(
        String queue,
        int priority,
        @Nullable Long expectedMillis,
        @Nullable Boolean preemptible) {

    /** Where a job is that says nothing. */
    public static final QueuePlace USUAL = new QueuePlace("", 0, null, null);

    /**
     * What a checked conf says.
     *
     * @param usual the queue of a job that names none
     */
    public static QueuePlace of(JsonNode runtimeConf, String usual) {
        JsonNode common = new JobConf(runtimeConf).common().tree();
        long seconds = common.path("expected_duration").asLong(0);
        return new QueuePlace(
                common.path("queue").asText(usual),
                common.path("priority").asInt(0),
                seconds > 0 ? Long.valueOf(seconds * 1000) : null,
                common.path("preemptible").isBoolean()
                        ? Boolean.valueOf(common.path("preemptible").booleanValue())
                        : null);
    }
}
