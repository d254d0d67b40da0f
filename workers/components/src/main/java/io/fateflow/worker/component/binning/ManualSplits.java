package io.fateflow.worker.component.binning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.exchange.Party;

/** Split points that the user gives: FATE's {@code split_points_by_index} and {@code split_points_by_col_name}. */
final class ManualSplits {

    private static final String BY_INDEX = "split_points_by_index";
    private static final String BY_NAME = "split_points_by_col_name";

    private final Parameters parameters;
    private final ObjectNode byIndex;
    private final ObjectNode byName;

    private ManualSplits(Parameters parameters, ObjectNode byIndex, ObjectNode byName) {
        this.parameters = parameters;
        this.byIndex = byIndex;
        this.byName = byName;
    }

    static ManualSplits read(Parameters parameters) {
        return new ManualSplits(parameters, parameters.object(BY_INDEX), parameters.object(BY_NAME));
    }

    boolean isEmpty() {
        return byIndex.isEmpty() && byName.isEmpty();
    }

    /** By the column's place. */
    Map<Integer, SplitPoints> in(List<String> header, Party self) {
        Map<Integer, SplitPoints> splits = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : byIndex.properties()) {
            int place = each.getKey().matches("\\d{1,9}") ? Integer.parseInt(each.getKey()) : header.size();
            put(splits, place, header, BY_INDEX, each, self);
        }
        for (Map.Entry<String, JsonNode> each : byName.properties()) {
            int place = header.indexOf(each.getKey());
            put(splits, place < 0 ? header.size() : place, header, BY_NAME, each, self);
        }
        return splits;
    }

    private void put(
            Map<Integer, SplitPoints> splits,
            int place,
            List<String> header,
            String parameter,
            Map.Entry<String, JsonNode> given,
            Party self) {
        if (place >= header.size()) {
            throw parameters.wrong(
                    parameter,
                    "gives split points for column " + given.getKey() + ", which the data of " + self
                            + " does not have");
        }
        if (splits.put(place, points(parameter, given)) != null) {
            throw parameters.wrong(
                    BY_NAME, "and " + BY_INDEX + " both give split points for column " + header.get(place));
        }
    }

    private SplitPoints points(String parameter, Map.Entry<String, JsonNode> given) {
        JsonNode list = given.getValue();
        double[] bounds = new double[list.size()];
        boolean right = list.isArray() && !list.isEmpty();
        for (int i = 0; right && i < bounds.length; i++) {
            bounds[i] = list.get(i).asDouble();
            right = list.get(i).isNumber() && (i == 0 || bounds[i - 1] < bounds[i]);
        }
        if (!right) {
            throw parameters.wrong(
                    parameter, "must give ascending numbers as split points of column " + given.getKey());
        }
        return new SplitPoints(bounds);
    }
}
