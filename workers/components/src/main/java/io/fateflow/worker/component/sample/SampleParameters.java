package io.fateflow.worker.component.sample;

import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code SampleParam}.
 *
 * @param up whether rows may be drawn more than once
 * @param fraction of all rows, for {@link Mode#RANDOM}
 * @param byLabel a fraction for the rows of each label, for {@link Mode#STRATIFIED}, in the user's order
 * @param seed makes the same draw each time, though not numpy's; null for a fresh one
 * @param hetero whether hosts take the guest's rows, and do not draw themselves
 */
record SampleParameters(
        Mode mode,
        boolean up,
        double fraction,
        Map<Double, Double> byLabel,
        @Nullable Long seed,
        boolean hetero) {

    /** FATE's ways to draw. */
    enum Mode {
        RANDOM,
        STRATIFIED,
        /** Each row as often as its weight says. */
        EXACT_BY_WEIGHT
    }

    static SampleParameters read(Parameters parameters) {
        Mode mode =
                switch (parameters.choice("mode", "random", "random", "stratified", "exact_by_weight")) {
                    case "stratified" -> Mode.STRATIFIED;
                    case "exact_by_weight" -> Mode.EXACT_BY_WEIGHT;
                    default -> Mode.RANDOM;
                };
        boolean up = parameters
                .choice("method", "downsample", "downsample", "upsample")
                .equals("upsample");
        JsonNode seed = parameters.any("random_state");
        JsonNode fractions = parameters.any("fractions");
        Long state = seed.isMissingNode() ? null : (long) parameters.integer("random_state", 0, 0, Integer.MAX_VALUE);
        boolean hetero =
                parameters.choice("task_type", "hetero", "hetero", "homo").equals("hetero");
        parameters.refuseOthers();
        SampleParameters read = new SampleParameters(
                mode,
                up,
                mode == Mode.RANDOM ? fraction(parameters, fractions, up) : 0,
                mode == Mode.STRATIFIED ? byLabel(parameters, fractions, up) : Map.of(),
                state,
                hetero);
        if (mode == Mode.EXACT_BY_WEIGHT && !read.hetero()) {
            throw parameters.wrong("mode", "exact_by_weight is for task_type hetero only");
        }
        return read;
    }

    private static double fraction(Parameters parameters, JsonNode given, boolean up) {
        if (!given.isNumber()) {
            throw parameters.wrong("fractions", "must be a number for mode random, not " + given);
        }
        return within(parameters, given.asDouble(), up);
    }

    private static Map<Double, Double> byLabel(Parameters parameters, JsonNode given, boolean up) {
        Map<Double, Double> byLabel = new LinkedHashMap<>();
        for (JsonNode pair : given) {
            if (pair.size() != 2 || !pair.path(0).isNumber() || !pair.path(1).isNumber()) {
                throw notPairs(parameters, given);
            }
            byLabel.put(pair.get(0).asDouble(), within(parameters, pair.get(1).asDouble(), up));
        }
        if (byLabel.isEmpty()) {
            throw notPairs(parameters, given);
        }
        return byLabel;
    }

    private static RuntimeException notPairs(Parameters parameters, JsonNode given) {
        return parameters.wrong(
                "fractions",
                "must be pairs of a label and its rate for mode stratified, such as [[0, 0.5]], not " + given);
    }

    private static double within(Parameters parameters, double fraction, boolean up) {
        if (up ? !(fraction > 0) : !(fraction >= 0 && fraction <= 1)) {
            throw parameters.wrong(
                    "fractions",
                    up
                            ? "must be greater than 0 for method upsample, not " + fraction
                            : "must be between 0 and 1 for method downsample, not " + fraction);
        }
        return fraction;
    }
}
