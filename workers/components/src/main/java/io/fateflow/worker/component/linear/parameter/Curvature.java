package io.fateflow.worker.component.linear.parameter;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code sqn_param}: how a stochastic quasi-Newton method learns of the curvature.
 *
 * @param interval after so many batches it looks at the curvature
 * @param memory so many looks are remembered
 * @param sampleSize at most so many of a batch's rows are looked at
 * @param seed by which these are drawn; null for another draw each time
 */
public record Curvature(
        int interval, int memory, int sampleSize, @Nullable Integer seed) {

    /** As of batches: from fewer rows the arbiter could tell too much of each. */
    private static final int LEAST_SAMPLE = 10;

    /** FATE's defaults. */
    static final Curvature DEFAULT = new Curvature(3, 5, 5000, null);

    static Curvature read(Parameters section) {
        JsonNode seed = section.any("random_seed");
        Curvature read = new Curvature(
                section.integer("update_interval_L", DEFAULT.interval, 1, Integer.MAX_VALUE),
                section.integer("memory_M", DEFAULT.memory, 1, Integer.MAX_VALUE),
                section.integer("sample_size", DEFAULT.sampleSize, LEAST_SAMPLE, Integer.MAX_VALUE),
                seed.isMissingNode() ? null : section.integer("random_seed", 1, 1, Integer.MAX_VALUE));
        section.refuseOthers();
        return read;
    }
}
