package io.fateflow.worker.component.boosting.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Results;

/** FATE's metrics of one training: the loss round by round, and what validation says. */
public final class Report {

    private final Results results;
    private final OptionalInt fold;
    private final List<Metric.Point> losses = new ArrayList<>();
    private final ObjectNode history = JsonNodeFactory.instance.objectNode();

    /**
     * Nothing yet.
     *
     * @param fold of cross validation, which gives metrics other names
     */
    public Report(Results results, OptionalInt fold) {
        this.results = results;
        this.fold = fold;
    }

    public void loss(int round, double loss) {
        losses.add(new Metric.Point(IntNode.valueOf(round), DoubleNode.valueOf(loss)));
        results.growing(curve());
    }

    /** What validation after a round says of some rows. */
    public void validation(String type, int round, Map<String, Double> values) {
        String name = (fold.isPresent() ? "fold_" + fold.getAsInt() + "." : "") + "iteration_" + round;
        summary(type, name, values);
        values.forEach((metric, value) ->
                history.withObject("/" + type).withArray(metric).add(value));
    }

    /** Values of a fold, when it is done. */
    public void fold(String type, Map<String, Double> values) {
        summary(type, type + "_fold_" + fold.orElse(0), values);
    }

    /** All of validation, by type and metric; empty if there was none. */
    public ObjectNode history() {
        return history;
    }

    /** Shows the whole curve of losses. */
    public void end() {
        if (!losses.isEmpty()) {
            results.metric(curve());
        }
    }

    private Metric curve() {
        String suffix = fold.isPresent() ? "." + fold.getAsInt() : "";
        double least = losses.stream()
                .mapToDouble(point -> point.value().asDouble())
                .min()
                .orElse(Double.NaN);
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("name", "train")
                .put("unit_name", "iters")
                .put("curve_name", fold.isPresent() ? Integer.toString(fold.getAsInt()) : "loss")
                .put("Best", least);
        return new Metric("train", "loss" + suffix, "LOSS", metas, losses);
    }

    private void summary(String type, String name, Map<String, Double> values) {
        Map<String, JsonNode> data = new LinkedHashMap<>();
        values.forEach((metric, value) -> data.put(metric, DoubleNode.valueOf(value)));
        results.metric(new Metric(
                type,
                name,
                "EVALUATION_SUMMARY",
                JsonNodeFactory.instance.objectNode().put("name", name),
                data));
    }
}
