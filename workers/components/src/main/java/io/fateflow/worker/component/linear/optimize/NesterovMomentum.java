package io.fateflow.worker.component.linear.optimize;

/** Momentum that looks ahead. */
final class NesterovMomentum implements Optimizer {

    private static final double MOMENTUM = 0.9;

    private double[] velocity = new double[0];

    @Override
    public double[] step(double[] gradient, double rate) {
        velocity = velocity.length == 0 ? new double[gradient.length] : velocity;
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            double next = MOMENTUM * velocity[i] - rate * gradient[i];
            step[i] = MOMENTUM * velocity[i] - (1 + MOMENTUM) * next;
            velocity[i] = next;
        }
        return step;
    }
}
