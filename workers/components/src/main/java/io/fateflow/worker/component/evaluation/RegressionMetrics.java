package io.fateflow.worker.component.evaluation;

import java.util.Set;

import io.fateflow.worker.component.score.Residuals;

/** FATE's metrics of predicted numbers. */
final class RegressionMetrics {

    private final Residuals residuals;

    RegressionMetrics(Predictions predictions) {
        this.residuals = new Residuals(predictions.expected(), predictions.predicted());
    }

    void compute(Set<String> metrics, MetricSheet sheet) {
        metrics.forEach(metric -> sheet.value(metric, residuals.metric(metric)));
    }
}
