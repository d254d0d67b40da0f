package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;

/** Guest or host. */
final class SharedLearner implements Learner {

    private final SharedSetup setup;
    private final boolean guest;
    /** One pair for all trainings of a component, as they take a while to find. */
    private @Nullable PaillierKeyPair keys;

    SharedLearner(SharedSetup setup) {
        this.setup = setup;
        this.guest = setup.side().isGuest();
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        PaillierKeyPair own =
                keys == null ? PaillierKeyPair.generate(setup.parameters().keyLength(), new SecureRandom()) : keys;
        keys = own;
        return new SharedTraining(setup, fit).run(this, own);
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data)
            throws IOException, InterruptedException {
        LinearData rows = data.orElseThrow();
        SharedPrediction prediction = prediction(namespace);
        if (guest) {
            return Optional.of(scores(weights, rows, prediction.receive(rows)));
        }
        prediction.send(weights, rows);
        return Optional.empty();
    }

    @Override
    public Optional<double[]> predict(String namespace, SingleModel model, Optional<LinearData> data)
            throws IOException, InterruptedException {
        LinearData rows = data.orElseThrow();
        if (guest && SealedModel.isGuests(model)) {
            return Optional.of(
                    scores(model.weights(), rows, prediction(namespace).receiveEncrypted(model, rows)));
        }
        if (!guest && model.hasEncryptedWeights()) {
            prediction(namespace).sendEncrypted(model, rows);
            return Optional.empty();
        }
        return predict(namespace, model.weights(), data);
    }

    private SharedPrediction prediction(String namespace) {
        return new SharedPrediction(setup.transfer().in(namespace), setup.side().self(), setup.other());
    }

    private double[] scores(Weights weights, LinearData rows, double... parts) {
        double[] scores = SharedPrediction.parts(weights, rows);
        Arrays.setAll(scores, row -> setup.term().score(scores[row] + parts[row]));
        return scores;
    }
}
