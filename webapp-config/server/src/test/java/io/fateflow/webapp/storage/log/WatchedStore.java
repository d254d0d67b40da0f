package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.fateflow.transfer.object.ObjectStore;

/** A store that notes what is read of it, and whose disk is full for some keys. */
final class WatchedStore implements ObjectStore {

    private final ObjectStore store;
    private final List<String> opened = new ArrayList<>();
    private final String full;

    /** @param full what a key has to have in it not to be taken */
    WatchedStore(ObjectStore store, String full) {
        this.store = store;
        this.full = full;
    }

    List<String> opened() {
        return opened;
    }

    @Override
    public void check() throws IOException {
        store.check();
    }

    @Override
    public void write(String key, byte[] content) throws IOException {
        store.write(key, content);
    }

    @Override
    public Optional<byte[]> read(String key) throws IOException {
        return store.read(key);
    }

    @Override
    public void upload(String key, Path file) throws IOException {
        if (key.contains(full)) {
            throw new IOException("no room for it");
        }
        store.upload(key, file);
    }

    @Override
    public InputStream open(String key, long from) throws IOException {
        opened.add(key);
        return store.open(key, from);
    }

    @Override
    public void delete(String key) throws IOException {
        store.delete(key);
    }

    @Override
    public void visit(String prefix, ObjectVisitor visitor) throws IOException {
        store.visit(prefix, visitor);
    }

    @Override
    public int abandonUploads(Instant before) throws IOException {
        return store.abandonUploads(before);
    }

    @Override
    public void close() {
        // the other one is its owner's
    }
}
