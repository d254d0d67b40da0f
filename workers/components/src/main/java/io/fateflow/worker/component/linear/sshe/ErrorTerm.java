package io.fateflow.worker.component.linear.sshe;

import io.fateflow.worker.component.linear.parameter.Flavour;

/**
 * The error d of a row, which its gradient is a multiple of: {@code factor·z − target}, where z is the linear predictor. For
 * logistic regression FATE takes the first terms of a Taylor series, {@code 0.25·z + 0.5 − y} with y being 0 or 1. The
 * loss of a row is {@code scale·d² + offset}.
 */
enum ErrorTerm {
    LOGISTIC(0.25, 2, Math.log(2) - 0.5) {
        @Override
        double target(double label) {
            return label == 1 ? 0.5 : -0.5;
        }

        @Override
        double score(double predictor) {
            return 1 / (1 + Math.exp(-predictor));
        }
    },
    LINEAR(1, 0.5, 0) {
        @Override
        double target(double label) {
            return label;
        }

        @Override
        double score(double predictor) {
            return predictor;
        }
    };

    private final double factor;
    private final double lossScale;
    private final double lossOffset;

    ErrorTerm(double factor, double lossScale, double lossOffset) {
        this.factor = factor;
        this.lossScale = lossScale;
        this.lossOffset = lossOffset;
    }

    static ErrorTerm of(Flavour flavour) {
        return flavour.isClassifier() ? LOGISTIC : LINEAR;
    }

    abstract double target(double label);

    /** What is predicted of a row. */
    abstract double score(double predictor);

    double factor() {
        return factor;
    }

    double lossScale() {
        return lossScale;
    }

    double lossOffset() {
        return lossOffset;
    }
}
