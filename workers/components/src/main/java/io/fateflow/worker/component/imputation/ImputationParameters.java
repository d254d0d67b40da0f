package io.fateflow.worker.component.imputation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;

/**
 * What FeatureImputation is told; defaults are FATE's.
 *
 * @param value a number for all columns, or a list with one for each
 * @param method of columns that have none of their own; null for {@code value}, or, if some have, to leave them
 * @param byColumn methods of single columns
 * @param missing what counts as missing beside NaN
 */
record ImputationParameters(
        JsonNode value, @Nullable FillMethod method, Map<String, FillMethod> byColumn, List<Double> missing) {

    static ImputationParameters from(Parameters parameters) {
        String method = parameters.choice("missing_fill_method", "", FillMethod.texts());
        JsonNode value = parameters.any("default_value");
        JsonNode filler = value.isMissingNode() ? IntNode.valueOf(0) : value;
        boolean numbers = filler.isNumber() || filler.isArray();
        for (JsonNode element : filler) {
            numbers &= element.isNumber();
        }
        if (!numbers) {
            throw parameters.wrong("default_value", "must be a number, or a list with one for each column");
        }
        ImputationParameters all = new ImputationParameters(
                filler, method.isEmpty() ? null : FillMethod.of(method), byColumn(parameters), missing(parameters));
        parameters.refuseOthers();
        return all;
    }

    /** The method of a column; empty if it is to be left as it is. */
    Optional<FillMethod> method(String column) {
        FillMethod fallback = method == null && byColumn.isEmpty() ? FillMethod.DESIGNATED : method;
        return Optional.ofNullable(byColumn.getOrDefault(column, fallback));
    }

    private static Map<String, FillMethod> byColumn(Parameters parameters) {
        Map<String, FillMethod> methods = new LinkedHashMap<>();
        parameters.object("col_missing_fill_method").properties().forEach(entry -> {
            String name = entry.getValue().asText();
            if (Stream.of(FillMethod.texts()).noneMatch(name::equalsIgnoreCase)) {
                throw parameters.wrong(
                        "col_missing_fill_method",
                        "must be one of " + List.of(FillMethod.texts()) + " for column " + entry.getKey() + ", not "
                                + name);
            }
            methods.put(entry.getKey(), FillMethod.of(name));
        });
        return methods;
    }

    private static List<Double> missing(Parameters parameters) {
        List<Double> missing = new ArrayList<>();
        for (JsonNode value : parameters.any("missing_impute")) {
            try {
                missing.add(Double.valueOf(value.asText()));
            } catch (NumberFormatException text) {
                throw parameters.wrong("missing_impute", "must list numbers, for features are numbers, not " + value);
            }
        }
        return missing;
    }
}
