package io.fateflow.worker.component.linear.job;

import java.util.OptionalInt;

/**
 * Which of a component's models it is: FATE's names of metrics depend on it.
 *
 * @param fold of cross validation
 * @param model of one against the rest
 */
public record Place(OptionalInt fold, OptionalInt model) {

    /** The only model. */
    public static final Place ONLY = new Place(OptionalInt.empty(), OptionalInt.empty());

    static Place fold(int fold) {
        return new Place(OptionalInt.of(fold), OptionalInt.empty());
    }

    /** One of the models that are compared while columns are chosen: their losses are not shown either. */
    static Place candidate(int number) {
        return ONLY.model(number);
    }

    Place model(int index) {
        return new Place(fold, OptionalInt.of(index));
    }

    /** The name of the metric of losses. */
    public String loss() {
        return fold.isPresent() ? "loss." + fold.getAsInt() : "loss";
    }

    /** The name of the curve of losses. */
    public String lossCurve() {
        return fold.isPresent() ? Integer.toString(fold.getAsInt()) : "loss";
    }

    /** Whether losses are shown: of one against the rest they are not. */
    public boolean showsLoss() {
        return model.isEmpty();
    }

    /** The name of the metrics after an iteration. */
    String iteration(int iteration) {
        StringBuilder name = new StringBuilder();
        fold.ifPresent(number -> name.append("fold_").append(number).append('.'));
        model.ifPresent(number -> name.append("model_").append(number).append('.'));
        return name.append("iteration_").append(iteration).toString();
    }
}
