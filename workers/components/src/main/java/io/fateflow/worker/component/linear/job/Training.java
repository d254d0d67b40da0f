package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.fateflow.worker.component.linear.data.Classes;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/** Trains as many single models as there are classes to tell apart. */
record Training(LinearParameters parameters, Learner learner, Agreement agreement, LearningParty side) {

    /**
     * Trains.
     *
     * @param namespace of what is sent, such as {@code fit}
     * @param start the model to go on with, if the plan says that it goes on
     */
    Trained train(
            String namespace,
            Optional<LinearData> train,
            Optional<LinearData> validate,
            Plan plan,
            Optional<LinearModel> start,
            Place place)
            throws IOException, InterruptedException {
        Optional<LinearData> scaled = train.map(data ->
                data.weighted() && !side.homo() && parameters.flavour().weighsRows() ? data.withScaledWeights() : data);
        if (!parameters.flavour().isClassifier()) {
            return Trained.of(learner.fit(fit(namespace, scaled, validate, plan, start, place)));
        }
        Classes classes = agreement.classes(namespace, labels(scaled));
        if (!classes.oneVsRest()) {
            if (side.hasLabels()) {
                classes.requireBinary();
            }
            return Trained.of(learner.fit(fit(namespace, scaled, validate, plan, start, place)));
        }
        List<Fitted> fitted = new ArrayList<>();
        for (int i = 0; i < classes.count(); i++) {
            long label = classes.labels().get(i);
            fitted.add(learner.fit(fit(
                    namespace + ".model_" + i,
                    scaled.map(data -> against(data, label)),
                    validate.map(data -> against(data, label)),
                    plan,
                    start,
                    place.model(i))));
        }
        return Trained.oneVsRest(fitted, classes.names());
    }

    private Fit fit(
            String namespace,
            Optional<LinearData> train,
            Optional<LinearData> validate,
            Plan plan,
            Optional<LinearModel> start,
            Place place) {
        int index = place.model().orElse(0);
        if (plan.goesOn() && index >= plan.firstIterations().size()) {
            throw new IllegalArgumentException("the model to go on with tells "
                    + plan.firstIterations().size() + " classes apart, the training data has more");
        }
        return new Fit(
                namespace,
                train,
                validate,
                plan.goesOn() ? start.map(model -> model.singles().get(index).requirePlainWeights()) : Optional.empty(),
                plan.firstIteration(index),
                place);
    }

    private Set<Long> labels(Optional<LinearData> data) {
        return side.hasLabels() ? new TreeSet<>(Classes.of(data.orElseThrow()).labels()) : Set.of();
    }

    /** 1 for the class, 0 for all others. */
    private static LinearData against(LinearData data, long label) {
        return data.withLabels(each -> each == label ? 1 : 0);
    }
}
