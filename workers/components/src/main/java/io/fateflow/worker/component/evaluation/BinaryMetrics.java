package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Metric;

/** FATE's metrics of two classes, but for those that compare several predictions. */
final class BinaryMetrics {

    private final RankedScores scores;
    private final MetricSheet sheet;
    private final ThresholdCurves curves;

    BinaryMetrics(RankedScores scores, MetricSheet sheet) {
        this.scores = scores;
        this.sheet = sheet;
        this.curves = new ThresholdCurves(scores, sheet);
    }

    void compute(Set<String> metrics) {
        metrics.forEach(this::compute);
    }

    private void compute(String metric) {
        switch (metric) {
            case "auc" -> sheet.value("auc", scores.auc());
            case "ks" -> ks();
            case "lift" -> curves.lift();
            case "gain" -> curves.gain();
            case "accuracy" -> curves.accuracy();
            case "precision" -> curves.precisionAndRecall();
            case "roc" -> roc();
            case "confusion_mat" -> confusionMatrix();
            case "f1_score" -> f1();
            case "quantile_pr" -> quantilePrecisionAndRecall();
            // recall comes with precision, psi with a second prediction
            default -> {}
        }
    }

    private void ks() {
        double[] thresholds = Thresholds.byRow(scores.all());
        List<Metric.Point> fpr = new ArrayList<>();
        List<Metric.Point> tpr = new ArrayList<>();
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < thresholds.length; i++) {
            Counts counts = scores.above(thresholds[i]);
            fpr.add(MetricSheet.point(Thresholds.rowCut(i), counts.falsePositiveRate()));
            tpr.add(MetricSheet.point(Thresholds.rowCut(i), counts.recall()));
            greatest = Math.max(greatest, counts.recall() - counts.falsePositiveRate());
        }
        fpr.add(MetricSheet.point(1, 1));
        tpr.add(MetricSheet.point(1, 1));
        sheet.value("ks", greatest);
        sheet.curve("ks_fpr", "KS", ksMetas("fpr", thresholds), fpr);
        sheet.curve("ks_tpr", "KS", ksMetas("tpr", thresholds), tpr);
    }

    private ObjectNode ksMetas(String curve, double[] thresholds) {
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("curve_name", sheet.model() + "_" + curve)
                .put("pair_type", sheet.model());
        metas.set("thresholds", MetricSheet.rounded(thresholds));
        return metas;
    }

    private void roc() {
        List<RocCurve.Corner> corners = new ArrayList<>(RocCurve.hundredOf(RocCurve.of(scores)));
        corners.add(new RocCurve.Corner(1, 1, 1));
        ObjectNode metas = JsonNodeFactory.instance
                .objectNode()
                .put("unit_name", "fpr")
                .put("ordinate_name", "tpr")
                .put("curve_name", sheet.model());
        metas.set(
                "thresholds",
                MetricSheet.rounded(
                        corners.stream().mapToDouble(RocCurve.Corner::threshold).toArray()));
        sheet.curve(
                "roc",
                "ROC",
                metas,
                corners.stream()
                        .map(corner -> MetricSheet.point(corner.fpr(), corner.tpr()))
                        .toList());
    }

    private void confusionMatrix() {
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        for (double threshold : Thresholds.fixed()) {
            Counts counts = scores.above(threshold);
            metas.withArray("tp").add(counts.tp());
            metas.withArray("tn").add(counts.tn());
            metas.withArray("fp").add(counts.fp());
            metas.withArray("fn").add(counts.fn());
        }
        metas.set("thresholds", MetricSheet.rounded(Thresholds.fixed()));
        sheet.table("confusion_mat", "CONFUSION_MAT", metas);
    }

    private void f1() {
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        for (double threshold : Thresholds.fixed()) {
            metas.withArray("f1_scores")
                    .add(MetricSheet.rounded(scores.above(threshold).f1()));
        }
        metas.set("thresholds", MetricSheet.rounded(Thresholds.fixed()));
        sheet.table("f1_score", "F1_SCORE", metas);
    }

    private void quantilePrecisionAndRecall() {
        double[] thresholds = Thresholds.quantiles(scores.all());
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        for (double threshold : thresholds) {
            Counts counts = scores.above(threshold);
            // FATE has a number for the negative class too, which is always 0
            metas.withArray("p_scores").addArray().add(0.0).add(MetricSheet.rounded(counts.precision()));
            metas.withArray("r_scores").addArray().add(0.0).add(MetricSheet.rounded(counts.recall()));
        }
        metas.set("thresholds", MetricSheet.rounded(thresholds));
        sheet.table("quantile_pr", "QUANTILE_PR", metas);
    }
}
