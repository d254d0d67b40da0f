package io.fateflow.engine.job;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.QueueParameters;

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
        QueueParameters given =
                new QueueParameters(new JobConf(runtimeConf).common().tree());
        return new QueuePlace(
                given.queue().orElse(usual),
                given.priority(),
                given.expectedDuration().map(Duration::toMillis).orElse(null),
                given.preemptible().orElse(null));
    }

    /** What {@code job} has of it, by the names of the columns. */
    Map<String, @Nullable Object> columns() {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        columns.put("queue_name", queue);
        columns.put("priority", priority);
        columns.put("expected_millis", expectedMillis);
        columns.put("preemptible", preemptible);
        return columns;
    }
}
