package io.fateflow.worker.component.selection;

import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.JsonNode;

/** How stable this party's columns are, from FATE's {@code PSIParam}. */
record PsiScores(JsonNode param) implements ToDoubleFunction<Column> {

    @Override
    public double applyAsDouble(Column column) {
        JsonNode score = param.path("totalScore").path(column.name());
        if (!score.isNumber()) {
            throw new IllegalStateException(
                    "the PSI model has no score of " + column + ": leave it out of select_names");
        }
        return score.asDouble();
    }
}
