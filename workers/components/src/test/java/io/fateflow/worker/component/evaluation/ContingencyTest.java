package io.fateflow.worker.component.evaluation;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class ContingencyTest {

    @Test
    void scoresAreThoseOfADefinitionByPairs() {
        int[] labels = {0, 0, 0, 1, 1, 1, 2, 2, 0, 1};
        int[] clusters = {0, 0, 1, 1, 1, 2, 2, 2, 0, 0};
        double both = 0;
        double ofLabel = 0;
        double ofCluster = 0;
        double all = 0;
        for (int i = 0; i < labels.length; i++) {
            for (int j = 0; j < i; j++) {
                boolean sameLabel = labels[i] == labels[j];
                boolean sameCluster = clusters[i] == clusters[j];
                both += sameLabel && sameCluster ? 1 : 0;
                ofLabel += sameLabel ? 1 : 0;
                ofCluster += sameCluster ? 1 : 0;
                all++;
            }
        }
        double expected = ofLabel * ofCluster / all;
        Contingency counts = of(labels, clusters);

        assertThat(counts.fowlkesMallows()).isCloseTo(both / Math.sqrt(ofLabel * ofCluster), offset(1e-12));
        assertThat(counts.adjustedRand())
                .isCloseTo((both - expected) / ((ofLabel + ofCluster) / 2 - expected), offset(1e-12));
        // label 0: 3 of 5 in either; label 1: 2 of 5; label 2: 2 of 3
        assertThat(counts.jaccard()).isCloseTo((4 * 0.6 + 4 * 0.4 + 2 * 2.0 / 3) / 10, offset(1e-12));
        assertThat(counts.toJson().path("result_table").toString()).isEqualTo("[[3,1,0],[1,2,1],[0,0,2]]");
    }

    @Test
    void theSamePartitionIsOneWhateverItsNames() {
        Contingency counts = of(new int[] {0, 0, 1, 1}, new int[] {1, 1, 0, 0});

        assertThat(counts.adjustedRand()).isEqualTo(1);
        assertThat(counts.fowlkesMallows()).isEqualTo(1);
        assertThat(counts.jaccard()).isZero();
    }

    private static Contingency of(int[] labels, int... clusters) {
        return Contingency.of(IntStream.range(0, labels.length)
                .mapToObj(i -> List.of(Label.of(Integer.toString(labels[i])), Label.of(Integer.toString(clusters[i]))))
                .toList());
    }
}
