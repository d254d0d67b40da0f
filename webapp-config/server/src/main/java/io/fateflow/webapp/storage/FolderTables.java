package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/** Tables in a folder, which executors of this machine may read and write by themselves. */
public final class FolderTables implements SiteTables {

    private final TableStore store;
    private final FileContents contents;

    public FolderTables(TableStore store, FileContents contents) {
        this.store = store;
        this.contents = contents;
    }

    @Override
    public SiteTables caches() {
        return new FolderTables(store.caches(), contents);
    }

    @Override
    public boolean has(TableName name) {
        return store.has(name);
    }

    @Override
    public Optional<Content> content(TableName name) throws IOException {
        Optional<Path> stored = store.stored(name);
        return stored.isPresent() ? Optional.of(contents.of(stored.get())) : Optional.empty();
    }

    @Override
    public SeekableByteChannel open(TableName name, Content content) throws IOException {
        Path file = store.stored(name).orElseThrow(() -> new NoSuchFileException(name.toString()));
        if (!contents.of(file).equals(content)) {
            throw new NoSuchFileException(name.toString());
        }
        return Files.newByteChannel(file);
    }

    @Override
    public Optional<TableReader> read(TableName name) throws IOException {
        try {
            return Optional.of(store.open(name));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<ObjectNode> bound(TableName name) throws IOException {
        return store.bound(name);
    }

    @Override
    public void bind(TableName name, ObjectNode how) throws IOException {
        store.bind(name, how);
    }

    @Override
    public void delete(TableName name) throws IOException {
        store.delete(name);
    }

    @Override
    public Arrived arrive(TableName name, Path whole, Content content) {
        return new Arrived() {
            @Override
            public void publish() throws IOException {
                if (!Files.exists(whole) && store.has(name)) {
                    return;
                }
                store.take(name, whole);
                Optional<Path> stored = store.stored(name);
                if (stored.isPresent()) {
                    contents.know(stored.get(), content);
                }
            }

            @Override
            public void abandon() throws IOException {
                Files.deleteIfExists(whole);
            }
        };
    }

    @Override
    public List<Kept> beside(Collection<TableName> names) throws IOException {
        List<Kept> kept = new ArrayList<>();
        for (Path file : store.filesBeside(names)) {
            try {
                kept.add(new Kept(
                        file.toString(), Files.getLastModifiedTime(file).toMillis()));
            } catch (NoSuchFileException gone) {
                // so it is not kept
            }
        }
        return kept;
    }

    @Override
    public boolean remove(Kept kept) throws IOException {
        return Files.deleteIfExists(Path.of(kept.key()));
    }
}
