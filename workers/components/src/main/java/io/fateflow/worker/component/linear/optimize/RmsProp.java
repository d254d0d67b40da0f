package io.fateflow.worker.component.linear.optimize;

/** Divides by the root of a running mean of squares. */
final class RmsProp implements Optimizer {

    private static final double KEEP = 0.99;

    private final double insideRoot;
    private final double outsideRoot;
    private double[] squares = new double[0];

    /** With what is added to the divisor. */
    RmsProp(double insideRoot, double outsideRoot) {
        this.insideRoot = insideRoot;
        this.outsideRoot = outsideRoot;
    }

    @Override
    public double[] step(double[] gradient, double rate) {
        squares = squares.length == 0 ? new double[gradient.length] : squares;
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            squares[i] = KEEP * squares[i] + (1 - KEEP) * gradient[i] * gradient[i];
            step[i] = rate * gradient[i] / (Math.sqrt(squares[i] + insideRoot) + outsideRoot);
        }
        return step;
    }
}
