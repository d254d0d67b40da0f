package io.fateflow.worker.component.linear.optimize;

/** Divides by the root of the sum of all squares so far. */
final class AdaGrad implements Optimizer {

    private static final double EPSILON = 1e-7;

    private double[] squares = new double[0];

    @Override
    public double[] step(double[] gradient, double rate) {
        squares = squares.length == 0 ? new double[gradient.length] : squares;
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            squares[i] += gradient[i] * gradient[i];
            step[i] = rate * gradient[i] / (Math.sqrt(squares[i]) + EPSILON);
        }
        return step;
    }
}
