package io.fateflow.worker.component.evaluation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;

/**
 * What Evaluation is told.
 *
 * @param positiveLabel counts as positive, every other label as negative; only for {@link EvalType#BINARY}
 * @param metrics in FATE's names and the user's order, all allowed for the type
 */
record EvaluationParameters(EvalType type, Label positiveLabel, Set<String> metrics) {

    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("acc", "accuracy"),
            Map.entry("l1", "mean_absolute_error"),
            Map.entry("mae", "mean_absolute_error"),
            Map.entry("regression_l1", "mean_absolute_error"),
            Map.entry("l2", "mean_squared_error"),
            Map.entry("mse", "mean_squared_error"),
            Map.entry("regression_l2", "mean_squared_error"),
            Map.entry("regression", "mean_squared_error"),
            Map.entry("l2_root", "root_mean_squared_error"),
            Map.entry("rmse", "root_mean_squared_error"),
            Map.entry("r2", "r2_score"),
            Map.entry("dbi", "davies_bouldin_index"),
            Map.entry("fmi", "fowlkes_mallows_score"),
            Map.entry("ri", "adjusted_rand_score"),
            Map.entry("jaccard", "jaccard_similarity_score"));

    static EvaluationParameters from(Parameters parameters) {
        EvalType type = type(parameters);
        Label positive = positiveLabel(parameters);
        List<String> given = parameters.texts("metrics");
        if (parameters.flag("unfold_multi_result", false)) {
            throw parameters.wrong("unfold_multi_result", "must be false: one-vs-rest metrics are not offered here");
        }
        // the arbiter measures whatever it is given
        parameters.ignore("run_clustering_arbiter_metric");
        parameters.refuseOthers();
        return new EvaluationParameters(type, positive, metrics(parameters, type, given));
    }

    private static EvalType type(Parameters parameters) {
        return EvalType.valueOf(parameters
                .choice("eval_type", "binary", "binary", "multi", "regression", "clustering")
                .toUpperCase(Locale.ROOT));
    }

    private static Label positiveLabel(Parameters parameters) {
        JsonNode given = parameters.any("pos_label");
        if (given.isMissingNode()) {
            return Label.of("1");
        }
        if (!given.isTextual() && !given.isNumber()) {
            throw parameters.wrong("pos_label", "must be a text or a number, not " + given);
        }
        return Label.of(given.asText());
    }

    private static Set<String> metrics(Parameters parameters, EvalType type, List<String> given) {
        Set<String> metrics = new LinkedHashSet<>();
        for (String metric : given.isEmpty() ? type.metrics() : given) {
            String lower = metric.toLowerCase(Locale.ROOT);
            String name = ALIASES.getOrDefault(lower, lower);
            if (!type.metrics().contains(name)) {
                throw parameters.wrong(
                        "metrics",
                        "has \"" + metric + "\", which is none of eval_type "
                                + type.name().toLowerCase(Locale.ROOT) + ": " + type.metrics());
            }
            metrics.add(name);
        }
        // one curve needs the other: FATE computes both when one is asked for
        if (metrics.contains("recall")) {
            metrics.add("precision");
        }
        if (metrics.contains("precision")) {
            metrics.add("recall");
        }
        return metrics;
    }
}
