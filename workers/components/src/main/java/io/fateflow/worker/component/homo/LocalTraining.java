package io.fateflow.worker.component.homo;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.table.Features;

/**
 * Logistic regression with one party's rows: the mean cross entropy, by batches in the order of the rows' ids. L2 is the decay of all
 * weights, the intercept's too, and the learning rate decays with each batch, both as in the torch model that FATE has here.
 */
final class LocalTraining {

    /** Torch does not let a logarithm fall lower. */
    private static final double LEAST_LOGARITHM = -100;

    private final LinearParameters parameters;
    private final LinearData data;
    private final int[] order;
    private final int batchSize;
    private final Optimizer optimizer;
    private int steps;
    private double lastLoss;

    LocalTraining(LinearParameters parameters, LinearData data) {
        this.parameters = parameters;
        this.data = data;
        this.order = data.byId();
        this.batchSize = parameters.batching().sizeOf(data.size());
        this.optimizer = Optimizer.asInTorch(parameters.optimizer());
    }

    /** Goes through all rows once. */
    Weights epoch(Weights start) {
        Weights weights = start;
        double loss = 0;
        for (int from = 0; from < data.size(); from += batchSize) {
            int to = Math.min(data.size(), from + batchSize);
            double[] gradient = new double[weights.size()];
            loss += addGradient(weights, from, to, gradient) * batchSize;
            weights = step(weights, gradient);
        }
        lastLoss = loss / data.size();
        return weights;
    }

    /**
     * The mean loss of the last epoch's rows, each at the time of its batch. FATE counts a last batch as if it were full, and
     * training ends by this number, so it is counted so here.
     */
    double lastLoss() {
        return lastLoss;
    }

    static double probability(Weights weights, Features features) {
        return 1 / (1 + Math.exp(-weights.apply(features)));
    }

    private double addGradient(Weights weights, int from, int to, double[] gradient) {
        double total = 0;
        for (int i = from; i < to; i++) {
            total += data.weight(order[i]);
        }
        double loss = 0;
        for (int i = from; i < to; i++) {
            int row = order[i];
            Features features = data.features(row);
            double share = data.weight(row) / total;
            double probability = probability(weights, features);
            boolean positive = data.label(row) == 1;
            loss -= share * Math.max(LEAST_LOGARITHM, Math.log(positive ? probability : 1 - probability));
            double d = share * (probability - (positive ? 1 : 0));
            features.forEach((column, value) -> gradient[column] += d * value);
            if (weights.hasIntercept()) {
                gradient[weights.columns()] += d;
            }
        }
        return loss;
    }

    private Weights step(Weights weights, double[] gradient) {
        double[] all = weights.toArray();
        for (int i = 0; i < all.length; i++) {
            gradient[i] += parameters.penalty().gradient(all[i]);
        }
        double[] step = optimizer.step(gradient, parameters.learningRate().at(steps));
        steps++;
        for (int i = 0; i < all.length; i++) {
            all[i] -= step[i];
        }
        return Weights.of(all, weights.hasIntercept());
    }
}
