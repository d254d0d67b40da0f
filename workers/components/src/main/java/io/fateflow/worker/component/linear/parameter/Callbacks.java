package io.fateflow.worker.component.linear.parameter;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code callback_param}: what is done while the model is trained.
 *
 * @param everyIterations after so many iterations the model is evaluated; 0 if not by count
 * @param atIterations after these iterations, counted from 0, the model is evaluated
 * @param patience after so many evaluations without a better value training stops; 0 if it does not
 * @param metrics that the user wants, by FATE's names; empty for the usual ones
 * @param firstMetricOnly whether only the first metric stops training
 * @param saveEvery of so many iterations the model of one is kept, as FATE's {@code ModelCheckpoint} does; 0 for none
 */
public record Callbacks(
        int everyIterations,
        Set<Integer> atIterations,
        int patience,
        List<String> metrics,
        boolean firstMetricOnly,
        int saveEvery) {

    public Callbacks {
        atIterations = Set.copyOf(atIterations);
        metrics = List.copyOf(metrics);
    }

    /** Whether the model is evaluated after an iteration, counted from 0. */
    public boolean evaluatesAfter(int iteration) {
        return everyIterations > 0 ? (iteration + 1) % everyIterations == 0 : atIterations.contains(iteration);
    }

    /** Whether the model of an iteration, counted from 0, is kept: FATE keeps that of the first, and each so many after it. */
    public boolean savesAfter(int iteration) {
        return saveEvery > 0 && iteration % saveEvery == 0;
    }

    /** The same in homo models of linear ones, where FATE keeps the last one of each so many epochs. */
    public boolean savesAfterEpoch(int epoch) {
        return saveEvery > 0 && (epoch + 1) % saveEvery == 0;
    }

    /** Whether training may stop by what evaluation says. */
    public boolean mayStop() {
        return patience > 0;
    }

    /** Reads the section, or the same parameters beside it, as earlier versions of FATE had them. */
    public static Callbacks read(Parameters parameters, Flavour flavour) {
        Parameters section = parameters.section("callback_param");
        Set<String> wanted = new LinkedHashSet<>(section.texts("callbacks"));
        int saveEvery = saveEvery(section);
        Callbacks within = values(section);
        section.refuseOthers();
        Callbacks beside = values(parameters);
        for (String callback : wanted) {
            if (!Set.of("EarlyStopping", "PerformanceEvaluate", "ModelCheckpoint")
                    .contains(callback)) {
                throw section.wrong(
                        "callbacks",
                        "must be among EarlyStopping, PerformanceEvaluate, ModelCheckpoint, not \"" + callback + "\"");
            }
        }
        boolean evaluates = wanted.contains("EarlyStopping") || wanted.contains("PerformanceEvaluate");
        Callbacks none = new Callbacks(0, Set.of(), 0, List.of(), false, 0);
        Callbacks chosen = (evaluates ? within : wanted.isEmpty() ? beside : none)
                .saving(wanted.contains("ModelCheckpoint") ? saveEvery : 0);
        if (chosen.mayStop() && flavour.isHomo()) {
            throw parameters.wrong("early_stopping_rounds", "is not supported for homo algorithms");
        }
        if (chosen.mayStop() && chosen.everyIterations == 0 && chosen.atIterations.isEmpty()) {
            throw parameters.wrong("early_stopping_rounds", "needs validation_freqs too");
        }
        return chosen;
    }

    private static Callbacks values(Parameters parameters) {
        JsonNode frequency = parameters.any("validation_freqs");
        int every = 0;
        Set<Integer> at = new LinkedHashSet<>();
        if (frequency.isArray()) {
            parameters.decimals("validation_freqs").forEach(iteration -> at.add(iteration.intValue()));
        } else {
            every = parameters.integer("validation_freqs", 0, 1, Integer.MAX_VALUE);
        }
        return new Callbacks(
                every,
                at,
                parameters.integer("early_stopping_rounds", 0, 1, Integer.MAX_VALUE),
                parameters.texts("metrics"),
                parameters.flag("use_first_metric_only", false),
                0);
    }

    /** FATE takes "epoch" for 1. */
    private static int saveEvery(Parameters section) {
        return section.any("save_freq").asText().equals("epoch")
                ? 1
                : section.integer("save_freq", 1, 1, Integer.MAX_VALUE);
    }

    private Callbacks saving(int every) {
        return new Callbacks(everyIterations, atIterations, patience, metrics, firstMetricOnly, every);
    }
}
