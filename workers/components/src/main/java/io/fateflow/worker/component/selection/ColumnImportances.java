package io.fateflow.worker.component.selection;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How many nodes of a boosting model's trees part rows by a column: each party has this of its own columns in its own
 * model. A column that parts none has zero.
 */
final class ColumnImportances implements ToDoubleFunction<Column> {

    private static final String HOSTS = "host:";

    private final Map<String, Double> byName = new HashMap<>();

    /**
     * Reads FATE's {@code BoostingTreeModelParam}.
     *
     * @throws IllegalStateException if it tells of a column that it does not name
     */
    ColumnImportances(JsonNode param) {
        JsonNode names = param.path("featureNameFidMapping");
        names.forEach(name -> byName.put(name.asText(), 0.0));
        for (JsonNode importance : param.path("featureImportances")) {
            // a guest's model has those of hosts too, each with the place that its host has it at
            if (!importance.path("sitename").asText().startsWith(HOSTS)) {
                JsonNode name = names.path(importance.path("fid").asText("0"));
                if (!name.isTextual()) {
                    throw new IllegalStateException("the boosting model does not name its column "
                            + importance.path("fid").asText() + ": it is broken");
                }
                byName.put(name.asText(), importance.path("importance").asDouble());
            }
        }
    }

    @Override
    public double applyAsDouble(Column column) {
        Double importance = byName.get(column.name());
        if (importance == null) {
            throw new IllegalStateException("the boosting model knows nothing of " + column
                    + ": train it with this column, or leave it out of select_names");
        }
        return importance;
    }
}
