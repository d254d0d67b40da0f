package io.fateflow.worker.component.linear.parameter;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code cv_param}.
 *
 * @param wanted whether the model is only tried out, on each part of the data in turn
 * @param splits how many parts
 * @param seed of the shuffling; null for a different one each time
 * @param keepsHistory whether the output tells which row was in which part
 * @param historyOfInstances whether that output holds the rows, and not their scores
 */
public record CrossValidation(
        boolean wanted,
        int splits,
        boolean shuffle,
        @Nullable Long seed,
        boolean keepsHistory,
        boolean historyOfInstances) {

    /** Reads the section. */
    public static CrossValidation read(Parameters parameters) {
        Parameters section = parameters.section("cv_param");
        CrossValidation read = new CrossValidation(
                section.flag("need_cv", false),
                section.integer("n_splits", 5, 2, Integer.MAX_VALUE),
                section.flag("shuffle", true),
                (long) section.integer("random_seed", 1, 0, Integer.MAX_VALUE),
                section.flag("output_fold_history", true),
                section.choice("history_value_type", "score", "score", "instance")
                        .equals("instance"));
        section.ignore("mode").ignore("role").ignore("evaluate_param").refuseOthers();
        return read;
    }
}
