package io.fateflow.worker.component.evaluation;

import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RankedScoresTest {

    private static final int CASES = 200;

    @Test
    void countsAsAComparisonOfAllRowsDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            Predictions rows = someRows(random);
            double threshold = random.nextInt(7) / 6.0;

            Counts counts = new RankedScores(rows).above(threshold);

            assertThat(counts).as("seed %d, case %d", seed, i).isEqualTo(naive(rows, threshold));
        }
    }

    @Test
    void theAucIsTheShareOfPairsInTheRightOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            Predictions rows = someRows(random);

            assertThat(new RankedScores(rows).auc())
                    .as("seed %d, case %d", seed, i)
                    .isCloseTo(naiveAuc(rows), within(1e-12));
        }
    }

    @Test
    void theRocCurveEnclosesTheAuc() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            RankedScores scores = new RankedScores(someRows(random));
            double area = 0;
            RocCurve.Corner before = new RocCurve.Corner(2, 0, 0);
            for (RocCurve.Corner corner : RocCurve.of(scores)) {
                area += (corner.fpr() - before.fpr()) * (corner.tpr() + before.tpr()) / 2;
                before = corner;
            }

            assertThat(area).as("seed %d, case %d", seed, i).isCloseTo(scores.auc(), within(1e-12));
        }
    }

    /** Seven different scores at most, so that there are ties. */
    private static Predictions someRows(Random random) {
        Predictions rows = new Predictions();
        rows.add(1, random.nextInt(7) / 6.0);
        rows.add(0, random.nextInt(7) / 6.0);
        for (int more = random.nextInt(30); more > 0; more--) {
            rows.add(random.nextInt(2), random.nextInt(7) / 6.0);
        }
        return rows;
    }

    private static Counts naive(Predictions rows, double threshold) {
        int[] counts = new int[4];
        for (int row = 0; row < rows.size(); row++) {
            boolean called = rows.predicted(row) > threshold;
            boolean positive = rows.expected(row) == 1;
            counts[called ? (positive ? 0 : 1) : positive ? 2 : 3]++;
        }
        return new Counts(counts[0], counts[1], counts[2], counts[3]);
    }

    private static double naiveAuc(Predictions rows) {
        double won = 0;
        int pairs = 0;
        for (int a = 0; a < rows.size(); a++) {
            for (int b = 0; b < rows.size(); b++) {
                if (rows.expected(a) == 1 && rows.expected(b) == 0) {
                    pairs++;
                    won += rows.predicted(a) > rows.predicted(b) ? 1 : rows.predicted(a) == rows.predicted(b) ? 0.5 : 0;
                }
            }
        }
        return won / pairs;
    }
}
