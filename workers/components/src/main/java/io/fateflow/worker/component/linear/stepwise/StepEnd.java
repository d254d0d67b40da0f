package io.fateflow.worker.component.linear.stepwise;

import io.fateflow.worker.component.linear.parameter.Stepwise;

/** When the search for columns has come to its end. */
public record StepEnd(Stepwise parameters) {

    /**
     * Whether no step is to follow; the first model ends nothing.
     *
     * @param step from 0
     * @param before the choice that the step went out from
     * @param best the best of the choices that it compared
     */
    public boolean isAt(int step, ColumnMask before, ColumnMask best) {
        if (step == 0) {
            return false;
        }
        int count = best.count();
        return best.equals(before)
                || best.isFull()
                || (count == parameters.leastColumns() && before.count() >= count)
                || (count == parameters.mostColumns() && before.count() <= count)
                || step >= parameters.mostSteps();
    }
}
