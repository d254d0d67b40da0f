package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads a component's {@code input}; what the references refer to is for the {@link ReferenceRules}. */
final class InputReader {

    private final String component;
    private final Findings findings;
    private final List<InputReference> references = new ArrayList<>();

    InputReader(String component, Findings findings) {
        this.component = component;
        this.findings = findings;
    }

    List<InputReference> read(JsonNode input, Place place) {
        if (input.isMissingNode() || input.isNull()) {
            return List.of();
        }
        if (!input.isObject()) {
            findings.add(ProblemKind.INPUT_NOT_AN_OBJECT, place, component);
            return List.of();
        }
        for (InputSlot slot : InputSlot.values()) {
            if (input.has(slot.key())) {
                readList(input.get(slot.key()), slot.key(), slot.artifact(), place.at(slot.key()));
            }
        }
        if (input.has("data")) {
            readData(input.get("data"), place.at("data"));
        }
        return List.copyOf(references);
    }

    private void readData(JsonNode data, Place place) {
        if (!data.isObject()) {
            findings.add(ProblemKind.INPUT_DATA_NOT_AN_OBJECT, place, component);
            return;
        }
        data.properties().forEach(e -> readList(e.getValue(), e.getKey(), ArtifactKind.DATA, place.at(e.getKey())));
    }

    private void readList(JsonNode list, String slot, ArtifactKind artifact, Place place) {
        if (!list.isArray()) {
            findings.add(ProblemKind.INPUT_NOT_A_LIST, place, component, slot);
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isTextual()) {
                references.add(new InputReference(
                        component, slot, artifact, list.get(i).textValue(), place.at(i)));
            } else {
                findings.add(ProblemKind.REFERENCE_NOT_TEXT, place.at(i), component);
            }
        }
    }
}
