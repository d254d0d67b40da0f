package io.fateflow.dsl;

import java.util.HashSet;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads a component's {@code output}. */
final class OutputReader {

    private final String component;
    private final Findings findings;

    OutputReader(String component, Findings findings) {
        this.component = component;
        this.findings = findings;
    }

    Outputs read(JsonNode output, Place place) {
        if (output.isMissingNode()) {
            return new Outputs();
        }
        if (!output.isObject()) {
            findings.add(ProblemKind.OUTPUT_NOT_AN_OBJECT, place, component);
            return Outputs.unreadable();
        }
        Outputs outputs = new Outputs();
        for (ArtifactKind kind : ArtifactKind.values()) {
            if (output.has(kind.key())) {
                readList(output.get(kind.key()), kind, outputs, place.at(kind.key()));
            }
        }
        return outputs;
    }

    private void readList(JsonNode list, ArtifactKind kind, Outputs outputs, Place place) {
        if (!list.isArray()) {
            findings.add(ProblemKind.OUTPUT_NOT_A_LIST, place, component, kind.key());
            outputs.markUnreadable(kind);
            return;
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).isTextual()) {
                names.add(list.get(i).textValue());
            } else {
                findings.add(ProblemKind.OUTPUT_NAME_NOT_TEXT, place.at(i), component, kind.key());
                outputs.markUnreadable(kind);
            }
        }
        outputs.declare(kind, names);
    }
}
