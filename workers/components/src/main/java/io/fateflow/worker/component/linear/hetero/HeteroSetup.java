package io.fateflow.worker.component.linear.hetero;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** What all trainings of one component at one party have in common. */
record HeteroSetup(
        ComponentContext context,
        LinearParameters parameters,
        Family family,
        LearningParty side,
        LinearVariables transfer) {

    private static final double MOST = 1e8;

    /** Whether steps go by the curvature: FATE's HeteroLR takes {@code sqn}, and makes plain steps. */
    boolean looksAtCurvature() {
        return parameters.optimizer() == Optimizer.Kind.SQN && family == Family.LINEAR;
    }

    /**
     * The weights after a step.
     *
     * @throws ArithmeticException if they got out of hand
     */
    Weights update(Weights weights, double[] step, int iteration) {
        if (step.length != weights.size()) {
            throw new IllegalArgumentException(
                    "the arbiter sent a step of " + step.length + " numbers for " + weights.size() + " weights");
        }
        Weights updated = parameters
                .penalty()
                .update(weights, step, parameters.learningRate().start(), iteration);
        // a regression's weights may be as great as its labels
        double most = parameters.flavour().isClassifier() ? MOST : Double.MAX_VALUE;
        if (updated.exceed(most)) {
            throw new ArithmeticException("The model weights are overflow, please check if the input data has been"
                    + " normalized (FeatureScale), or lower learning_rate");
        }
        return updated;
    }
}
