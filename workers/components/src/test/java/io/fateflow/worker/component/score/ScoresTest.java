package io.fateflow.worker.component.score;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

class ScoresTest {

    @Test
    void ranksAsCountingAllPairsDoes() {
        long seed = new SecureRandom().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int rows = 2 + random.nextInt(400);
            double[] labels = random.ints(rows, 0, 2).asDoubleStream().toArray();
            labels[0] = 0;
            labels[1] = 1;
            // few different scores, so that many are alike
            double[] scores = random.ints(rows, 0, 6).asDoubleStream().toArray();
            Ranking ranking = Ranking.of(labels, scores);
            assertThat(ranking.auc()).as("seed %d", seed).isCloseTo(pairs(labels, scores), offset(1e-12));
            assertThat(ranking.ks()).as("seed %d", seed).isCloseTo(ks(labels, scores), offset(1e-12));
        }
    }

    @Test
    void looksForTheKsAtHundredthsOfTheRowsOnly() {
        // row 0 alone is positive; of 250 rows, 0 and 2 are looked at, so that nothing or one too much is above
        double[] labels = new double[250];
        double[] scores = IntStream.range(0, 250).mapToDouble(row -> -row).toArray();
        labels[0] = 1;

        assertThat(Ranking.of(labels, scores).ks()).isCloseTo(1 - 1 / 249.0, offset(1e-12));
    }

    @Test
    void oneClassAloneHasNoRanking() {
        assertThat(Ranking.of(new double[] {1, 1}, new double[] {0.1, 0.2}).auc())
                .isNaN();
    }

    @Test
    void measuresWhatIsLeftOfNumbers() {
        Residuals residuals = new Residuals(new double[] {3, -0.5, 2, 7}, new double[] {2.5, 0, 2, 8});

        assertThat(residuals.metric("mean_squared_error")).isCloseTo(0.375, offset(1e-12));
        assertThat(residuals.metric("root_mean_squared_error")).isCloseTo(Math.sqrt(0.375), offset(1e-12));
        assertThat(residuals.metric("mean_absolute_error")).isCloseTo(0.5, offset(1e-12));
        assertThat(residuals.metric("median_absolute_error")).isCloseTo(0.5, offset(1e-12));
        assertThat(residuals.metric("r2_score")).isCloseTo(0.9486081370449679, offset(1e-12));
        assertThat(residuals.metric("explained_variance")).isCloseTo(0.9571734475374732, offset(1e-12));
    }

    private static double pairs(double[] labels, double[] scores) {
        double won = 0;
        double all = 0;
        for (int i = 0; i < labels.length; i++) {
            for (int j = 0; j < labels.length; j++) {
                if (labels[i] == 1 && labels[j] == 0) {
                    all++;
                    won += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
                }
            }
        }
        return won / all;
    }

    /** As FATE's {@code KS} does it: what scores more than the score at each hundredth of the rows. */
    private static double ks(double[] labels, double[] scores) {
        double positives = Arrays.stream(labels).sum();
        double negatives = labels.length - positives;
        double[] ascending = Arrays.stream(scores).sorted().toArray();
        double greatest = 0;
        for (int cut = 0; cut < 100; cut++) {
            double threshold = ascending[scores.length - 1 - (int) (scores.length * (cut / 100.0))];
            double above = 0;
            double below = 0;
            for (int i = 0; i < labels.length; i++) {
                above += labels[i] == 1 && scores[i] > threshold ? 1 : 0;
                below += labels[i] == 0 && scores[i] > threshold ? 1 : 0;
            }
            greatest = Math.max(greatest, above / positives - below / negatives);
        }
        return greatest;
    }
}
