package io.fateflow.webapp.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.Page;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** On trees of some thousand leaves, with old chunks that may go at once. */
class LeafSweepTest {

    private static final int KEYS = 50_000;
    private static final int BYTES_AT_ONCE = 64 << 10;

    @TempDir
    private Path place;

    private MVStore store;
    private MVMap<Integer, String> tree;
    private LeafSweep sweep;

    @BeforeEach
    void open() {
        store = new MVStore.Builder()
                .fileName(place.resolve("store").toString())
                .autoCommitDisabled()
                .open();
        store.setRetentionTime(0);
        tree = store.openMap("tree");
        for (int key = 0; key < KEYS; key++) {
            tree.put(key, "value " + key);
        }
        store.commit();
        sweep = new LeafSweep(store, new FileChunks(store, Duration.ZERO));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void neighboursThatAreScatteredAreTogetherAfterwards() {
        change(KEYS / 10);
        assertThat(chunksBelowAParent()).isGreaterThan(12);
        Map<Integer, String> before = new HashMap<>(tree);

        look(50);

        assertThat(chunksBelowAParent()).isLessThan(2);
        assertThat(new HashMap<>(tree)).isEqualTo(before);
    }

    @Test
    void aFewThatAreApartStayUntilMuchIsWaste() {
        change(KEYS / 500);
        Set<Long> leaves = leaves();

        look(50);
        assertThat(leaves()).isEqualTo(leaves);

        look(1);
        assertThat(leaves()).isNotEqualTo(leaves);
    }

    @Test
    void goesOnWhereItWasAndRoundAgain() {
        change(KEYS / 10);
        Set<Long> before = leaves();

        sweep.look(1, 1, 50);
        Set<Long> moved = new HashSet<>(before);
        moved.removeAll(leaves());
        assertThat(moved).isNotEmpty().hasSizeLessThan(100);

        for (int look = 0; look < 1_000; look++) {
            sweep.look(1, 1, 50);
        }
        before.retainAll(leaves());
        assertThat(before).isEmpty();

        change(KEYS / 10);
        look(50);
        assertThat(chunksBelowAParent()).isLessThan(2);
    }

    @Test
    void aTreeThatIsDroppedUnderwayIsLeft() {
        MVMap<Integer, String> other = store.openMap("other");
        tree.forEach(other::put);
        change(KEYS / 10);
        for (int look = 0; look < 10; look++) {
            sweep.look(1, 1, 50);
        }

        store.removeMap(tree);
        store.commit();
        look(50);

        assertThat(other).hasSize(KEYS);
        assertThat(store.getMapNames()).containsExactly("other");
    }

    /** H2 puts an only child in its parent's place: leaves are at several depths then. */
    @Test
    void leavesOfSeveralDepthsMoveToo() {
        Random random = new Random(7);
        for (int key = 0; key < KEYS; key++) {
            if (random.nextInt(100) > 0 && key % 3_000 > 200) {
                tree.remove(key);
            }
        }
        store.commit();
        change(KEYS / 4);
        Map<Integer, String> before = new HashMap<>(tree);
        Set<Long> leaves = leaves();

        look(1);

        leaves.retainAll(leaves());
        // of the last commit
        assertThat(leaves).hasSizeLessThan(2);
        assertThat(new HashMap<>(tree)).isEqualTo(before);
    }

    /** Some keys, a commit each. */
    private void change(int keys) {
        List<Integer> all = new ArrayList<>(tree.keySet());
        for (int i = 0; i < keys; i++) {
            tree.computeIfPresent(all.get((int) (i * 104_729L % all.size())), (key, value) -> "new " + value);
            store.commit();
        }
    }

    private void look(int percent) {
        sweep.look(Long.MAX_VALUE, BYTES_AT_ONCE, percent);
        store.commit();
    }

    private Set<Long> leaves() {
        Set<Long> leaves = new HashSet<>();
        parents(tree.getRootPage()).forEach(leaves::addAll);
        return leaves;
    }

    private double chunksBelowAParent() {
        return parents(tree.getRootPage()).stream()
                .mapToLong(leaves -> leaves.stream()
                        .map(DataUtils::getPageChunkId)
                        .distinct()
                        .count())
                .average()
                .orElseThrow();
    }

    /** For each the positions of its leaves. */
    private static List<List<Long>> parents(Page<?, ?> page) {
        List<List<Long>> parents = new ArrayList<>();
        List<Long> leaves = new ArrayList<>();
        for (int child = 0; !page.isLeaf() && child < page.getRawChildPageCount(); child++) {
            Page<?, ?> below = page.getChildPage(child);
            if (below.isLeaf()) {
                leaves.add(page.getChildPagePos(child));
            } else {
                parents.addAll(parents(below));
            }
        }
        if (!leaves.isEmpty()) {
            parents.add(leaves);
        }
        return parents;
    }
}
