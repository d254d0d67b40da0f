package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/** Predicts with all single models of a model. */
record Prediction(LinearParameters parameters, Learner learner) {

    /** Empty where a party gets no predictions. */
    Optional<Predictions> of(LinearModel model, Optional<LinearData> data, String namespace)
            throws IOException, InterruptedException {
        if (!model.oneVsRest()) {
            return learner.predict(namespace, model.singles().get(0), data)
                    .map(scores -> single(data.orElseThrow(), scores));
        }
        List<double[]> scores = new ArrayList<>();
        for (int i = 0; i < model.singles().size(); i++) {
            learner.predict(namespace + ".model_" + i, model.singles().get(i), data)
                    .ifPresent(scores::add);
        }
        return scores.isEmpty()
                ? Optional.empty()
                : Optional.of(Predictions.classes(data.orElseThrow(), model.classes(), scores));
    }

    private Predictions single(LinearData data, double[] scores) {
        return parameters.flavour().isClassifier()
                ? Predictions.binary(data, scores, parameters.threshold())
                : Predictions.regression(data, scores);
    }
}
