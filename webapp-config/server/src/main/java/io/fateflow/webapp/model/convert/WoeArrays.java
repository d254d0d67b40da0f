package io.fateflow.webapp.model.convert;

import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.engine.model.ComponentModel;

/**
 * Weights of evidence that a guest has computed for a host's bins: taken out of the guest's model, by anonymous names, and put into
 * the host's, where they stand for the columns.
 */
public final class WoeArrays {

    private static final String WOE = "woeArray";
    private static final String BINNING = "binningResult";
    private static final int MOST_CLASSES = 2;

    private WoeArrays() {}

    /**
     * Of the first host, as FATE does it.
     *
     * @throws IllegalArgumentException if the model tells more than two classes apart, or has no host
     */
    public static ObjectNode of(ComponentModel guest) {
        for (String classes : new String[] {"multiClassResult", "multiClassResults"}) {
            if (guest.param().path(classes).path("labels").size() > MOST_CLASSES) {
                throw new IllegalArgumentException(
                        "Does not support transforming model trained on multi-label data. Please check.");
            }
        }
        JsonNode host = guest.param().path("hostResults").path(0);
        if (host.isMissingNode()) {
            throw new IllegalArgumentException("FFB-5290 The model has no bins of a host: it was trained local_only.");
        }
        ObjectNode arrays = JsonNodeFactory.instance.objectNode();
        host.path(BINNING).properties().forEach(column -> arrays.putObject(column.getKey())
                .set(WOE, column.getValue().path(WOE).deepCopy()));
        return arrays;
    }

    /**
     * The host's model with such values; columns of which there are none stay as they are.
     *
     * @param arrays as {@link #of} has them
     * @throws IllegalArgumentException if a column has other bins, or no column is the host's
     */
    public static ComponentModel put(ComponentModel host, JsonNode arrays) {
        if (!(host.param().deepCopy() instanceof ObjectNode param)) {
            throw new IllegalArgumentException("FFB-5290 The model of this component has no columns with bins.");
        }
        Map<String, String> anonymous = new HashMap<>();
        for (int place = 0; place < param.path("header").size(); place++) {
            anonymous.put(
                    param.path("header").path(place).asText(),
                    param.path("headerAnonymous").path(place).asText());
        }
        int found = put(param.path(BINNING).path(BINNING), anonymous, arrays);
        put(param.path("multiClassResult").path("results").path(0).path(BINNING), anonymous, arrays);
        if (found == 0) {
            throw new IllegalArgumentException("FFB-5290 woe_array has none of the columns of this host's model, whose"
                    + " anonymous names are such as "
                    + param.path("headerAnonymous").path(0).asText("none") + ".");
        }
        return new ComponentModel(
                host.component(), host.alias(), host.module(), host.metaName(), host.meta(), host.paramName(), param);
    }

    private static int put(JsonNode columns, Map<String, String> anonymous, JsonNode arrays) {
        int found = 0;
        for (Map.Entry<String, JsonNode> column : columns.properties()) {
            JsonNode array =
                    arrays.path(anonymous.getOrDefault(column.getKey(), "")).path(WOE);
            if (array.isArray()) {
                check(column, array);
                ((ObjectNode) column.getValue()).set(WOE, array.deepCopy());
                found++;
            }
        }
        return found;
    }

    /** A bin is one split point, or the last one; a host that computed none itself has no values to compare with. */
    private static void check(Map.Entry<String, JsonNode> column, JsonNode array) {
        int bins = Math.max(
                column.getValue().path(WOE).size(),
                column.getValue().path("splitPoints").size());
        boolean numbers = true;
        for (JsonNode value : array) {
            numbers &= value.isNumber();
        }
        if (!numbers || array.size() < bins || array.size() > bins + 1) {
            throw new IllegalArgumentException("FFB-5290 woe_array has not a number for each of the " + bins
                    + " bins of column " + column.getKey() + ".");
        }
    }
}
