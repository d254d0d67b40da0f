package io.fateflow.worker.component.linear.job;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Stage;

/**
 * What all parties do together, as the guest's inputs want it. FATE has no message for it: its arbiter looks at the DSL, ours
 * has no inputs to look at.
 *
 * @param stage whether a model is trained, or one predicts
 * @param validate whether there is data to evaluate with
 * @param firstIterations of each single model that goes on; empty if models are new
 */
record Plan(Stage stage, boolean validate, List<Integer> firstIterations) {

    Plan {
        firstIterations = List.copyOf(firstIterations);
    }

    boolean train() {
        return stage.learns();
    }

    boolean goesOn() {
        return !firstIterations.isEmpty();
    }

    int firstIteration(int model) {
        return goesOn() ? firstIterations.get(model) : 0;
    }

    ObjectNode toJson() {
        ObjectNode json = stage.tell(JsonNodeFactory.instance.objectNode()).put("validate", validate);
        firstIterations.forEach(json.putArray("first_iterations")::add);
        return json;
    }

    static Plan fromJson(JsonNode json) {
        List<Integer> firstIterations = new ArrayList<>();
        json.path("first_iterations").forEach(each -> firstIterations.add(each.asInt()));
        return new Plan(Stage.toldBy(json), json.path("validate").asBoolean(), firstIterations);
    }
}
