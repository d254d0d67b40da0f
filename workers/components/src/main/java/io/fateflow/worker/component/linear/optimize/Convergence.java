package io.fateflow.worker.component.linear.optimize;

/** FATE's {@code early_stop}: when training has come to its end. Remembers the last loss: one for each model. */
public final class Convergence {

    private final Kind kind;
    private final double tolerance;
    private double lastLoss = Double.NaN;

    /** FATE's values of {@code early_stop}. */
    public enum Kind {
        /** The loss changes little. */
        DIFF,
        /** The loss is small. */
        ABS,
        /** The weights change little. */
        WEIGHT_DIFF
    }

    public Convergence(Kind kind, double tolerance) {
        this.kind = kind;
        this.tolerance = tolerance;
    }

    /** Whether {@link #byLoss} is to be asked, else {@link #byStep}. */
    public boolean looksAtLoss() {
        return kind != Kind.WEIGHT_DIFF;
    }

    /** Whether the loss of this iteration is the last one needed. */
    public boolean byLoss(double loss) {
        // the first difference is NaN, which is not below anything
        boolean converged = kind == Kind.ABS ? loss <= tolerance : Math.abs(lastLoss - loss) < tolerance;
        lastLoss = loss;
        return converged;
    }

    /** Whether the step of a whole iteration was short enough. */
    public boolean byStep(double[] step) {
        double squares = 0;
        for (double each : step) {
            squares += each * each;
        }
        return Math.sqrt(squares) < tolerance;
    }
}
