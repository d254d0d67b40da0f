package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives labels numbers, in order of appearance. */
final class LabelIndex {

    private final Map<Label, Integer> numbers = new HashMap<>();
    private final List<Label> labels = new ArrayList<>();

    int numberOf(Label label) {
        return numbers.computeIfAbsent(label, added -> {
            labels.add(added);
            return labels.size() - 1;
        });
    }

    Label label(int number) {
        return labels.get(number);
    }

    int size() {
        return labels.size();
    }
}
