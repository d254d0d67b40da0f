package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Results;

/** The metrics of one model on one type of data, in FATE's names: single values together, each curve and table apart. */
final class MetricSheet {

    private static final double ROUNDING = 1e6;
    private static final double INSTEAD_OF_INFINITE = -9999999;

    private final String type;
    private final String model;
    private final Map<String, JsonNode> values = new LinkedHashMap<>();
    private final List<Metric> metrics = new ArrayList<>();
    private final ObjectNode summary = JsonNodeFactory.instance.objectNode();

    /**
     * Begins a sheet.
     *
     * @param type of the data, which is the metrics' namespace
     * @param model the component whose predictions these are
     */
    MetricSheet(String type, String model) {
        this.type = type;
        this.model = model;
    }

    String model() {
        return model;
    }

    /** Adds a single value; the summary has it unrounded. */
    void value(String metric, double value) {
        double finite = Double.isFinite(value) ? value : INSTEAD_OF_INFINITE;
        values.put(metric, DoubleNode.valueOf(rounded(finite)));
        summary.put(metric, finite);
    }

    /** Adds a curve, its points sorted by x; {@code metas} say how it is to be drawn. */
    void curve(String suffix, String kind, ObjectNode metas, List<Metric.Point> points) {
        List<Metric.Point> sorted = new ArrayList<>(points);
        sorted.sort((a, b) -> Double.compare(a.key().asDouble(), b.key().asDouble()));
        metrics.add(new Metric(type, model + "_" + suffix, kind + "_EVALUATION", metas, sorted));
    }

    /** Adds a metric whose numbers are in its metas. */
    void table(String suffix, String kind, ObjectNode metas) {
        metrics.add(new Metric(type, model + "_" + suffix, kind, metas, List.of()));
    }

    /** Adds the metrics to the results, and the single values to a model's summary. */
    void writeTo(Results results, ObjectNode modelSummary) {
        if (!values.isEmpty()) {
            ObjectNode metas = JsonNodeFactory.instance.objectNode();
            results.metric(new Metric(type, model, "EVALUATION_SUMMARY", metas, values));
            modelSummary.set(type, summary);
        }
        metrics.forEach(results::metric);
    }

    static double rounded(double value) {
        double scaled = value * ROUNDING;
        return Double.isFinite(scaled) ? Math.rint(scaled) / ROUNDING : value;
    }

    /** A point of a curve, rounded. */
    static Metric.Point point(double x, double y) {
        return Metric.Point.of(rounded(x), rounded(y));
    }

    static ArrayNode rounded(double[] numbers) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(numbers.length);
        for (double number : numbers) {
            array.add(rounded(number));
        }
        return array;
    }
}
