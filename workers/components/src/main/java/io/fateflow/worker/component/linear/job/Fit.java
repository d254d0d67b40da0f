package io.fateflow.worker.component.linear.job;

import java.util.Optional;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Weights;

/**
 * One training of one single model.
 *
 * @param namespace of what is sent, such as {@code fit} or {@code train.0.model_1}
 * @param train what to train with; empty at an arbiter
 * @param validate what to evaluate with while training, if anything
 * @param start the weights to go on with; empty for new ones
 * @param firstIteration 0 but for a model that goes on
 */
public record Fit(
        String namespace,
        Optional<LinearData> train,
        Optional<LinearData> validate,
        Optional<Weights> start,
        int firstIteration,
        Place place) {

    /** What to train with, at a party that has data. */
    public LinearData requireTrain() {
        return train.orElseThrow(() -> new IllegalStateException("an arbiter has no data"));
    }
}
