package io.fateflow.webapp.database;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** With old chunks that may go at once. */
class FileChunksTest {

    private static final int KEYS = 20_000;
    private static final int COMMITS = 8_000;
    private static final int KEYS_OF_LEAF = 16;
    private static final int BYTES_AT_ONCE = 64 << 10;

    @TempDir
    private Path place;

    private MVStore store;
    private MVMap<Integer, String> tree;

    @BeforeEach
    void open() {
        store = new MVStore.Builder()
                .fileName(place.resolve("store").toString())
                .autoCommitDisabled()
                .keysPerPage(KEYS_OF_LEAF)
                .open();
        store.setRetentionTime(0);
        tree = store.openMap("tree");
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** To H2's own order all that is older than some thousand commits is alike: what has the fewest bytes in use goes first. */
    @Test
    void aLargeOldChunkWithLittleInItGoesBeforeManySmallOnes() {
        for (int key = 0; key < KEYS; key++) {
            tree.put(key, "a value of a key in a large chunk " + key);
        }
        store.commit();
        for (int key = KEYS / 50; key < KEYS; key++) {
            tree.put(key, "another value " + key);
        }
        MVMap<Integer, String> other = store.openMap("other");
        for (int key = 0; key < COMMITS * KEYS_OF_LEAF; key++) {
            other.put(key, "a value");
        }
        store.commit();
        String large = largest();
        String wasteSoon = "-".repeat(10_000);
        for (int commit = 0; commit < COMMITS; commit++) {
            other.put(commit * KEYS_OF_LEAF, "another value");
            other.put(-1, wasteSoon + commit);
            store.commit();
        }
        assertThat(inUse(large)).isPositive();
        Map<Integer, String> before = new HashMap<>(tree);

        new FileChunks(store, Duration.ZERO).moveChunks(10, BYTES_AT_ONCE, BYTES_AT_ONCE);
        store.commit();

        assertThat(inUse(large)).isZero();
        assertThat(new HashMap<>(tree)).isEqualTo(before);
    }

    /** As H2 opens what transactions may have to undo: whoever writes it takes no lock. */
    @Test
    void whatOneThreadWritesWithoutALockStaysWhereItIs() {
        MVMap<Long, String> undo = store.openMap("undo", new MVMap.Builder<Long, String>().singleWriter());
        undo.append(1L, "what a transaction may have to undo");
        for (int key = 0; key < KEYS; key++) {
            tree.put(key, "a value");
        }
        store.commit();
        tree.put(0, "another value");
        store.commit();
        String chunk = largest();
        for (int commit = 0; commit < 4; commit++) {
            for (int key = 0; key < KEYS; key++) {
                tree.put(key, "value " + commit);
            }
            store.commit();
        }
        long inUse = inUse(chunk);
        assertThat(inUse).isPositive();

        new FileChunks(store, Duration.ZERO).moveChunks(10, BYTES_AT_ONCE, BYTES_AT_ONCE);
        store.commit();
        store.commit();

        assertThat(inUse(chunk)).isEqualTo(inUse);
    }

    private String largest() {
        return chunks().entrySet().stream()
                .max(Comparator.comparingLong(chunk -> DataUtils.readHexLong(chunk.getValue(), "max", 0)))
                .orElseThrow()
                .getKey();
    }

    private long inUse(String chunk) {
        Map<String, String> there = chunks().get(chunk);
        return there == null ? 0 : DataUtils.readHexLong(there, "liveMax", DataUtils.readHexLong(there, "max", 0));
    }

    private Map<String, Map<String, String>> chunks() {
        Map<String, Map<String, String>> chunks = new HashMap<>();
        store.getFileStore().getLayoutMap().forEach((name, chunk) -> {
            if (name.startsWith("chunk.")) {
                chunks.put(name, DataUtils.parseMap(chunk));
            }
        });
        return chunks;
    }
}
