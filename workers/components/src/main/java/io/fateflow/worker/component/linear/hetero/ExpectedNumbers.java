package io.fateflow.worker.component.linear.hetero;

import java.util.Arrays;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierVectors;

/**
 * The guest's side of a Poisson regression's batch: what it expects of each row is the product of its own part and the host's
 * encrypted one. Rows' weights are their exposure.
 *
 * @param rows of the batch
 */
// nobody compares batches
@SuppressWarnings("ArrayRecordComponent")
record ExpectedNumbers(LinearData data, int[] rows) {

    /** What FATE takes for an exposure of 0, whose logarithm it needs. */
    private static final double LEAST_EXPOSURE = 1e-7;

    /** The expected numbers minus the labels. */
    PaillierNumber[] errors(Weights weights, PaillierNumber... ofHost) {
        PaillierNumber[] errors = Ciphers.multiply(ofHost, parts(weights));
        Ciphers.addTo(errors, Arrays.stream(labels()).map(label -> -label).toArray());
        return errors;
    }

    /** The mean loss, without penalties. */
    PaillierNumber loss(Weights weights, PaillierNumber[] ofHost, PaillierNumber[] predictorsOfHost) {
        double[] labels = labels();
        double own = 0;
        for (int i = 0; i < rows.length; i++) {
            own += labels[i] * predictor(weights, rows[i]);
        }
        double share = 1.0 / rows.length;
        return PaillierVectors.weightedSum(ofHost, parts(weights))
                .subtract(PaillierVectors.weightedSum(predictorsOfHost, labels))
                .multiply(share)
                .add(-own * share);
    }

    private double[] parts(Weights weights) {
        return Arrays.stream(rows)
                .mapToDouble(row -> Math.exp(predictor(weights, row)))
                .toArray();
    }

    private double[] labels() {
        return Arrays.stream(rows).mapToDouble(data::label).toArray();
    }

    private double predictor(Weights weights, int row) {
        double exposure = data.weight(row);
        return weights.apply(data.features(row)) + Math.log(exposure == 0 ? LEAST_EXPOSURE : exposure);
    }
}
