package io.fateflow.worker.component.linear.hetero;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.linear.parameter.Batching;

import static org.assertj.core.api.Assertions.assertThat;

class BatchesTest {

    @Test
    void everyRowIsInOneBatchWhateverTheSizes() {
        long seed = new SecureRandom().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            int rows = 10 + random.nextInt(200);
            Batching parameters = new Batching(
                    random.nextInt(10) == 0 ? Batching.ALL : 10 + random.nextInt(150),
                    false,
                    random.nextBoolean(),
                    random.nextInt(4));
            Batches batches = new Batches(places(rows), parameters, random);

            List<Integer> seen = new ArrayList<>();
            List<Batch> drawn = batches.draw();
            for (Batch batch : drawn) {
                Arrays.stream(batch.rows()).forEach(seen::add);
                assertThat(batch.named()).as("seed %d, %s", seed, parameters).doesNotHaveDuplicates();
                assertThat(IntStream.of(batch.places())
                                .map(place -> batch.named()[place])
                                .toArray())
                        .as("seed %d, %s", seed, parameters)
                        .isEqualTo(batch.rows());
                if (batches.masked()) {
                    assertThat(batch.named()).hasSize(batches.maskedSize()).isSorted();
                } else {
                    assertThat(batch.named()).isEqualTo(batch.rows());
                }
            }
            assertThat(drawn).hasSize(batches.count());
            assertThat(seen)
                    .as("seed %d, %s", seed, parameters)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, rows).boxed().toList());
        }
    }

    @Test
    void aRandomBatchIsTheOnlyOne() {
        Batches batches = new Batches(places(100), new Batching(20, true, true, 0.5), new Random(1));

        assertThat(batches.count()).isEqualTo(1);
        assertThat(batches.maskedSize()).isEqualTo(30);
        Batch first = batches.draw().get(0);
        assertThat(first.rows()).hasSize(20).doesNotHaveDuplicates();
        assertThat(first.named()).hasSize(30);
        assertThat(batches.draw().get(0).rows()).isNotEqualTo(first.rows());
    }

    @Test
    void batchesAreInTheOrderThatIsGiven() {
        Batches batches = new Batches(new int[] {2, 0, 3, 1}, new Batching(3, false, false, 0), new Random(1));

        assertThat(batches.draw()).extracting(Batch::rows).containsExactly(new int[] {2, 0, 3}, new int[] {1});
    }

    @Test
    void allRowsInOneBatchAreNeitherShuffledNorMasked() {
        Batches batches = new Batches(places(15), new Batching(15, true, true, 5), new Random(1));

        assertThat(batches.masked()).isFalse();
        assertThat(batches.mutable()).isFalse();
        assertThat(batches.draw().get(0).rows())
                .isEqualTo(IntStream.range(0, 15).toArray());
    }

    private static int[] places(int rows) {
        return IntStream.range(0, rows).toArray();
    }
}
