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
 * @param sealed what FATE's form has beside the weights if the host has its own only encrypted: at the host
 *     {@code encryptedWeight}, and no plain ones; at the guest {@code cipher}. Empty else
 */
public record SingleModel(
        int iterations,
        List<Double> losses,
        boolean converged,
        List<String> header,
        Weights weights,
        int bestIteration,
        ObjectNode sealed) {

    /** FATE's number for a model whose weights are those of the last iteration. */
    public static final int LAST = -1;

    /** FATE's name of weights under the guest's key, at the host. */
    public static final String ENCRYPTED_WEIGHT = "encryptedWeight";

    /** FATE's name of the keys, at the guest. */
    public static final String CIPHER = "cipher";

    public SingleModel {
        losses = List.copyOf(losses);
        header = List.copyOf(header);
        sealed = sealed.deepCopy();
    }

    /** With plain weights. */
    public SingleModel(
            int iterations,
            List<Double> losses,
            boolean converged,
            List<String> header,
            Weights weights,
            int bestIteration) {
        this(iterations, losses, converged, header, weights, bestIteration, JsonNodeFactory.instance.objectNode());
    }

    /** The same with other weights. */
    public SingleModel withWeights(Weights others) {
        return new SingleModel(iterations, losses, converged, header, others, bestIteration, sealed);
    }

    /** The same, with what FATE's form has beside the weights. */
    public SingleModel withSealed(ObjectNode others) {
        return new SingleModel(iterations, losses, converged, header, weights, bestIteration, others);
    }

    /**
     * The weights to go on with.
     *
     * @throws IllegalArgumentException if they are there only encrypted
     */
    public Weights requirePlainWeights() {
        if (hasEncryptedWeights()) {
            throw new IllegalArgumentException("the model to go on with has its weights only encrypted"
                    + " (encrypted_reveal_in_host), and nobody can go on with those: train it with respectively");
        }
        return weights;
    }

    /** Whether its weights are there only encrypted. */
    public boolean hasEncryptedWeights() {
        return sealed.has(ENCRYPTED_WEIGHT);
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
        json.putObject(ENCRYPTED_WEIGHT);
        header.forEach(json.putArray("header")::add);
        json.put("intercept", weights.intercept()).put("isConverged", converged).put("iters", iterations);
        json.set("lossHistory", numbers(losses));
        json.set("weight", hasEncryptedWeights() ? json.objectNode() : coefficients());
        json.setAll(sealed);
        return json;
    }

    static SingleModel fromJson(JsonNode json, boolean intercept) {
        List<String> header = new ArrayList<>();
        json.path("header").forEach(column -> header.add(column.asText()));
        ObjectNode sealed = JsonNodeFactory.instance.objectNode();
        for (String name : List.of(ENCRYPTED_WEIGHT, CIPHER)) {
            if (json.path(name) instanceof ObjectNode given && !given.isEmpty()) {
                sealed.set(name, given);
            }
        }
        double[] coefficients = new double[header.size()];
        for (int column = 0; column < coefficients.length && !sealed.has(ENCRYPTED_WEIGHT); column++) {
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
                json.path("bestIteration").asInt(LAST),
                sealed);
    }
}
