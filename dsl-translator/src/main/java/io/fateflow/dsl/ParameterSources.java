package io.fateflow.dsl;

import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Whose parameters a component uses: FATE's {@code ComponentParameterSource}.
 *
 * <p>FATE DSL reference, "Chained models": a component that takes its model or cache from a component of the same module,
 * and is no warm start, is configured under that component's name; this goes on up the chain.
 */
public final class ParameterSources {

    private final JsonNode components;
    private final boolean predict;
    private final Map<String, String> known = new HashMap<>();

    private ParameterSources(ObjectNode dsl, boolean predict) {
        this.components = dsl.path("components");
        this.predict = predict;
    }

    /** The sources of a checked job's components. */
    public static ParameterSources of(JobPlan plan) {
        return of(plan.dsl(), plan.jobType().equals(JobKind.PREDICT.label()));
    }

    /** The sources for a DSL that passed all checks. */
    static ParameterSources of(ObjectNode dsl, boolean predict) {
        return new ParameterSources(dsl, predict);
    }

    /** The component under whose name this one's parameters are given; often itself. */
    public String of(String component) {
        String source = component;
        while (!known.containsKey(source) && isChained(source)) {
            source = lastModelOrCache(source);
        }
        source = known.getOrDefault(source, source);
        known.put(component, source);
        return source;
    }

    private boolean isChained(String component) {
        String upstream = lastModelOrCache(component);
        return !upstream.isEmpty()
                && !isWarmStart(component)
                && components
                        .path(upstream)
                        .path("module")
                        .equals(components.path(component).path("module"));
    }

    private boolean isWarmStart(String component) {
        JsonNode input = components.path(component).path("input");
        return input.has("model") && input.path("data").has("train_data");
    }

    /** The upstream of the last reference, a cache before a model: each one FATE meets replaces the one before. */
    private String lastModelOrCache(String component) {
        JsonNode input = components.path(component).path("input");
        JsonNode caches = input.path("cache");
        JsonNode models = predict ? MissingNode.getInstance() : input.path("model");
        JsonNode last = caches.isEmpty() ? models.path(models.size() - 1) : caches.path(caches.size() - 1);
        String reference = last.asText("");
        int dot = reference.indexOf('.');
        return dot < 0 ? "" : reference.substring(0, dot);
    }
}
