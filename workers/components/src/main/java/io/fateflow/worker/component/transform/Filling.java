package io.fateflow.worker.component.transform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.imputation.FillMethod;

/**
 * Which values to replace, and by what, as the user wants it.
 *
 * @param on whether to replace at all
 * @param method null to take {@code value}, as {@link FillMethod#DESIGNATED} does
 * @param value a number for all columns, or a list with one for each
 * @param marks what to replace
 */
record Filling(boolean on, @Nullable FillMethod method, JsonNode value, Marks marks) {

    /** Asks for the parameters of FATE's imputer under the names of one of its two uses. */
    static Filling from(Parameters parameters, String on, String method, String value, String marks, Marks defaults) {
        String name = parameters.choice(method, "", FillMethod.texts());
        JsonNode given = parameters.any(value);
        JsonNode filler = given.isMissingNode() ? IntNode.valueOf(0) : given;
        check(parameters, value, filler);
        JsonNode list = parameters.any(marks);
        if (!list.isMissingNode() && !list.isArray()) {
            throw parameters.wrong(marks, "must be a list of the values that are to be replaced");
        }
        return new Filling(
                parameters.flag(on, false),
                name.isEmpty() ? null : FillMethod.of(name),
                filler,
                list.isMissingNode() ? defaults : Marks.of(list));
    }

    Filling off() {
        return new Filling(false, method, value, marks);
    }

    boolean needsStatistics() {
        return on && method != null && method != FillMethod.DESIGNATED;
    }

    private static void check(Parameters parameters, String name, JsonNode value) {
        boolean number = isNumber(value);
        if (value.isArray()) {
            number = true;
            for (JsonNode element : value) {
                number &= isNumber(element);
            }
        }
        if (!number) {
            throw parameters.wrong(name, "must be a number, or a list with one for each column");
        }
    }

    private static boolean isNumber(JsonNode value) {
        return value.isNumber()
                || (value.isTextual() && Marks.NUMBER.matcher(value.asText()).matches());
    }
}
