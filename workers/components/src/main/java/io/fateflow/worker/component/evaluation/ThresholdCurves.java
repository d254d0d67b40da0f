package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;

/** The curves over thresholds at each hundredth of the different scores. */
final class ThresholdCurves {

    private static final double BELOW_LOWEST = 0.001;

    private final RankedScores scores;
    private final MetricSheet sheet;
    private final double[] thresholds;

    ThresholdCurves(RankedScores scores, MetricSheet sheet) {
        this.scores = scores;
        this.sheet = sheet;
        this.thresholds = Thresholds.byScore(scores.all());
    }

    void accuracy() {
        List<Metric.Point> points = new ArrayList<>();
        for (int i = 0; i < thresholds.length; i++) {
            points.add(MetricSheet.point(
                    Thresholds.cut(i), scores.above(thresholds[i]).accuracy()));
        }
        sheet.curve("accuracy", "ACCURACY", metas(thresholds), points);
    }

    void lift() {
        overShares("lift", "LIFT", Counts::lift);
    }

    void gain() {
        overShares("gain", "GAIN", Counts::recall);
    }

    /** Against the share of rows that are called positive; FATE ends both curves in (1, 1). */
    private void overShares(String suffix, String kind, ToDoubleFunction<Counts> value) {
        List<Integer> kept = bestByX(Counts::calledPositive, value, thresholds);
        List<Metric.Point> points = new ArrayList<>();
        for (int index : kept) {
            Counts counts = scores.above(thresholds[index]);
            points.add(MetricSheet.point(counts.calledPositive(), value.applyAsDouble(counts)));
        }
        points.add(MetricSheet.point(1, 1));
        double[] shown = new double[kept.size() + 1];
        for (int i = 0; i < kept.size(); i++) {
            shown[i] = thresholds[kept.get(i)];
        }
        sheet.curve(suffix, kind, metas(shown), points);
    }

    /** With one more threshold, a little below the others: its cut is 1, and FATE's metas do not have it. */
    void precisionAndRecall() {
        double[] more = new double[thresholds.length + 1];
        System.arraycopy(thresholds, 0, more, 0, thresholds.length);
        more[thresholds.length] = thresholds[thresholds.length - 1] - BELOW_LOWEST;
        List<Integer> kept = bestByX(Counts::recall, Counts::precision, more);
        List<Metric.Point> precision = new ArrayList<>();
        List<Metric.Point> recall = new ArrayList<>();
        for (int index : kept) {
            Counts counts = scores.above(more[index]);
            precision.add(atCut(index, counts.precision()));
            recall.add(atCut(index, counts.recall()));
        }
        double[] shown = kept.stream()
                .filter(index -> index < thresholds.length)
                .mapToDouble(index -> more[index])
                .toArray();
        sheet.curve("precision", "PRECISION_BINARY", pairMetas("Precision", shown), precision);
        sheet.curve("recall", "RECALL_BINARY", pairMetas("Recall", shown), recall);
    }

    private static Metric.Point atCut(int index, double value) {
        return index == Thresholds.CUTS
                ? new Metric.Point(
                        IntNode.valueOf(1), MetricSheet.point(1, value).value())
                : MetricSheet.point(Thresholds.cut(index), value);
    }

    /** Of the thresholds with the same x the one with the greatest y, in the order of the x. */
    private List<Integer> bestByX(ToDoubleFunction<Counts> x, ToDoubleFunction<Counts> y, double[] all) {
        Map<Double, Integer> best = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i++) {
            Counts counts = scores.above(all[i]);
            best.merge(x.applyAsDouble(counts), i, (first, second) -> {
                double before = y.applyAsDouble(scores.above(all[first]));
                return before < y.applyAsDouble(counts) ? second : first;
            });
        }
        return List.copyOf(best.values());
    }

    private ObjectNode metas(double[] shown) {
        ObjectNode metas = JsonNodeFactory.instance.objectNode().put("curve_name", sheet.model());
        metas.set("thresholds", MetricSheet.rounded(shown));
        return metas;
    }

    private ObjectNode pairMetas(String ordinate, double[] shown) {
        return metas(shown).put("ordinate_name", ordinate).put("pair_type", sheet.model());
    }
}
