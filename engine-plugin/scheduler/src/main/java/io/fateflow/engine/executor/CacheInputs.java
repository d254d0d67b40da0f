package io.fateflow.engine.executor;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.CacheStore;
import io.fateflow.engine.tracking.CacheStore.CacheRef;

/**
 * The caches that a component goes on from: {@code inputs.cache}. One that is declared and not at this party is there with
 * name and namespace null: the executor refuses it.
 */
record CacheInputs(CacheStore caches) {

    private static final String LOADER = "CacheLoader";

    /**
     * Adds the list if anything is declared.
     *
     * @param declared the component's {@code input.cache} in the DSL
     */
    void addTo(ObjectNode inputs, String jobId, TaskKey key, JsonNode declared) {
        declared.forEach(reference -> {
            String text = reference.asText();
            String upstream = text.substring(0, Math.max(0, text.indexOf('.')));
            String name = text.substring(text.lastIndexOf('.') + 1);
            Optional<CacheRef> found = caches.output(TaskKey.taskId(jobId, upstream), name, key.party());
            inputs.withArrayProperty("cache")
                    .addObject()
                    .put("component", upstream)
                    .put("output", name)
                    .put("name", found.map(cache -> cache.table().name()).orElse(null))
                    .put(
                            "namespace",
                            found.map(cache -> cache.table().namespace()).orElse(null));
        });
    }

    /** A CacheLoader's is named by its parameters. Of one that is not there nothing is added: the CacheLoader says so. */
    void addLoaded(ObjectNode inputs, TaskKey key, String module, JsonNode parameters) {
        if (module.equals(LOADER)) {
            named(key, parameters).ifPresent(cache -> inputs.withArrayProperty("cache")
                    .addObject()
                    .put("component", cache.component())
                    .put("output", cache.name())
                    .put("name", cache.table().name())
                    .put("namespace", cache.table().namespace()));
        }
    }

    private Optional<CacheRef> named(TaskKey key, JsonNode parameters) {
        if (parameters.hasNonNull("cache_key")) {
            return caches.byKey(parameters.path("cache_key").asText(), key.party());
        }
        String taskId = TaskKey.taskId(
                parameters.path("job_id").asText(),
                parameters.path("component_name").asText());
        return parameters.hasNonNull("cache_name")
                ? caches.output(taskId, parameters.path("cache_name").asText(), key.party())
                : caches.output(taskId, key.party());
    }
}
