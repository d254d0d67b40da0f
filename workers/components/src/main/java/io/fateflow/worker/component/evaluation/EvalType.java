package io.fateflow.worker.component.evaluation;

import java.util.List;

/** FATE's {@code eval_type}. */
enum EvalType {
    BINARY,
    MULTI,
    REGRESSION,
    CLUSTERING;

    /** The metrics that it allows, in FATE's order. */
    List<String> metrics() {
        return switch (this) {
            case BINARY ->
                List.of(
                        "auc",
                        "ks",
                        "lift",
                        "gain",
                        "accuracy",
                        "precision",
                        "recall",
                        "roc",
                        "confusion_mat",
                        "psi",
                        "f1_score",
                        "quantile_pr");
            case MULTI -> List.of("accuracy", "precision", "recall");
            case REGRESSION ->
                List.of(
                        "explained_variance",
                        "mean_absolute_error",
                        "mean_squared_error",
                        "median_absolute_error",
                        "r2_score",
                        "root_mean_squared_error");
            case CLUSTERING ->
                List.of(
                        "jaccard_similarity_score",
                        "fowlkes_mallows_score",
                        "adjusted_rand_score",
                        "davies_bouldin_index",
                        "distance_measure",
                        "contingency_matrix");
        };
    }
}
