package io.fateflow.worker.component.label;

import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;

/** Which label becomes which; labels are numbers, and 1 and 1.0 are the same. */
record LabelEncoder(SortedMap<Double, Double> codes) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Numbers the labels from 0, in their order. */
    static LabelEncoder numbering(Collection<Double> labels) {
        SortedMap<Double, Double> codes = new TreeMap<>();
        labels.stream().sorted().distinct().forEach(label -> codes.put(label, (double) codes.size()));
        return new LabelEncoder(codes);
    }

    /**
     * Reads a JSON object from label to code.
     *
     * @throws NumberFormatException if one of them is no number
     */
    static LabelEncoder of(JsonNode byLabel) {
        SortedMap<Double, Double> codes = new TreeMap<>();
        byLabel.properties()
                .forEach(entry -> codes.put(
                        Double.valueOf(entry.getKey()),
                        Double.valueOf(entry.getValue().asText())));
        return new LabelEncoder(codes);
    }

    static LabelEncoder load(Model model) {
        return of(model.param().path("labelEncoder"));
    }

    /** This encoder, which leaves the labels as they are that it does not know yet. */
    LabelEncoder keeping(Collection<Double> labels) {
        SortedMap<Double, Double> all = new TreeMap<>(codes);
        labels.forEach(label -> all.putIfAbsent(label, label));
        return new LabelEncoder(all);
    }

    /** From code to label. */
    LabelEncoder inverse() {
        SortedMap<Double, Double> labels = new TreeMap<>();
        codes.forEach((label, code) -> labels.put(code, label));
        return new LabelEncoder(labels);
    }

    boolean integers() {
        return codes.values().stream().allMatch(code -> code == Math.rint(code));
    }

    /** By label, as FATE shows it. */
    ObjectNode toJson() {
        ObjectNode json = JSON.objectNode();
        codes.forEach((label, code) -> json.put(show(label), show(code)));
        return json;
    }

    /** FATE's LabelTransformMeta and LabelTransformParam. */
    Model toModel() {
        ObjectNode param = JSON.objectNode();
        param.set("labelEncoder", toJson());
        param.set("encoderKeyType", types(true));
        param.set("encoderValueType", types(false));
        ObjectNode meta = JSON.objectNode().put("needRun", true);
        return new Model("LabelTransform", "LabelTransformMeta", meta, "LabelTransformParam", param);
    }

    static String show(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private ObjectNode types(boolean ofKeys) {
        ObjectNode types = JSON.objectNode();
        for (Map.Entry<Double, Double> entry : codes.entrySet()) {
            double number = ofKeys ? entry.getKey() : entry.getValue();
            types.put(show(entry.getKey()), number == Math.rint(number) ? "int" : "float");
        }
        return types;
    }
}
