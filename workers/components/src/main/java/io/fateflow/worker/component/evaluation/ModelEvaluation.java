package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Results;

/** The metrics of one model: a sheet for each type of data that it predicted. */
final class ModelEvaluation {

    private static final String TRAIN = "train";
    private static final String VALIDATE = "validate";

    private final String model;
    private final EvaluationParameters parameters;
    private final PredictionReader read;

    ModelEvaluation(String model, EvaluationParameters parameters, PredictionReader read) {
        this.model = model;
        this.parameters = parameters;
        this.read = read;
    }

    /** Computes, and writes metrics and summary. */
    void writeTo(Results results) throws IOException {
        Map<String, RankedScores> ranked = parameters.type() == EvalType.BINARY ? ranked() : Map.of();
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        read.byType().forEach((type, rows) -> {
            MetricSheet sheet = new MetricSheet(type, model);
            switch (parameters.type()) {
                case BINARY -> binary(type, ranked, sheet);
                case MULTI -> new MultiClassMetrics(rows, read.labels(), sheet).compute(parameters.metrics());
                case REGRESSION -> new RegressionMetrics(rows).compute(parameters.metrics(), sheet);
                case CLUSTERING -> throw new IllegalStateException("clusters are no predictions");
            }
            sheet.writeTo(results, summary);
        });
        if (!summary.isEmpty()) {
            // clients take any model that is named for one with numbers
            results.summary(model, summary);
        }
    }

    private void binary(String type, Map<String, RankedScores> ranked, MetricSheet sheet) {
        RankedScores scores = ranked.get(type);
        if (scores == null) {
            return;
        }
        new BinaryMetrics(scores, sheet).compute(parameters.metrics());
        RankedScores train = ranked.get(TRAIN);
        if (parameters.metrics().contains("psi") && type.equals(VALIDATE) && train != null) {
            new PopulationStability(train, scores).writeTo(sheet);
        }
    }

    private Map<String, RankedScores> ranked() throws IOException {
        Map<String, RankedScores> ranked = new LinkedHashMap<>();
        for (Map.Entry<String, Predictions> entry : read.byType().entrySet()) {
            RankedScores scores = new RankedScores(entry.getValue());
            needBothClasses(scores, entry.getKey());
            ranked.put(entry.getKey(), scores);
        }
        return ranked;
    }

    private void needBothClasses(RankedScores scores, String type) throws IOException {
        int positives = scores.positives().size();
        int negatives = scores.negatives().size();
        if (positives == 0 || negatives == 0) {
            throw new IOException("binary metrics need both classes, but of the "
                    + scores.all().size() + " " + type
                    + " rows of " + model + " " + positives + " have the positive label "
                    + parameters.positiveLabel().name() + " (parameter pos_label) and " + negatives + " another one");
        }
    }
}
