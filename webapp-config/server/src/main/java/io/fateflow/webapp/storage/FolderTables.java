package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/**
 * Tables in a folder. As long as the site has no keys, executors of this machine may read and write them by themselves; with keys they are
 * encrypted, and what is in them is the server's to tell.
 */
public final class FolderTables implements SiteTables {

    private static final Logger LOG = LoggerFactory.getLogger(FolderTables.class);

    private final TableStore store;
    private final FileContents contents;
    private final AtRest atRest;
    private final String kind;

    /** Tables as they are. */
    public FolderTables(TableStore store, FileContents contents) {
        this(store, contents, AtRest.off());
    }

    /** @param atRest encrypts them, where the site has keys */
    public FolderTables(TableStore store, FileContents contents, AtRest atRest) {
        this(store, contents, atRest, "tables");
    }

    private FolderTables(TableStore store, FileContents contents, AtRest atRest, String kind) {
        this.store = store;
        this.contents = contents;
        this.atRest = atRest;
        this.kind = kind;
    }

    @Override
    public FolderTables caches() {
        return new FolderTables(store.caches(), contents, atRest, "caches");
    }

    @Override
    public boolean has(TableName name) {
        return store.has(name);
    }

    @Override
    public Optional<Content> content(TableName name) throws IOException {
        Optional<Path> stored = store.stored(name);
        return stored.isPresent() ? Optional.of(content(stored.get())) : Optional.empty();
    }

    private Content content(Path file) throws IOException {
        return contents.of(file, () -> open(file));
    }

    private SeekableByteChannel open(Path file) throws IOException {
        return atRest.open(file, kept(file));
    }

    private KeptFile kept(Path file) {
        return new KeptFile(kind + "/" + store.pathOf(file), "The file " + file);
    }

    @Override
    public SeekableByteChannel open(TableName name, Content content) throws IOException {
        Path file = store.stored(name).orElseThrow(() -> new NoSuchFileException(name.toString()));
        if (!content(file).equals(content)) {
            throw new NoSuchFileException(name.toString());
        }
        return open(file);
    }

    @Override
    public Optional<TableReader> read(TableName name) throws IOException {
        try {
            Optional<Path> file = store.stored(name);
            return file.isPresent() ? Optional.of(reader(open(file.get()), name)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Its beginning and end are read at once, and may not be what they were. */
    private static TableReader reader(SeekableByteChannel channel, TableName name) throws IOException {
        try {
            return new TableReader(channel, name);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public Optional<ObjectNode> bound(TableName name) throws IOException {
        return store.bound(name);
    }

    @Override
    public void bind(TableName name, ObjectNode how) throws IOException {
        replacing(() -> store.bind(name, how));
        atRest.forgetAll(kept(store.file(name)));
    }

    @Override
    public void delete(TableName name) throws IOException {
        replacing(() -> store.delete(name));
        atRest.forgetAll(kept(store.file(name)));
    }

    /** Changes which file has a name. */
    private interface Replacement {
        void run() throws IOException;
    }

    private void replacing(Replacement replacement) throws IOException {
        atRest.replacing(() -> {
            replacement.run();
            return true;
        });
    }

    @Override
    public Arrived arrive(TableName name, Path whole, Content content) throws IOException {
        return atRest.isOn() ? encrypted(name, whole, content) : new PlainArrival(name, whole, content);
    }

    private Arrived encrypted(TableName name, Path whole, Content content) throws IOException {
        Path encrypted = whole.resolveSibling(UUID.randomUUID() + ".encrypted");
        Path place = store.file(name);
        try (InputStream plain = Files.newInputStream(whole)) {
            atRest.encrypt(plain, encrypted, kept(place));
        }
        String version = atRest.expect(kept(place), encrypted, () -> versionIn(place));
        return new EncryptedArrival(name, whole, encrypted, version, content);
    }

    private static Optional<String> versionIn(Path place) throws IOException {
        try {
            return AtRest.versionOf(place);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private void know(TableName name, Content content) throws IOException {
        Optional<Path> stored = store.stored(name);
        if (stored.isPresent()) {
            contents.know(stored.get(), content);
        }
    }

    private final class PlainArrival implements Arrived {

        private final TableName name;
        private final Path whole;
        private final Content content;

        PlainArrival(TableName name, Path whole, Content content) {
            this.name = name;
            this.whole = whole;
            this.content = content;
        }

        @Override
        public void publish() throws IOException {
            if (!Files.exists(whole) && store.has(name)) {
                return;
            }
            store.take(name, whole);
            know(name, content);
        }

        @Override
        public void abandon() throws IOException {
            Files.deleteIfExists(whole);
        }
    }

    /** What was given back plain stays until the encrypted file is in its place, so that it can be stored again after a crash. */
    private final class EncryptedArrival implements Arrived {

        private final TableName name;
        private final Path plain;
        private final Path encrypted;
        private final String version;
        private final Content content;

        EncryptedArrival(TableName name, Path plain, Path encrypted, String version, Content content) {
            this.name = name;
            this.plain = plain;
            this.encrypted = encrypted;
            this.version = version;
            this.content = content;
        }

        @Override
        public void publish() throws IOException {
            if (Files.exists(encrypted) || !store.has(name)) {
                atRest.replace(kept(store.file(name)), version, () -> {
                    store.place(name, encrypted);
                    return true;
                });
                know(name, content);
            }
            Files.deleteIfExists(plain);
        }

        @Override
        public void abandon() throws IOException {
            Files.deleteIfExists(plain);
            if (Files.deleteIfExists(encrypted)) {
                atRest.forget(kept(store.file(name)), version);
            }
        }
    }

    @Override
    public List<Path> files() throws IOException {
        return store.tableFiles();
    }

    @Override
    public int encryptAnew(Instant until) throws IOException {
        int count = 0;
        for (Path file : files()) {
            if (Instant.now().isAfter(until)) {
                return count;
            }
            try {
                count += encryptAnew(file) ? 1 : 0;
            } catch (AtRestException unreadable) {
                LOG.warn("{} It stays as it is.", unreadable.getMessage());
            }
        }
        return count;
    }

    private boolean encryptAnew(Path file) throws IOException {
        Path anew = file.resolveSibling(UUID.randomUUID() + ".tmp");
        try {
            atRest.accept(kept(file), file);
            if (AtRest.keyOf(file).equals(atRest.key())) {
                return false;
            }
            Object key = key(file);
            Content content = content(file);
            try (InputStream plain = Channels.newInputStream(open(file))) {
                atRest.encrypt(plain, anew, kept(file));
            }
            Files.setLastModifiedTime(anew, Files.getLastModifiedTime(file));
            String version = atRest.expect(kept(file), anew, Optional::empty);
            boolean replaced = atRest.replace(kept(file), version, () -> {
                if (!key.equals(key(file))) {
                    return false;
                }
                Files.move(anew, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                contents.know(file, content);
                return true;
            });
            if (!replaced) {
                atRest.forget(kept(file), version);
            }
            return replaced;
        } catch (NoSuchFileException removedMeanwhile) {
            return false;
        } finally {
            Files.deleteIfExists(anew);
        }
    }

    /** Another file under the same name has another one. */
    private static Object key(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(String.valueOf(now.fileKey()), now.size(), now.lastModifiedTime());
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
        Path file = Path.of(kept.key());
        boolean removed = atRest.replacing(() -> Files.deleteIfExists(file));
        atRest.forgetAll(kept(file));
        return removed;
    }
}
