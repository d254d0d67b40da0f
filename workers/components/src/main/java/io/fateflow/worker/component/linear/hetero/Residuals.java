package io.fateflow.worker.component.linear.hetero;

import java.util.Arrays;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierVectors;

/**
 * The guest's part of d in a batch of a linear or logistic regression: from its own columns, and the target.
 *
 * @param rows of the batch
 */
// nobody compares batches
@SuppressWarnings("ArrayRecordComponent")
record Residuals(Family family, LinearData data, int[] rows) {

    /** Each row's times its weight, as the gradient has them. */
    double[] weighted(Weights weights) {
        return residuals(weights, true);
    }

    /**
     * The mean loss, without penalties. With d the sum of the guest's own part and of the host's encrypted part f,
     * {@code d² = own² + 2·own·f + f²}. Rows' weights are where FATE has them, so with weights it is no row's weighted loss.
     *
     * @param squaresOfHost the sum of the squares of what the host's part is made of
     */
    PaillierNumber loss(Weights weights, PaillierNumber[] ofHost, PaillierNumber squaresOfHost) {
        double[] own = residuals(weights, family.weighsResidualsInLoss());
        double ownSquares = Arrays.stream(own).map(d -> d * d).sum();
        double share = 1.0 / rows.length;
        double scale = family.lossScale() * share;
        return PaillierVectors.weightedSum(ofHost, own)
                .multiply(2 * scale)
                .add(squaresOfHost.multiply(family.factor() * family.factor() * scale))
                .add(scale * ownSquares + family.lossOffset() + share * lossOfWeights(weights));
    }

    private double[] residuals(Weights weights, boolean weighted) {
        return Arrays.stream(rows)
                .mapToDouble(row -> {
                    double residual =
                            family.factor() * weights.apply(data.features(row)) - family.target(data.label(row));
                    return weighted ? residual * data.weight(row) : residual;
                })
                .toArray();
    }

    private double lossOfWeights(Weights weights) {
        return data.weighted()
                ? Arrays.stream(rows)
                        .mapToDouble(row -> family.lossOfWeight(
                                data.weight(row), weights.apply(data.features(row)), data.label(row)))
                        .sum()
                : 0;
    }
}
