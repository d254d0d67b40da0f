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
 * @param checkpoints whether the user wants models of earlier iterations to be kept, which is not done
 */
public record Callbacks(
        int everyIterations,
        Set<Integer> atIterations,
        int patience,
        List<String> metrics,
        boolean firstMetricOnly,
        boolean checkpoints) {

    public Callbacks {
        atIterations = Set.copyOf(atIterations);
        metrics = List.copyOf(metrics);
    }

    /** Whether the model is evaluated after an iteration, counted from 0. */
    public boolean evaluatesAfter(int iteration) {
        return everyIterations > 0 ? (iteration + 1) % everyIterations == 0 : atIterations.contains(iteration);
    }

    /** Whether training may stop by what evaluation says. */
    public boolean mayStop() {
        return patience > 0;
    }

    /** Reads the section, or the same parameters beside it, as earlier versions of FATE had them. */
    public static Callbacks read(Parameters parameters, Flavour flavour) {
        Parameters section = parameters.section("callback_param");
        Set<String> wanted = new LinkedHashSet<>(section.texts("callbacks"));
        section.integer("save_freq", 1, 1, Integer.MAX_VALUE);
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
        Callbacks none = new Callbacks(0, Set.of(), 0, List.of(), false, false);
        Callbacks chosen = (evaluates ? within : wanted.isEmpty() ? beside : none)
                .withCheckpoints(wanted.contains("ModelCheckpoint"));
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
                false);
    }

    private Callbacks withCheckpoints(boolean wanted) {
        return new Callbacks(everyIterations, atIterations, patience, metrics, firstMetricOnly, wanted);
    }
}
