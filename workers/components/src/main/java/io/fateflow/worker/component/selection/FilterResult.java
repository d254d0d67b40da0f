package io.fateflow.worker.component.selection;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * What a filter did: FATE's {@code FeatureSelectionFilterParam}.
 *
 * @param hosts what the guest decided for each host; empty if it decided for none
 */
record FilterResult(Filter filter, Part own, List<Part> hosts) {

    FilterResult {
        hosts = List.copyOf(hosts);
    }

    /**
     * One party's part.
     *
     * @param before columns that were left
     * @param after columns that are
     * @param left candidates that are
     */
    record Part(Map<String, Double> values, List<String> before, List<String> after, List<String> left) {

        ObjectNode leftCols() {
            return FilterResult.leftCols(before, after);
        }
    }

    static ObjectNode leftCols(List<String> original, List<String> left) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("originalCols", ProtobufJson.texts(original));
        ObjectNode flags = json.putObject("leftCols");
        left.forEach(column -> flags.put(column, true));
        return json;
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("featureValues", values(own));
        ArrayNode hostValues = json.putArray("hostFeatureValues");
        hosts.forEach(host -> hostValues.addObject().set("featureValues", values(host)));
        json.set("leftCols", own.leftCols());
        ArrayNode hostLeft = json.putArray("hostLeftCols");
        hosts.forEach(host -> hostLeft.add(host.leftCols()));
        return json.put("filterName", filter.resultName());
    }

    /** FATE's summary of a filter. */
    ObjectNode summary() {
        return summary(own.before().size(), own.left());
    }

    static ObjectNode summary(int before, List<String> left) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("last_col_nums", before)
                .put("left_col_nums", left.size());
        json.set("left_col_names", ProtobufJson.texts(left));
        return json;
    }

    private static ObjectNode values(Part part) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        part.values()
                .forEach((column, value) ->
                        json.set(column, ProtobufJson.doubles(value).get(0)));
        return json;
    }
}
