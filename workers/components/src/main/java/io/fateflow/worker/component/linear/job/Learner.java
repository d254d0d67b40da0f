package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.Optional;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;

/** One party's side of training and of predicting with one single model; all parties call the same at the same time. */
public interface Learner {

    /**
     * Trains.
     *
     * @throws IllegalArgumentException if the data is not what the model can be trained with
     */
    Fitted fit(Fit fit) throws IOException, InterruptedException;

    /**
     * Predicts.
     *
     * @param namespace of what is sent
     * @param data this party's rows; empty at an arbiter
     * @return probabilities of the class 1, or the numbers of a regression; empty where a party does not get them
     */
    Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data)
            throws IOException, InterruptedException;

    /** As {@link #predict(String, Weights, Optional)}, with a trained model, whose weights may be encrypted. */
    default Optional<double[]> predict(String namespace, SingleModel model, Optional<LinearData> data)
            throws IOException, InterruptedException {
        return predict(namespace, model.weights(), data);
    }
}
