package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.Curvature;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowLookup;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.Party;

/**
 * How a party with data takes part in a quasi-Newton method: now and then all of them compute, encrypted, how the gradient over
 * some rows changes when weights move as they did on average. Of that change each sends the arbiter its columns' part, as it
 * does of gradients.
 */
final class CurvatureLook {

    private final HeteroSetup setup;
    private final LinearVariables transfer;
    private final Ciphers ciphers;
    private final LinearData data;
    private final Curvature parameters;
    private final MovingMean mean;

    CurvatureLook(HeteroSetup setup, LinearVariables transfer, Ciphers ciphers, LinearData data) {
        this.setup = setup;
        this.transfer = transfer;
        this.ciphers = ciphers;
        this.data = data;
        this.parameters = setup.parameters().curvature();
        this.mean = new MovingMean(parameters.interval());
    }

    /**
     * The guest's part after a batch.
     *
     * @param weights that the batch's gradient was computed with
     */
    void lead(Weights weights, int[] rows, Object... suffix) throws IOException, InterruptedException {
        Optional<double[]> moved = moved(weights);
        if (moved.isEmpty()) {
            return;
        }
        int[] sample = draw(rows);
        for (Party host : setup.side().hosts()) {
            transfer.send(Variables.SQN_SAMPLE_INDEX, host, RowLookup.payload(data, sample), suffix);
        }
        Weights move = Weights.of(moved.get(), weights.hasIntercept());
        PaillierNumber[] changes = receiveParts(sample.length, suffix);
        Ciphers.addTo(changes, parts(move, sample));
        if (data.weighted()) {
            changes = Ciphers.multiply(
                    changes, Arrays.stream(sample).mapToDouble(data::weight).toArray());
        }
        ciphers.key().obfuscate(changes);
        for (Party host : setup.side().hosts()) {
            ciphers.send(transfer, Variables.FORWARD_HESS, host, changes, suffix);
        }
        double[] ones = new double[sample.length];
        Arrays.fill(ones, 1);
        PaillierNumber[] sums = Ciphers.weightedSums(changes, data, sample, ones);
        send(Variables.GUEST_HESS_VECTOR, Arrays.copyOf(sums, weights.size()), sample.length, moved.get(), suffix);
    }

    /** A host's part after a batch. */
    void follow(Weights weights, RowLookup lookup, Object... suffix) throws IOException, InterruptedException {
        Optional<double[]> moved = moved(weights);
        if (moved.isEmpty()) {
            return;
        }
        Party guest = setup.side().guest();
        int[] sample = lookup.rowsOf(transfer, Variables.SQN_SAMPLE_INDEX, guest, suffix);
        double[] parts = parts(Weights.of(moved.get(), false), sample);
        ciphers.send(transfer, Variables.HOST_SQN_FORWARDS, guest, ciphers.encrypt(parts), suffix);
        PaillierNumber[] changes = ciphers.receive(transfer, Variables.FORWARD_HESS, guest, sample.length, suffix);
        PaillierNumber[] sums = Ciphers.weightedSums(changes, data, sample);
        send(Variables.HOST_HESS_VECTOR, sums, sample.length, moved.get(), suffix);
    }

    private Optional<double[]> moved(Weights weights) {
        return setup.looksAtCurvature() ? mean.add(weights.toArray()) : Optional.empty();
    }

    private double[] parts(Weights move, int... sample) {
        return Arrays.stream(sample)
                .mapToDouble(row -> move.apply(data.features(row)))
                .toArray();
    }

    private PaillierNumber[] receiveParts(int count, Object... suffix) throws IOException, InterruptedException {
        PaillierNumber[] sum = {};
        for (Party host : setup.side().hosts()) {
            PaillierNumber[] parts = ciphers.receive(transfer, Variables.HOST_SQN_FORWARDS, host, count, suffix);
            if (sum.length == 0) {
                sum = parts;
            } else {
                Ciphers.addTo(sum, parts);
            }
        }
        return sum;
    }

    /** The mean, and what the penalty adds; of L2 that is also something for the intercept, as in FATE. */
    private void send(String variable, PaillierNumber[] sums, int rows, double[] moved, Object... suffix)
            throws IOException, InterruptedException {
        PaillierNumber[] changes = Ciphers.divide(sums, rows);
        Ciphers.addTo(
                changes,
                Arrays.stream(moved).map(setup.parameters().penalty()::gradient).toArray());
        ciphers.send(transfer, variable, setup.side().arbiter(), changes, suffix);
    }

    /** As many of the rows as are wanted, each at most once, in the order of the rows. */
    private int[] draw(int... rows) {
        int wanted = parameters.sampleSize();
        if (rows.length <= wanted) {
            return rows;
        }
        RandomGenerator random = parameters.seed() == null ? new SecureRandom() : new Random(parameters.seed());
        int[] sample = new int[wanted];
        int taken = 0;
        for (int i = 0; taken < wanted; i++) {
            if (random.nextInt(rows.length - i) < wanted - taken) {
                sample[taken++] = rows[i];
            }
        }
        return sample;
    }
}
