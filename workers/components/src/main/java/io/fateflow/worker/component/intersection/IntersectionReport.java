package io.fateflow.worker.component.intersection;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;

/** FATE's summary and metric of an intersection. */
record IntersectionReport(ComponentContext context, IntersectionParameters parameters, HashedIds ids) {

    /** FATE's number where a party does not get to know. */
    private static final int UNKNOWN = -1;

    /** Where the party's own rows stay what they are. */
    void write(BitSet common) {
        if (ids.usesMatchIds()) {
            long rows = Arrays.stream(ids.byRow()).filter(common::get).count();
            write(common.cardinality(), Math.toIntExact(rows));
        } else {
            write(common.cardinality());
        }
    }

    /**
     * With match ids.
     *
     * @param rows that these ids have become
     */
    void write(int common, int rows) {
        Map<String, JsonNode> metric = metric(common);
        metric.put("intersect_sample_id_count", IntNode.valueOf(rows));
        write(metric, common);
    }

    /** Where only the number is known. */
    void write(int common) {
        write(metric(common), common);
    }

    /** Where nothing is matched yet. */
    void writeCacheMeta() {
        context.results()
                .metric(new Metric("train", "intersection_cache_meta", "INTERSECTION", parameters.toMeta(), Map.of()));
    }

    void writeUnknown() {
        summary(UNKNOWN, UNKNOWN);
    }

    private void write(Map<String, JsonNode> metric, int common) {
        summary(common, rate(common));
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("intersect_method", parameters.method())
                .put("join_method", parameters.joinMethod());
        context.results().metric(new Metric("train", "intersection", "INTERSECTION", metas, metric));
    }

    private void summary(int common, double rate) {
        context.results().summary("intersect_num", IntNode.valueOf(common));
        context.results().summary("intersect_rate", DoubleNode.valueOf(rate));
        context.results().summary("cardinality_only", BooleanNode.valueOf(parameters.cardinalityOnly()));
        context.results().summary("unique_id_num", IntNode.valueOf(ids.count()));
    }

    private Map<String, JsonNode> metric(int common) {
        int unmatched = ids.count() - common;
        Map<String, JsonNode> values = new LinkedHashMap<>();
        values.put("intersect_count", IntNode.valueOf(common));
        values.put("input_match_id_count", IntNode.valueOf(ids.count()));
        values.put("intersect_rate", DoubleNode.valueOf(rate(common)));
        values.put("unmatched_count", IntNode.valueOf(unmatched));
        values.put("unmatched_rate", DoubleNode.valueOf(rate(unmatched)));
        return values;
    }

    private double rate(int part) {
        return (double) part / ids.count();
    }
}
