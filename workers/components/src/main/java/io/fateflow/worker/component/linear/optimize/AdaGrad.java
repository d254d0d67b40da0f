package io.fateflow.worker.component.linear.optimize;

/** Divides by the root of the sum of all squares so far. */
final class AdaGrad implements Optimizer {

    private final double epsilon;
    private double[] squares = new double[0];

    /** With what is added to the divisor. */
    AdaGrad(double epsilon) {
        this.epsilon = epsilon;
    }

    @Override
    public double[] step(double[] gradient, double rate) {
        squares = squares.length == 0 ? new double[gradient.length] : squares;
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            squares[i] += gradient[i] * gradient[i];
            step[i] = rate * gradient[i] / (Math.sqrt(squares[i]) + epsilon);
        }
        return step;
    }
}
