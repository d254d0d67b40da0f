package io.fateflow.worker.component.linear.optimize;

/** Running means of gradients and of their squares, both corrected for their start at 0. */
final class Adam implements Optimizer {

    private static final double KEEP_MEAN = 0.9;
    private static final double KEEP_SQUARES = 0.999;
    private static final double EPSILON = 1e-8;

    private double[] means = new double[0];
    private double[] squares = new double[0];
    private double meanBias = 1;
    private double squareBias = 1;

    @Override
    public double[] step(double[] gradient, double rate) {
        if (means.length == 0) {
            means = new double[gradient.length];
            squares = new double[gradient.length];
        }
        meanBias *= KEEP_MEAN;
        squareBias *= KEEP_SQUARES;
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            means[i] = KEEP_MEAN * means[i] + (1 - KEEP_MEAN) * gradient[i];
            squares[i] = KEEP_SQUARES * squares[i] + (1 - KEEP_SQUARES) * gradient[i] * gradient[i];
            double mean = means[i] / (1 - meanBias);
            double square = squares[i] / (1 - squareBias);
            step[i] = rate * mean / (Math.sqrt(square) + EPSILON);
        }
        return step;
    }
}
