package io.fateflow.worker.component.linear.model;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.optimize.Weights;

/**
 * One party's part of one trained model; the arbiter's has no columns.
 *
 * @param iterations how many there were
 * @param losses one for each iteration, at the party that gets to know them
 * @param bestIteration the iteration that these weights are of if training went on after it; else {@link #LAST}
 */
public record SingleModel(
        int iterations,
        List<Double> losses,
        boolean converged,
        List<String> header,
        Weights weights,
        int bestIteration) {

    /** FATE's number for a model whose weights are those of the last iteration. */
    public static final int LAST = -1;

    public SingleModel {
        losses = List.copyOf(losses);
        header = List.copyOf(header);
    }

    /** The coefficients by column. */
    public ObjectNode coefficients() {
        ObjectNode byColumn = JsonNodeFactory.instance.objectNode();
        for (int column = 0; column < header.size(); column++) {
            byColumn.put(header.get(column), weights.coefficient(column));
        }
        return byColumn;
    }

    /** A list as JSON. */
    public static ArrayNode numbers(List<Double> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("bestIteration", bestIteration);
        json.putObject("encryptedWeight");
        header.forEach(json.putArray("header")::add);
        json.put("intercept", weights.intercept()).put("isConverged", converged).put("iters", iterations);
        json.set("lossHistory", numbers(losses));
        json.set("weight", coefficients());
        return json;
    }

    static SingleModel fromJson(JsonNode json, boolean intercept) {
        List<String> header = new ArrayList<>();
        json.path("header").forEach(column -> header.add(column.asText()));
        double[] coefficients = new double[header.size()];
        for (int column = 0; column < coefficients.length; column++) {
            JsonNode weight = json.path("weight").path(header.get(column));
            if (!weight.isNumber()) {
                throw new IllegalArgumentException("the model has no weight of column " + header.get(column));
            }
            coefficients[column] = weight.asDouble();
        }
        List<Double> losses = new ArrayList<>();
        json.path("lossHistory").forEach(loss -> losses.add(loss.asDouble()));
        return new SingleModel(
                json.path("iters").asInt(),
                losses,
                json.path("isConverged").asBoolean(),
                header,
                new Weights(coefficients, json.path("intercept").asDouble(), intercept),
                json.path("bestIteration").asInt(LAST));
    }
}
