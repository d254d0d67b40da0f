package io.fateflow.tools.demo;

import java.util.Random;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PooledRegressionTest {

    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void twoStepsAreThoseOfTheFormulas() {
        double[][] rows = {{1}, {3}};
        boolean[] labels = {true, false};

        PooledRegression model =
                PooledRegression.train(rows, labels, new PooledRegression.Settings(0.1, 0.05, 1, 0, 2));

        // beginning with zeros the residuals are -1/4 and 1/4: gradients 1/2 for the weight, 0 for the intercept
        double memory = 0.01 * 0.25;
        double weight = -0.05 * 0.5 / Math.sqrt(memory + 1e-6);
        double loss = Math.log(2)
                + (-0.5 * weight + 0.125 * weight * weight) / 2
                + (0.5 * 3 * weight + 0.125 * 9 * weight * weight) / 2
                + 0.05 * weight * weight;
        double gradient = ((0.25 * weight - 0.5) + (0.25 * 3 * weight + 0.5) * 3) / 2 + 0.1 * weight;
        memory = 0.99 * memory + 0.01 * gradient * gradient;
        double secondWeight = weight - 0.05 / Math.sqrt(2) * gradient / Math.sqrt(memory + 1e-6);
        assertThat(model.losses().get(0)).isCloseTo(Math.log(2), EXACT);
        assertThat(model.losses().get(1)).isCloseTo(loss, EXACT);
        assertThat(model.weights().get(0)).isCloseTo(secondWeight, EXACT);
        assertThat(model.intercept()).isNotZero();
    }

    @Test
    void stopsWhenTheLossHardlyChanges() {
        double[][] rows = {{1}, {-1}, {1}, {-1}};
        boolean[] labels = {true, false, false, true};

        PooledRegression model =
                PooledRegression.train(rows, labels, new PooledRegression.Settings(0, 0.05, 1, 1e-4, 100));

        assertThat(model.losses()).hasSize(2);
    }

    @Test
    void learnsWhatDecides() {
        Random random = new Random(1);
        double[][] rows = new double[200][2];
        boolean[] labels = new boolean[rows.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
            labels[i] = rows[i][0] > 0;
        }

        PooledRegression model =
                PooledRegression.train(rows, labels, new PooledRegression.Settings(0.01, 0.05, 1, 1e-6, 30));

        assertThat(PooledRegression.auc(model.scores(rows), labels)).isGreaterThan(0.99);
        assertThat(Math.abs(model.weights().get(1))).isLessThan(0.2);
    }

    @Test
    void aTieIsHalfInTheAuc() {
        assertThat(PooledRegression.auc(new double[] {0.5, 0.5, 0.9}, new boolean[] {true, false, true}))
                .isEqualTo(0.75);
    }
}
