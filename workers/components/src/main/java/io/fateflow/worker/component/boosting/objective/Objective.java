package io.fateflow.worker.component.boosting.objective;

import io.fateflow.worker.component.boosting.parameter.ObjectiveParameters;

/** One of FATE's objectives. Scores are what trees add up; a row has one of them, or one for each class. */
public interface Objective {

    /** How many scores a row has. */
    default int outputs() {
        return 1;
    }

    /** The scores before the first tree, the same for all rows. */
    double[] start(double[] labels);

    /**
     * First and second derivative of a row's loss by each of its scores.
     *
     * @param label the class's number from 0, or the number to be estimated
     * @param gradients to be filled
     * @param hessians to be filled
     */
    void derive(double label, double[] scores, double[] gradients, double[] hessians);

    /** A row's loss. */
    double loss(double label, double[] scores);

    /** What is predicted of a row: the probability of the second of two classes, of each class, or a number. */
    double[] predict(double[] scores);

    /** An objective of classes. */
    static Objective ofClasses(int classes) {
        return classes > 2 ? new ManyClasses(classes) : new TwoClasses();
    }

    /** An objective of numbers. */
    static Objective ofNumbers(ObjectiveParameters parameters) {
        return switch (parameters.name()) {
            case "lse" -> new SquaredError();
            case "lae" -> new AbsoluteError();
            case "huber" -> new Huber(parameters.value());
            case "log_cosh" -> new LogCosh();
            case "tweedie" -> new Tweedie(parameters.value());
            default -> throw new IllegalArgumentException("no objective of a regression: " + parameters.name());
        };
    }
}
