package io.fateflow.worker.component.builtin;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.digest.Sha256;

/**
 * Finds ids that are in a file more than once, in memory that hardly grows with it: ids are kept as hashes of 128 bits, with a key that is
 * drawn each time, so that nobody can make two ids of one hash; many of them on disk, apart by their first byte, where equal ones
 * meet. Beside that a bit a line is kept, and one part in 256 at a time.
 */
final class IdLines implements AutoCloseable {

    private static final int PARTS = 256;

    /** A hash's two halves and its line. */
    private static final int LONGS = 3;

    private static final int IN_MEMORY = 64 * 1024;
    private static final int BUFFER = 4096;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final MessageDigest digest = Sha256.digest();
    private final byte[] key = new byte[32];
    private final Path parent;
    private final int most;
    private long[] recent = new long[1024 * LONGS];
    private int kept;
    private @Nullable Path directory;
    private final DataOutputStream[] parts = new DataOutputStream[PARTS];
    private final BitSet superseded = new BitSet();
    private long repeated;
    private long first = Long.MAX_VALUE;
    private long firstOf;

    /** @param parent an existing directory, in which one is made and removed again if there are many ids */
    IdLines(Path parent) {
        this(parent, IN_MEMORY);
    }

    /** @param most ids that are not written to disk */
    IdLines(Path parent, int most) {
        this.parent = parent;
        this.most = most;
        RANDOM.nextBytes(key);
    }

    /**
     * Which lines have the id of another one.
     *
     * @param superseded those whose id a later line has, too
     * @param lines how many have the id of an earlier one
     * @param first the first of them; 0 if there is none
     * @param firstOf the line before it with its id
     */
    record Repeated(BitSet superseded, long lines, long first, long firstOf) {

        static final Repeated NONE = new Repeated(new BitSet(), 0, 0, 0);
    }

    /** @param line greater than all before */
    void add(long line, String id) throws IOException {
        digest.update(key);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
        if (kept == most) {
            spill();
        }
        if (kept * LONGS == recent.length) {
            recent = Arrays.copyOf(recent, recent.length * 2);
        }
        recent[kept * LONGS] = hash.getLong();
        recent[kept * LONGS + 1] = hash.getLong();
        recent[kept * LONGS + 2] = line;
        kept++;
    }

    /** Of all that were added; to be called once. */
    Repeated find() throws IOException {
        if (directory == null) {
            Map<Hash, Long> last = new HashMap<>();
            for (int i = 0; i < kept; i++) {
                note(last, recent[i * LONGS], recent[i * LONGS + 1], recent[i * LONGS + 2]);
            }
        } else {
            spill();
            for (DataOutputStream part : parts) {
                part.close();
            }
            recent = new long[0];
            for (int i = 0; i < PARTS; i++) {
                look(part(directory, i));
            }
        }
        return repeated == 0 ? Repeated.NONE : new Repeated(superseded, repeated, first, firstOf);
    }

    private record Hash(long high, long low) {}

    private void look(Path part) throws IOException {
        Map<Hash, Long> last = new HashMap<>();
        long records = Files.size(part) / (LONGS * Long.BYTES);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(part)))) {
            for (long i = 0; i < records; i++) {
                note(last, in.readLong(), in.readLong(), in.readLong());
            }
        }
        Files.delete(part);
    }

    /** Lines of one id come in their order. */
    private void note(Map<Hash, Long> last, long high, long low, long line) {
        Long earlier = last.put(new Hash(high, low), line);
        if (earlier != null) {
            superseded.set(Math.toIntExact(earlier));
            repeated++;
            if (line < first) {
                first = line;
                firstOf = earlier;
            }
        }
    }

    private void spill() throws IOException {
        if (directory == null) {
            directory = Files.createTempDirectory(parent, "ids-");
            for (int i = 0; i < PARTS; i++) {
                parts[i] = new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(part(directory, i)), BUFFER));
            }
        }
        for (int i = 0; i < kept; i++) {
            DataOutputStream part = parts[(int) (recent[i * LONGS] >>> (Long.SIZE - Byte.SIZE))];
            for (int j = 0; j < LONGS; j++) {
                part.writeLong(recent[i * LONGS + j]);
            }
        }
        kept = 0;
    }

    private static Path part(Path directory, int number) {
        return directory.resolve(Integer.toString(number));
    }

    /** Removes what it has written. */
    @Override
    public void close() throws IOException {
        if (directory != null) {
            for (int i = 0; i < PARTS; i++) {
                if (parts[i] != null) {
                    parts[i].close();
                }
                Files.deleteIfExists(part(directory, i));
            }
            Files.deleteIfExists(directory);
        }
    }
}
