package io.fateflow.worker.component.kmeans;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code KmeansParam}.
 *
 * @param clusters how many there are to be
 * @param tolerance below which all centroids together have moved little enough
 * @param seed chooses the same first centroids each time, though not numpy's; null for a fresh choice
 */
record KmeansParameters(
        int clusters,
        int maxIterations,
        double tolerance,
        @Nullable Long seed) {

    private static final int MOST_CLUSTERS = 100;

    static KmeansParameters read(Parameters parameters) {
        boolean seeded = !parameters.any("random_stat").isMissingNode();
        KmeansParameters read = new KmeansParameters(
                parameters.integer("k", 5, 2, MOST_CLUSTERS),
                parameters.integer("max_iter", 300, 1, Integer.MAX_VALUE),
                parameters.decimal("tol", 0.001, 0, Double.MAX_VALUE),
                seeded ? (long) parameters.integer("random_stat", 0, 0, Integer.MAX_VALUE) : null);
        parameters.refuseOthers();
        return read;
    }
}
