package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Penalty;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/** FATE's {@code reveal_every_iter}: each party knows its own weights, and after each batch its own gradient. */
final class RevealedWeights implements Regime {

    private static final double MOST = 1e8;

    private final LinearParameters parameters;
    private final Pair pair;
    private final boolean guest;
    private final Optimizer optimizer;
    private Weights weights;
    private Weights last;

    RevealedWeights(LinearParameters parameters, Pair pair, boolean guest, Weights start) {
        this.parameters = parameters;
        this.pair = pair;
        this.guest = guest;
        this.optimizer = Optimizer.of(parameters.optimizer());
        this.weights = start;
        this.last = start;
    }

    @Override
    public BigInteger[] predictors(FixedRows rows, double factor, Object... batch) {
        double[] predictors = Arrays.stream(rows.rows())
                .mapToDouble(row -> factor * weights.apply(rows.data().features(row)))
                .toArray();
        return Ring.encode(predictors, Ring.FRACTION);
    }

    @Override
    public BigInteger penalty(Object... batch) {
        Penalty penalty = parameters.penalty();
        return penalty.isPartOfLoss() ? Ring.encode(penalty.loss(weights), LOSS_FRACTION) : BigInteger.ZERO;
    }

    @Override
    public void step(SharedGradient gradient, int iteration, Object... batch) throws IOException, InterruptedException {
        Object[] name = Names.of("gradient", batch);
        pair.open(gradient.foreign(), name);
        BigInteger[] whole = Ring.add(gradient.own(), pair.receiveOpened(weights.size(), name));
        double[] mean = Ring.decode(whole, SharedGradient.FRACTION);
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= gradient.rows();
            mean[i] += i < weights.columns() ? parameters.penalty().gradient(weights.coefficient(i)) : 0;
        }
        double[] step = optimizer.step(mean, parameters.learningRate().at(iteration));
        weights = parameters
                .penalty()
                .update(weights, step, parameters.learningRate().start(), iteration);
        if (weights.exceed(parameters.flavour().isClassifier() ? MOST : Double.MAX_VALUE)) {
            throw new ArithmeticException("The model weights are overflow, please check if the input data has been"
                    + " normalized (FeatureScale), or lower learning_rate");
        }
    }

    @Override
    public double squaredChange(int iteration) throws IOException, InterruptedException {
        double[] before = last.toArray();
        double[] now = weights.toArray();
        double squares = 0;
        for (int i = 0; i < now.length; i++) {
            squares += (now[i] - before[i]) * (now[i] - before[i]);
        }
        last = weights;
        BigInteger[] encoded = {Ring.encode(squares, 2 * Ring.FRACTION)};
        if (!guest) {
            pair.open(encoded, "square_sum", iteration);
            return 0;
        }
        return squares + Ring.decode(pair.receiveOpened(1, "square_sum", iteration)[0], 2 * Ring.FRACTION);
    }

    @Override
    public Weights current() {
        return weights;
    }

    @Override
    public SingleModel reveal(SingleModel model) {
        return model.withWeights(weights);
    }
}
