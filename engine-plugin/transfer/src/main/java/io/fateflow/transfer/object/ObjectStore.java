package io.fateflow.transfer.object;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Objects under keys, such as a bucket has them. An object is there whole or not at all, and whoever reads after a write reads
 * what was written. Safe for many threads, and for many servers. What cannot be done is an {@link ObjectStoreException}.
 */
public interface ObjectStore extends AutoCloseable {

    /**
     * An object.
     *
     * @param size in bytes
     */
    record StoredObject(String key, long size, Instant modified) {}

    /** Asks whether the store is there, takes the login and has the bucket. */
    void check() throws IOException;

    /** Stores some bytes, in place of what had the key. Takes seconds at most, or fails. */
    void write(String key, byte[] content) throws IOException;

    /** All of a small object; empty if there is none. Takes seconds at most, or fails. */
    Optional<byte[]> read(String key) throws IOException;

    /**
     * Stores a file of any size, in memory of one buffer. An upload that breaks off leaves nothing under the key.
     *
     * @param file does not change meanwhile
     */
    void upload(String key, Path file) throws IOException;

    /**
     * Reads an object as it comes.
     *
     * @param from the first byte, not behind the last one
     * @throws NoSuchFileException if there is none
     */
    InputStream open(String key, long from) throws IOException;

    /** Whether there was one is not said. */
    void delete(String key) throws IOException;

    /** All objects whose keys begin so, in the order of their keys; for what is few. */
    default List<StoredObject> list(String prefix) throws IOException {
        List<StoredObject> all = new ArrayList<>();
        visit(prefix, all::add);
        return all;
    }

    /** Shows all objects whose keys begin so, in the order of their keys; a page of them is in memory at a time. */
    void visit(String prefix, ObjectVisitor visitor) throws IOException;

    /** Is shown objects. */
    @FunctionalInterface
    interface ObjectVisitor {
        void see(StoredObject object) throws IOException;
    }

    /**
     * Gives up uploads that have not ended, and frees what they take.
     *
     * @param before when they were begun
     * @return how many
     */
    int abandonUploads(Instant before) throws IOException;

    @Override
    void close();
}
