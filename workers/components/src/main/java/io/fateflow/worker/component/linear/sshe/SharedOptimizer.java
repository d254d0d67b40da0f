package io.fateflow.worker.component.linear.sshe;

import java.math.BigInteger;

import io.fateflow.worker.component.linear.optimize.Optimizer;

/** Those optimizers that only add and multiply with public numbers: so each party can do it with its shares. */
interface SharedOptimizer {

    /** Shares of what to take away from the weights. */
    BigInteger[] step(BigInteger[] gradient, double rate);

    /** A new one. */
    static SharedOptimizer of(Optimizer.Kind kind, Ring ring) {
        return switch (kind) {
            case SGD -> ring::scale;
            case NESTEROV_MOMENTUM_SGD -> new Nesterov(ring);
            default -> throw new IllegalArgumentException(kind + " is not for shares");
        };
    }

    /** Momentum that looks ahead. */
    final class Nesterov implements SharedOptimizer {

        private static final double MOMENTUM = 0.9;

        private final Ring ring;
        private BigInteger[] velocity = new BigInteger[0];

        Nesterov(Ring ring) {
            this.ring = ring;
        }

        @Override
        public BigInteger[] step(BigInteger[] gradient, double rate) {
            BigInteger[] next = ring.scale(gradient, -rate);
            BigInteger[] kept = new BigInteger[0];
            // zeros are no random shares, which alone can be scaled
            if (velocity.length > 0) {
                kept = ring.scale(velocity, MOMENTUM);
                next = Ring.add(kept, next);
            }
            velocity = next;
            BigInteger[] ahead = ring.scale(next, -1 - MOMENTUM);
            return kept.length == 0 ? ahead : Ring.add(kept, ahead);
        }
    }
}
