package io.fateflow.worker.component.linear.hetero;

import io.fateflow.worker.component.linear.parameter.Flavour;

/**
 * What tells one generalised linear model from another. With u the linear predictor of a row, the sum of all parties' parts,
 * the gradient of its loss is {@code d·x}, where d is {@code factor·u − target}: for logistic regression FATE takes the
 * first terms of a Taylor series, {@code 0.25·u − 0.5·y} with y being 1 or −1. The loss of a row is
 * {@code scale·d² + offset}, which is FATE's formula written shorter: {@code ln 2 − 0.5·y·u + 0.125·u²} or
 * {@code 0.5·(u − y)²}.
 *
 * <p>Of a Poisson regression the expected number is the product of the parties' parts {@code exp(u)} and of the exposure; d
 * is that number minus y, and the loss of a row {@code exp(u)·exposure − y·(u + ln exposure)}.
 */
enum Family {
    LOGISTIC(Flavour.HETERO_LR, "hetero_lr", "HeteroLR", "host_forward_dict", "host_prob", 0.25, 2, Math.log(2) - 0.5) {
        @Override
        double target(double label) {
            return label == 1 ? 0.5 : -0.5;
        }

        @Override
        double score(double predictor) {
            return 1 / (1 + Math.exp(-predictor));
        }

        @Override
        double lossOfWeight(double weight, double predictor, double label) {
            // FATE weighs y·u − 2 of the guest's, and neither the host's part nor the squares
            return (weight - 1) * (1 - target(label) * predictor);
        }
    },
    LINEAR(Flavour.HETERO_LINR, "hetero_linr", "HeteroLinR", "host_forward", "host_partial_prediction", 1, 0.5, 0) {
        @Override
        double target(double label) {
            return label;
        }

        @Override
        double score(double predictor) {
            return predictor;
        }

        @Override
        boolean weighsResidualsInLoss() {
            return true;
        }
    },
    POISSON(
            Flavour.HETERO_POISSON,
            "hetero_poisson",
            "HeteroPoisson",
            "host_forward",
            "host_partial_prediction",
            1,
            1,
            0) {
        @Override
        double target(double label) {
            return label;
        }

        @Override
        double score(double predictor) {
            return Math.exp(predictor);
        }

        @Override
        double forward(double part) {
            return Math.exp(part);
        }

        @Override
        boolean isProduct() {
            return true;
        }
    };

    private final Flavour flavour;
    private final String file;
    private final String name;
    private final String forward;
    private final String prediction;
    private final double factor;
    private final double lossScale;
    private final double lossOffset;

    Family(
            Flavour flavour,
            String file,
            String name,
            String forward,
            String prediction,
            double factor,
            double lossScale,
            double lossOffset) {
        this.flavour = flavour;
        this.file = file;
        this.name = name;
        this.forward = forward;
        this.prediction = prediction;
        this.factor = factor;
        this.lossScale = lossScale;
        this.lossOffset = lossOffset;
    }

    static Family of(Flavour flavour) {
        for (Family family : values()) {
            if (family.flavour == flavour) {
                return family;
            }
        }
        throw new IllegalArgumentException("no hetero model: " + flavour);
    }

    /** What d takes away from the linear predictor's share. */
    abstract double target(double label);

    /** What is predicted of a row. */
    abstract double score(double predictor);

    /** Whether the guest's part of d has a row's weight in the loss, too: in its square, and in its product with the host's. */
    boolean weighsResidualsInLoss() {
        return false;
    }

    /**
     * What a row's weight adds to the loss.
     *
     * @param predictor the guest's part of it
     */
    double lossOfWeight(double weight, double predictor, double label) {
        return 0;
    }

    /** A host's part of d. */
    double forward(double part) {
        return factor * part;
    }

    /** Whether the parties' parts of d are multiplied, and not added up. */
    boolean isProduct() {
        return false;
    }

    /** The full name of FATE's class of transfer variables. */
    String variables() {
        return "federatedml.transfer_variable.transfer_class." + file + "_transfer_variable." + name
                + "TransferVariable";
    }

    /** FATE's variable of a host's part of d. */
    String forward() {
        return forward;
    }

    /** FATE's variable of a host's part of a prediction. */
    String prediction() {
        return prediction;
    }

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
