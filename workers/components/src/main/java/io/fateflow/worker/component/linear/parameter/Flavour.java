package io.fateflow.worker.component.linear.parameter;

import io.fateflow.worker.component.linear.optimize.Optimizer;

/** Which of FATE's linear models it is; their parameters differ in some defaults. */
public enum Flavour {
    HETERO_LR(Optimizer.Kind.RMSPROP, 100),
    HETERO_LINR(Optimizer.Kind.SGD, 20),
    HOMO_LR(Optimizer.Kind.RMSPROP, 100),
    SSHE_LR(Optimizer.Kind.SGD, 100),
    SSHE_LINR(Optimizer.Kind.SGD, 20),
    HETERO_POISSON(Optimizer.Kind.RMSPROP, 20);

    private final Optimizer.Kind optimizer;
    private final int maxIterations;

    Flavour(Optimizer.Kind optimizer, int maxIterations) {
        this.optimizer = optimizer;
        this.maxIterations = maxIterations;
    }

    /** Whether it tells classes apart, and does not estimate numbers. */
    public boolean isClassifier() {
        return this != HETERO_LINR && this != SSHE_LINR && this != HETERO_POISSON;
    }

    /** Whether parties have the same columns, and not the same rows. */
    public boolean isHomo() {
        return this == HOMO_LR;
    }

    /** Whether rows may weigh more than others in training. */
    public boolean weighsRows() {
        return this != HETERO_POISSON;
    }

    /** Whether two parties share secrets, and no arbiter decrypts. */
    public boolean isShared() {
        return this == SSHE_LR || this == SSHE_LINR;
    }

    /** Whether the optimizer may be {@code sqn}. */
    public boolean mayLookAtCurvature() {
        return this == HETERO_LR || this == HETERO_LINR;
    }

    Optimizer.Kind defaultOptimizer() {
        return optimizer;
    }

    int defaultMaxIterations() {
        return maxIterations;
    }
}
