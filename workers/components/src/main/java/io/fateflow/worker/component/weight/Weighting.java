package io.fateflow.worker.component.weight;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.data.InstanceTable;

/**
 * Where weights come from.
 *
 * @param column the feature that holds them; empty to weigh by class
 * @param normalize whether the column is divided by its mean
 * @param balanced whether each class gets {@code rows / (classes * rows of the class)}
 * @param byClass by label
 */
record Weighting(String column, boolean normalize, boolean balanced, Map<Double, Double> byClass) {

    static Weighting from(Parameters parameters) {
        JsonNode classes = parameters.any("class_weight");
        boolean balanced = classes.isTextual() && classes.asText().equalsIgnoreCase("balanced");
        if (!classes.isMissingNode() && !balanced && !classes.isObject()) {
            throw parameters.wrong("class_weight", "must be balanced, or a weight for each label, not " + classes);
        }
        Weighting weighting = new Weighting(
                parameters.text("sample_weight_name", ""),
                parameters.flag("normalize", false),
                balanced,
                classes.isObject() ? byClass(parameters, classes) : Map.of());
        parameters.refuseOthers();
        return weighting;
    }

    static Weighting load(Model model) {
        Map<Double, Double> byClass = new TreeMap<>();
        model.param()
                .path("classWeight")
                .properties()
                .forEach(entry -> byClass.put(
                        Double.valueOf(entry.getKey()), entry.getValue().asDouble()));
        return new Weighting(
                model.meta().path("sampleWeightName").asText(),
                model.meta().path("normalize").asBoolean(),
                false,
                byClass);
    }

    /** Whether there is nothing to weigh by: then the data stays as it is. */
    boolean isNone() {
        return column.isEmpty() && !balanced && byClass.isEmpty();
    }

    /** Counts the classes if the weights depend on them. */
    Weighting fitted(InstanceTable data) throws IOException {
        if (!balanced || !column.isEmpty()) {
            return this;
        }
        Map<Double, Double> counts = new TreeMap<>();
        data.forEach(instance -> counts.merge(instance.label(), 1.0, Double::sum));
        Map<Double, Double> weights = new TreeMap<>();
        counts.forEach((label, count) -> weights.put(label, data.count() / (counts.size() * count)));
        return new Weighting(column, normalize, false, weights);
    }

    /** FATE's name of it. */
    String mode() {
        return column.isEmpty() ? "class weight" : "sample weight name";
    }

    /** By label, as FATE shows it. */
    ObjectNode classWeights() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        byClass.forEach((label, weight) -> json.put(show(label), weight));
        return json;
    }

    private static String show(double label) {
        return label == Math.rint(label) ? Long.toString((long) label) : Double.toString(label);
    }

    private static Map<Double, Double> byClass(Parameters parameters, JsonNode classes) {
        Map<Double, Double> byClass = new TreeMap<>();
        classes.properties().forEach(entry -> {
            try {
                byClass.put(
                        Double.valueOf(entry.getKey()),
                        Double.valueOf(entry.getValue().asText()));
            } catch (NumberFormatException text) {
                throw parameters.wrong("class_weight", "must have a number for each label, which is a number too");
            }
        });
        return byClass;
    }
}
