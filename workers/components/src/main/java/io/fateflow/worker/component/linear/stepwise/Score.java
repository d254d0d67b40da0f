package io.fateflow.worker.component.linear.stepwise;

import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.Stepwise;

/**
 * FATE's information criterion of a model; the least is the best.
 *
 * @param logarithmic whether the loss is half a mean square, of whose logarithm the criterion is made; else it is a mean
 *     negative log-likelihood
 * @param perParameter what a parameter more costs
 * @param rows that the models were trained with
 */
public record Score(boolean logarithmic, double perParameter, int rows) {

    public static Score of(Stepwise.Criterion criterion, Flavour flavour, int rows) {
        return new Score(
                flavour == Flavour.HETERO_LINR, criterion == Stepwise.Criterion.AIC ? 2 : Math.log(rows), rows);
    }

    /**
     * Of one model.
     *
     * @param parameters its columns, and its intercept if it has one
     * @throws IllegalArgumentException if the loss is none that can be compared
     */
    public double of(int parameters, double loss) {
        double score = perParameter * parameters + (logarithmic ? rows * Math.log(loss * 2) : 2 * rows * loss);
        if (!Double.isFinite(score)) {
            throw new IllegalArgumentException("a model has the loss " + loss
                    + ", which can't be compared with others': set need_stepwise to false, or scale the columns first");
        }
        return score;
    }
}
