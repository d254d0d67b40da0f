package io.fateflow.worker.component.linear.optimize;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

class OptimizerTest {

    @Test
    void aQuasiNewtonStepSolvesWhatItHasLearned() {
        QuasiNewton optimizer = new QuasiNewton(2);
        assertThat(optimizer.step(new double[] {4, 6}, 0.5))
                .as("of nothing learned yet")
                .containsExactly(2, 3);

        // the second derivatives are 2 and 3, along the axes
        optimizer.learn(new double[] {1, 0}, new double[] {2, 0});
        optimizer.learn(new double[] {0, 1}, new double[] {0, 3});

        assertThat(optimizer.step(new double[] {4, 6}, 1)).containsExactly(2, 2);
    }

    @Test
    void aMoveThatChangesNothingTeachesNothing() {
        QuasiNewton optimizer = new QuasiNewton(2);
        optimizer.learn(new double[] {0, 0}, new double[] {0, 0});
        optimizer.learn(new double[] {1, 0}, new double[] {0, 3});
        optimizer.learn(new double[] {Double.NaN, 0}, new double[] {1, 3});

        assertThat(optimizer.step(new double[] {4, 6}, 0.5)).containsExactly(2, 3);
    }

    @Test
    void plainDescentFollowsTheGradient() {
        assertSteps(Optimizer.of(Optimizer.Kind.SGD), 0.2, -0.1);
    }

    @Test
    void rmspropDividesByTheRootOfARunningMean() {
        double first = 0.01 * 4;
        double second = 0.99 * first + 0.01;
        assertSteps(
                Optimizer.of(Optimizer.Kind.RMSPROP), 0.2 / Math.sqrt(first + 1e-6), -0.1 / Math.sqrt(second + 1e-6));
        assertSteps(
                Optimizer.asInTorch(Optimizer.Kind.RMSPROP),
                0.2 / (Math.sqrt(first) + 1e-8),
                -0.1 / (Math.sqrt(second) + 1e-8));
    }

    @Test
    void adagradDividesByTheRootOfTheSum() {
        assertSteps(Optimizer.of(Optimizer.Kind.ADAGRAD), 0.2 / (2 + 1e-7), -0.1 / (Math.sqrt(5) + 1e-7));
        assertSteps(Optimizer.asInTorch(Optimizer.Kind.ADAGRAD), 0.2 / (2 + 1e-10), -0.1 / (Math.sqrt(5) + 1e-10));
    }

    @Test
    void nesterovLooksAhead() {
        // v1 = -0.2, step1 = -1.9·v1; v2 = 0.9·v1 + 0.1, step2 = 0.9·v1 - 1.9·v2
        assertSteps(Optimizer.of(Optimizer.Kind.NESTEROV_MOMENTUM_SGD), 0.38, -0.18 - 1.9 * -0.08);
    }

    @Test
    void adamCorrectsItsMeansForTheirStart() {
        double mean = (0.9 * 0.2 - 0.1) / (1 - 0.81);
        double square = (0.999 * 0.004 + 0.001) / (1 - 0.999 * 0.999);
        assertSteps(Optimizer.of(Optimizer.Kind.ADAM), 0.1 * 2 / (2 + 1e-8), 0.1 * mean / (Math.sqrt(square) + 1e-8));
    }

    @Test
    void l1CutsSmallWeightsOffAndAllInTheFirstIteration() {
        Penalty penalty = new Penalty(Penalty.Kind.L1, 0.5);
        Weights weights = new Weights(new double[] {1, -0.2, 3}, 0.7, true);
        double[] step = {0.1, 0.1, -0.1, 0.2};

        Weights later = penalty.update(weights, step, 0.8, 4);
        Weights first = penalty.update(weights, step, 0.8, 0);

        // the threshold is 0.5·0.8/√4
        assertThat(later.toArray()).containsExactly(new double[] {0.7, -0.1, 2.9, 0.5}, offset(1e-12));
        assertThat(first.toArray()).containsExactly(new double[] {0, 0, 0, 0.5}, offset(1e-12));
        assertThat(penalty.loss(weights)).isCloseTo(0.5 * 4.2, offset(1e-12));
        assertThat(penalty.gradient(7)).isZero();
    }

    @Test
    void l2SparesTheIntercept() {
        Penalty penalty = new Penalty(Penalty.Kind.L2, 0.5);

        assertThat(penalty.loss(new Weights(new double[] {1, -2}, 100, true))).isEqualTo(1.25);
        assertThat(penalty.gradient(3)).isEqualTo(1.5);
    }

    @Test
    void theLearningRateDecays() {
        assertThat(new LearningRate(0.6, 1, true).at(3)).isCloseTo(0.3, offset(1e-12));
        assertThat(new LearningRate(0.6, 1, false).at(3)).isCloseTo(0.15, offset(1e-12));
    }

    @Test
    void convergesByDifferenceByValueOrByStep() {
        Convergence difference = new Convergence(Convergence.Kind.DIFF, 0.1);
        assertThat(difference.byLoss(5)).isFalse();
        assertThat(difference.byLoss(4.5)).isFalse();
        assertThat(difference.byLoss(4.45)).isTrue();
        assertThat(new Convergence(Convergence.Kind.ABS, 0.1).byLoss(0.1)).isTrue();
        Convergence step = new Convergence(Convergence.Kind.WEIGHT_DIFF, 0.5);
        assertThat(step.byStep(new double[] {0.3, 0.4})).isFalse();
        assertThat(step.byStep(new double[] {0.29, 0.4})).isTrue();
    }

    @Test
    void weightsStartAsWanted() {
        assertThat(start(Initializer.Kind.CONST, 5).toArray()).containsExactly(7, 7, 7);
        assertThat(start(Initializer.Kind.ZEROS, 5).toArray()).containsOnly(0);
        assertThat(start(Initializer.Kind.RANDOM_UNIFORM, 5).toArray())
                .isEqualTo(start(Initializer.Kind.RANDOM_UNIFORM, 5).toArray())
                .isNotEqualTo(start(Initializer.Kind.RANDOM_UNIFORM, 6).toArray());
        assertThat(new Initializer(Initializer.Kind.ONES, 1, true, null)
                        .withoutIntercept()
                        .weights(2)
                        .size())
                .isEqualTo(2);
    }

    private static Weights start(Initializer.Kind kind, long seed) {
        return new Initializer(kind, 7, true, seed).weights(2);
    }

    /** Steps for the gradients 2 and −1 at a rate of 0.1. */
    private static void assertSteps(Optimizer optimizer, double first, double second) {
        assertThat(optimizer.step(new double[] {2}, 0.1)[0]).isCloseTo(first, offset(1e-12));
        assertThat(optimizer.step(new double[] {-1}, 0.1)[0]).isCloseTo(second, offset(1e-12));
    }
}
