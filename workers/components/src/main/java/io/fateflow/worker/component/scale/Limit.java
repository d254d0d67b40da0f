package io.fateflow.worker.component.scale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code feat_upper} or {@code feat_lower}: one number for all columns, or one for each.
 *
 * @param given missing if there is no limit
 */
record Limit(Parameters parameters, String name, JsonNode given) {

    static Limit of(Parameters parameters, String name) {
        JsonNode given = parameters.any(name);
        boolean right = given.isMissingNode() || given.isNumber();
        if (given.isArray()) {
            right = true;
            for (JsonNode element : given) {
                right &= element.isNumber();
            }
        }
        if (!right) {
            throw parameters.wrong(name, "must be a number, or a list with one for each column, not " + given);
        }
        return new Limit(parameters, name, given);
    }

    /** The limit of one of {@code columns} columns. */
    double at(int column, int columns, double otherwise) {
        if (given.isArray() && given.size() != columns) {
            throw parameters.wrong(name, "has " + given.size() + " numbers, but there are " + columns + " columns");
        }
        JsonNode limit = given.isArray() ? given.get(column) : given;
        return limit.isMissingNode() ? otherwise : limit.asDouble();
    }

    /** As a share of a column's values, from 0 to 1. */
    double share(double otherwise) {
        if (given.isArray() || (!given.isMissingNode() && (given.asDouble() < 0 || given.asDouble() > 1))) {
            throw parameters.wrong(name, "must be a number from 0 to 1 in cap mode, not " + given);
        }
        return given.isMissingNode() ? otherwise : given.asDouble();
    }

    /** For the model, as FATE writes it. */
    List<String> shown(int columns) {
        if (!given.isArray()) {
            return Collections.nCopies(columns, given.isMissingNode() ? "None" : given.asText());
        }
        List<String> shown = new ArrayList<>();
        given.forEach(limit -> shown.add(limit.asText()));
        return shown;
    }
}
