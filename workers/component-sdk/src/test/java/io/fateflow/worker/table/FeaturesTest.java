package io.fateflow.worker.table;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FeaturesTest {

    private static final Features DENSE = new DenseFeatures(0, 2, 0, 4);
    private static final Features SPARSE = new SparseFeatures(4, new int[] {1, 3}, new double[] {2, 4});

    @Test
    void sparseFeaturesMeanWhatDenseOnesMean() {
        double[] weights = {1, 10, 100, 1000};

        assertThat(SPARSE.dot(weights)).isEqualTo(DENSE.dot(weights)).isEqualTo(4020);
        for (int column = 0; column < 4; column++) {
            assertThat(SPARSE.get(column)).isEqualTo(DENSE.get(column));
        }
    }

    @Test
    void selectsColumnsInTheOrderThatIsAskedFor() {
        assertThat(DENSE.select(3, 0)).isEqualTo(new DenseFeatures(4, 0));
        assertThat(SPARSE.select(3, 0)).isEqualTo(new SparseFeatures(2, new int[] {0}, new double[] {4}));
    }

    @Test
    void sparseColumnsAscendAndStayWithinTheHeader() {
        assertThatThrownBy(() -> new SparseFeatures(2, new int[] {1, 0}, new double[] {1, 1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SparseFeatures(2, new int[] {2}, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
