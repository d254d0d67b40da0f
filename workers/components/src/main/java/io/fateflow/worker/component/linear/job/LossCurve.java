package io.fateflow.worker.component.linear.job;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Results;

/** FATE's metric {@code loss}: the losses of one training by iteration. */
public final class LossCurve {

    private final Place place;
    private final String unit;
    private final Results results;
    private final List<Double> losses = new ArrayList<>();
    private final List<Metric.Point> points = new ArrayList<>();

    /**
     * An empty curve.
     *
     * @param unit FATE's word for what is counted, such as {@code iters}
     * @param results which show it while it grows
     */
    public LossCurve(Place place, String unit, Results results) {
        this.place = place;
        this.unit = unit;
        this.results = results;
    }

    public void add(int iteration, double loss) {
        losses.add(loss);
        points.add(new Metric.Point(IntNode.valueOf(iteration), DoubleNode.valueOf(loss)));
        if (place.showsLoss()) {
            results.growing(metric());
        }
    }

    public List<Double> losses() {
        return List.copyOf(losses);
    }

    /** Shows the whole curve, unless there is nothing in it, or FATE shows none. */
    public void report() {
        if (place.showsLoss() && !points.isEmpty()) {
            results.metric(metric());
        }
    }

    private Metric metric() {
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("name", "train")
                .put("unit_name", unit)
                .put("curve_name", place.lossCurve());
        return new Metric("train", place.loss(), "LOSS", metas, points);
    }
}
