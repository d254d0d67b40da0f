package io.fateflow.worker.component;

import java.time.Instant;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A model as it was after one of its iterations, in as little memory as it takes: one of trees repeats all trees before.
 *
 * @param json as {@code result.json} has it: what a model has, its two messages as texts
 */
record Checkpoint(ObjectNode json) {

    /** FATE's only name of a step: its components never give another one. */
    private static final String STEP_NAME = "step_name";

    static Checkpoint of(String alias, int step, Instant made, Model model) {
        return new Checkpoint(JsonNodeFactory.instance
                .objectNode()
                .put("alias", alias)
                .put("step_index", step)
                .put("step_name", STEP_NAME)
                .put("create_time", made.toEpochMilli())
                .put("module", model.module())
                .put("meta_name", model.metaName())
                .put("meta", model.meta().toString())
                .put("param_name", model.paramName())
                .put("param", model.param().toString()));
    }

    int step() {
        return json.path("step_index").asInt();
    }

    int size() {
        return json.path("meta").asText().length() + json.path("param").asText().length();
    }
}
