package io.fateflow.worker.component.split;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Results;

/** What FATE tells of a split: how large its parts are, and how their labels are distributed. */
final class SplitReport {

    private static final String NAME = "data_split";
    private static final double DECIMALS = 1e3;

    private final ObjectNode report = JsonNodeFactory.instance.objectNode();

    SplitReport(Map<Part, Integer> counts, boolean stratified) {
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        ObjectNode count = report.putObject(NAME + "_count_info");
        counts.forEach((part, rows) -> count.put(part.text(), rows));
        count.put("original", all);
        ObjectNode ratio = report.putObject(NAME + "_ratio_info");
        counts.forEach((part, rows) -> ratio.put(part.text(), Math.rint(DECIMALS * rows / all) / DECIMALS));
        report.put("stratified", stratified);
    }

    /** Adds the labels that the party knows. */
    SplitReport withLabels(Map<Part, List<Double>> strata, List<Double> splitPoints, boolean integers) {
        ObjectNode info = report.putObject(NAME + "_label_info");
        Set<Double> names = new TreeSet<>();
        if (splitPoints.isEmpty()) {
            strata.values().forEach(names::addAll);
        } else {
            for (double range = 0; range <= splitPoints.size(); range++) {
                names.add(range);
            }
        }
        boolean whole = integers || !splitPoints.isEmpty();
        List<Double> all = strata.values().stream().flatMap(List::stream).toList();
        frequencies(names, all, whole, info.putObject("original"));
        strata.forEach((part, rows) -> frequencies(names, rows, whole, info.putObject(part.text())));
        if (splitPoints.isEmpty()) {
            names.forEach(name -> info.withArray("label_names").add(show(name, whole)));
        } else {
            splitPoints.forEach(info.putArray("split_points")::add);
        }
        info.put("continuous_label", !splitPoints.isEmpty());
        return this;
    }

    void writeTo(Results results) {
        results.metric(new Metric("train", NAME, "DATA_SPLIT", report, Map.of(NAME, IntNode.valueOf(0))));
        report.properties().forEach(entry -> results.summary(entry.getKey(), entry.getValue()));
    }

    private static void frequencies(Set<Double> names, List<Double> labels, boolean whole, ObjectNode into) {
        Map<Double, Integer> counts = new TreeMap<>();
        Stream.concat(names.stream(), labels.stream()).forEach(label -> counts.merge(label, 1, Integer::sum));
        counts.forEach((label, count) -> into.put(show(label, whole), count - 1));
    }

    private static String show(double label, boolean whole) {
        return whole ? Long.toString((long) label) : Double.toString(label);
    }
}
