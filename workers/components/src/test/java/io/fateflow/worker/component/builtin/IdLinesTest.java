package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.builtin.IdLines.Repeated;

import static org.assertj.core.api.Assertions.assertThat;

class IdLinesTest {

    @TempDir
    private Path directory;

    @Test
    void idsThatAreThereOnceAreNotFound() throws IOException {
        assertThat(of(10, "a", "b", "A", "a ", "")).isEqualTo(Repeated.NONE);
        assertThat(of(2, "a", "b", "A", "a ", "")).isEqualTo(Repeated.NONE);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theFirstLineIsNamedWhoseIdIsThereBeforeAndTheOneBeforeIt() throws IOException {
        for (int inMemory : new int[] {1, 2, 100}) {
            Repeated found = of(inMemory, "x", "a", "b", "b", "a", "b");

            assertThat(found.lines()).isEqualTo(3);
            assertThat(found.first()).isEqualTo(4);
            assertThat(found.firstOf()).isEqualTo(3);
            assertThat(found.superseded()).hasToString("{2, 3, 4}");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void itFindsWhatAMapOfAllIdsFinds() throws IOException {
        Random random = new Random(19);
        Map<String, Integer> last = new HashMap<>();
        BitSet superseded = new BitSet();
        long lines = 0;
        try (IdLines ids = new IdLines(directory, 1000)) {
            for (int line = 1; line <= 50_000; line++) {
                String id = "id-" + random.nextInt(40_000);
                ids.add(line, id);
                Integer earlier = last.put(id, line);
                if (earlier != null) {
                    superseded.set(earlier);
                    lines++;
                }
            }
            Repeated found = ids.find();

            assertThat(found.lines()).isEqualTo(lines);
            assertThat(found.superseded()).isEqualTo(superseded);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatIsGivenUpLeavesNothing() throws IOException {
        IdLines ids = new IdLines(directory, 1);
        ids.add(1, "a");
        ids.add(2, "b");
        assertThat(directory).isNotEmptyDirectory();

        ids.close();

        assertThat(directory).isEmptyDirectory();
    }

    private Repeated of(int inMemory, String... all) throws IOException {
        try (IdLines ids = new IdLines(directory, inMemory)) {
            for (int i = 0; i < all.length; i++) {
                ids.add(i + 1, all[i]);
            }
            return ids.find();
        }
    }
}
