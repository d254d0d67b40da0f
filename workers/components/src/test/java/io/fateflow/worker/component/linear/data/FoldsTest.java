package io.fateflow.worker.component.linear.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.linear.parameter.CrossValidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FoldsTest {

    @Test
    void everyRowIsTestedOnceAndTrainedWithOtherwise() {
        for (int rows = 2; rows < 40; rows++) {
            for (int splits = 2; splits <= Math.min(rows, 7); splits++) {
                Folds folds = Folds.of(rows, parameters(splits, true));
                List<Integer> tested = new ArrayList<>();
                for (int fold = 0; fold < splits; fold++) {
                    int[] test = folds.test(fold);
                    assertThat(test.length).isBetween(rows / splits, (rows + splits - 1) / splits);
                    Arrays.stream(test).forEach(tested::add);
                    assertThat(IntStream.concat(Arrays.stream(test), Arrays.stream(folds.train(fold)))
                                    .sorted())
                            .containsExactlyElementsOf(
                                    IntStream.range(0, rows).boxed().toList());
                }
                assertThat(tested).hasSize(rows);
            }
        }
    }

    @Test
    void unshuffledFoldsAreNeighboursTheLargerFirst() {
        Folds folds = Folds.of(8, parameters(3, false));

        assertThat(folds.test(0)).containsExactly(0, 1, 2);
        assertThat(folds.test(1)).containsExactly(3, 4, 5);
        assertThat(folds.test(2)).containsExactly(6, 7);
    }

    @Test
    void aSeedGivesTheSameFoldsAgain() {
        assertThat(Folds.of(30, parameters(3, true))).isEqualTo(Folds.of(30, parameters(3, true)));
    }

    @Test
    void fewerRowsThanFoldsAreRefused() {
        assertThatThrownBy(() -> Folds.of(4, parameters(5, true)))
                .hasMessageContaining("n_splits = 5 rows, there are 4");
    }

    private static CrossValidation parameters(int splits, boolean shuffle) {
        return new CrossValidation(true, splits, shuffle, 103L, true, false);
    }
}
