package io.fateflow.worker.component.binning;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * How a host bins: FATE's {@code optimal_info}.
 *
 * @param method {@link #OPTIMAL} if the guest is to join bins
 * @param categories anonymous names of columns whose bins stay
 */
record HostMethod(String method, List<String> categories, OptimalParameters parameters) {

    private static final String OPTIMAL = BinningParameters.Method.OPTIMAL.fateName();

    HostMethod {
        categories = List.copyOf(categories);
    }

    static HostMethod of(BinningParameters parameters, List<BinnedColumn> columns) {
        String method = parameters.manual().isEmpty() ? parameters.method().fateName() : "manual";
        List<String> categories = columns.stream()
                .filter(BinnedColumn::category)
                .map(BinnedColumn::anonymousName)
                .toList();
        return new HostMethod(method, categories, parameters.optimal());
    }

    /** Whether the guest is to join bins of that column. */
    boolean joins(String column) {
        return method.equals(OPTIMAL) && !categories.contains(column);
    }

    boolean isOptimal() {
        return method.equals(OPTIMAL);
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("bin_method", method);
        json.set("category_names", ProtobufJson.texts(categories));
        json.set("optimal_params", parameters.toJson());
        return json;
    }

    static HostMethod fromJson(JsonNode json) {
        return new HostMethod(
                json.path("bin_method").asText(),
                ProtobufJson.texts(json.path("category_names")),
                OptimalParameters.fromJson(json.path("optimal_params")));
    }
}
