package io.fateflow.worker.component.linear.optimize;

/** Makes steps of gradients, by FATE's formulas. Keeps what it has seen: one for each model, not thread-safe. */
public interface Optimizer {

    /** FATE's names of the optimizers that are here, as values of the parameter {@code optimizer}. */
    enum Kind {
        SGD,
        NESTEROV_MOMENTUM_SGD,
        RMSPROP,
        ADAM,
        ADAGRAD,
        SQN
    }

    /**
     * What to take away from the weights.
     *
     * @param gradient always of the same length
     * @param rate of this step
     */
    double[] step(double[] gradient, double rate);

    /** A new one that has seen nothing. */
    static Optimizer of(Kind kind) {
        return switch (kind) {
            // what makes it more than plain is what it learns between steps
            case SGD, SQN -> Optimizer::plain;
            case NESTEROV_MOMENTUM_SGD -> new NesterovMomentum();
            case RMSPROP -> new RmsProp(1e-6, 0);
            case ADAM -> new Adam();
            case ADAGRAD -> new AdaGrad(1e-7);
        };
    }

    /** As torch has it, which FATE's homo models use: what is added to divisors differs. */
    static Optimizer asInTorch(Kind kind) {
        return switch (kind) {
            case RMSPROP -> new RmsProp(0, 1e-8);
            case ADAGRAD -> new AdaGrad(1e-10);
            default -> of(kind);
        };
    }

    private static double[] plain(double[] gradient, double rate) {
        double[] step = new double[gradient.length];
        for (int i = 0; i < step.length; i++) {
            step[i] = rate * gradient[i];
        }
        return step;
    }
}
