package io.fateflow.worker.component.linear.parameter;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code stepwise_param}: whether, and how, columns are chosen one by one.
 *
 * @param wanted whether columns are chosen, by training with some of them again and again
 * @param criterion what a model is judged by
 * @param direction forward, backward or both
 * @param mostSteps after so many the search ends
 * @param leastColumns the search ends at a model that comes down to so many columns
 * @param mostColumns or up to so many
 */
public record Stepwise(
        boolean wanted, Criterion criterion, String direction, int mostSteps, int leastColumns, int mostColumns) {

    private static final String FORWARD = "forward";
    private static final String BACKWARD = "backward";
    private static final String BOTH = "both";

    /** An information criterion: what a model costs by its loss and by its size; less is better. */
    public enum Criterion {
        AIC,
        BIC
    }

    /** Whether models with a column more are tried. */
    public boolean forward() {
        return !direction.equals(BACKWARD);
    }

    /** Whether models with a column less are tried; then the first model has all. */
    public boolean backward() {
        return !direction.equals(FORWARD);
    }

    /**
     * Reads the section.
     *
     * @throws io.fateflow.worker.component.ParameterException also if the model has no loss to judge it by
     */
    static Stepwise read(Parameters parameters, Flavour flavour) {
        Parameters section = parameters.section("stepwise_param");
        int least = section.integer("nvmin", 2, 2, Integer.MAX_VALUE);
        Stepwise read = new Stepwise(
                section.flag("need_stepwise", false),
                Criterion.valueOf(section.choice("score_name", "AIC", "AIC", "BIC")),
                section.choice("direction", BOTH, FORWARD, BACKWARD, BOTH),
                section.integer("max_step", 10, 1, Integer.MAX_VALUE),
                least,
                section.any("nvmax").isMissingNode()
                        ? Integer.MAX_VALUE
                        : section.integer("nvmax", least, least, Integer.MAX_VALUE));
        if (read.wanted() && (flavour.isHomo() || flavour.isShared())) {
            throw section.wrong(
                    "need_stepwise",
                    "must be false: columns are chosen in HeteroLR, HeteroLinR and HeteroPoisson only");
        }
        // FATE sets them by itself
        section.ignore("mode").ignore("role").refuseOthers();
        return read;
    }
}
