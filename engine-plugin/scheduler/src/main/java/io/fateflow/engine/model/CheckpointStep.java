package io.fateflow.engine.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;

/** Which of a component's checkpoints is meant: FATE's {@code step_index}, or else {@code step_name}. */
public sealed interface CheckpointStep {

    /** The one of that number. */
    record ByIndex(int index) implements CheckpointStep {

        @Override
        public boolean names(int stepIndex, String stepName) {
            return index == stepIndex;
        }

        @Override
        public String toString() {
            return "step_index " + index;
        }
    }

    /** The last one of that name. */
    record ByName(String name) implements CheckpointStep {

        @Override
        public boolean names(int stepIndex, String stepName) {
            return name.equals(stepName);
        }

        @Override
        public String toString() {
            return "step_name " + name;
        }
    }

    /** The last one that there is. */
    record Last() implements CheckpointStep {

        @Override
        public boolean names(int stepIndex, String stepName) {
            return true;
        }

        @Override
        public String toString() {
            return "the last step";
        }
    }

    /** Whether this names a step. */
    boolean names(int stepIndex, String stepName);

    /**
     * Reads FATE's {@code components_checkpoint}: the step of each component. As in FATE, a component without a step keeps
     * the model of the end of its training.
     *
     * @throws IllegalArgumentException naming the component whose step can't be one
     */
    static Map<String, CheckpointStep> read(JsonNode componentsCheckpoint) {
        Map<String, CheckpointStep> steps = new LinkedHashMap<>();
        componentsCheckpoint.properties().forEach(each -> {
            JsonNode given = each.getValue();
            if (!given.isObject()) {
                throw new IllegalArgumentException("FFB-5301 components_checkpoint: of " + each.getKey()
                        + " there must be an object with step_index or step_name");
            }
            if (given.hasNonNull("step_index") && !isNumber(given.path("step_index"))) {
                throw new IllegalArgumentException(
                        "FFB-5301 components_checkpoint: step_index of " + each.getKey() + " must be a whole number");
            }
            of(given).ifPresent(step -> steps.put(each.getKey(), step));
        });
        return steps;
    }

    /** The step that an object names; none, if it has neither key. A number that is none names a step that nobody has. */
    static Optional<CheckpointStep> of(JsonNode given) {
        JsonNode index = given.path("step_index");
        if (given.hasNonNull("step_index")) {
            return Optional.of(new ByIndex(isNumber(index) ? Integer.parseInt(index.asText()) : Integer.MIN_VALUE));
        }
        return given.hasNonNull("step_name")
                ? Optional.of(new ByName(given.path("step_name").asText()))
                : Optional.empty();
    }

    private static boolean isNumber(JsonNode given) {
        return given.asText().matches("-?\\d{1,9}");
    }

    /** As {@link #read} reads it. */
    static ObjectNode write(Map<String, CheckpointStep> steps) {
        ObjectNode json = Json.object();
        steps.forEach((component, step) -> {
            ObjectNode of = json.putObject(component);
            if (step instanceof ByIndex by) {
                of.put("step_index", by.index());
            } else if (step instanceof ByName by) {
                of.put("step_name", by.name());
            }
        });
        return json;
    }
}
