package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStore.StoredObject;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.worker.site.FileCache;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;

/**
 * Tables in an object store. The rows of each are an object of their own that is never written again; a second, small one has the table's
 * name for its key and says which object has its rows. That one is written last, so a table is there when it is.
 */
public final class ObjectTables implements SiteTables {

    static final String TABLES = "tables/";
    static final String CACHES = "caches/";
    static final String ROWS = "rows/";

    private final ObjectStore objects;
    private final FileCache local;
    private final AtRest atRest;
    private final String prefix;

    /**
     * @param local has what was used here, as it is; it may be shared by the servers of a machine. Keeps nothing where the site has keys
     * @param atRest encrypts rows, where the site has keys
     */
    public ObjectTables(ObjectStore objects, FileCache local, AtRest atRest) {
        this(objects, local, atRest, TABLES);
    }

    private ObjectTables(ObjectStore objects, FileCache local, AtRest atRest, String prefix) {
        this.objects = objects;
        this.local = local;
        this.atRest = atRest;
        this.prefix = prefix;
    }

    @Override
    public SiteTables caches() {
        return new ObjectTables(objects, local, atRest, CACHES);
    }

    @Override
    public boolean has(TableName name) throws IOException {
        return entry(name).isPresent();
    }

    @Override
    public Optional<Content> content(TableName name) throws IOException {
        return entry(name).flatMap(TableEntry::content);
    }

    @Override
    public SeekableByteChannel open(TableName name, Content content) throws IOException {
        TableEntry entry = entry(name)
                .filter(found -> found.content().filter(content::equals).isPresent())
                .orElseThrow(() -> new NoSuchFileException(name.toString()));
        return open(name, entry, content);
    }

    private SeekableByteChannel open(TableName name, TableEntry entry, Content content) throws IOException {
        Optional<SeekableByteChannel> here = local.find(content.sha256());
        if (here.isPresent()) {
            return here.get();
        }
        try {
            return atRest.open(stored(entry), kept(name, entry.rows()));
        } catch (AtRestException e) {
            if (e.isOfOlderFile() && !entry(name).equals(Optional.of(entry))) {
                throw new NoSuchFileException(name.toString());
            }
            throw e;
        }
    }

    private ObjectChannel stored(TableEntry entry) {
        return new ObjectChannel(objects, entry.rows(), entry.stored());
    }

    private KeptFile kept(TableName name, String rows) {
        return new KeptFile(key(name), "The object " + rows + " (" + name + ")");
    }

    @Override
    public Optional<TableReader> read(TableName name) throws IOException {
        Optional<TableEntry> entry = entry(name);
        Optional<Content> content = entry.flatMap(TableEntry::content);
        return content.isEmpty()
                ? Optional.empty()
                : Optional.of(new TableReader(open(name, entry.orElseThrow(), content.get()), name));
    }

    @Override
    public Optional<ObjectNode> bound(TableName name) throws IOException {
        return entry(name).flatMap(TableEntry::bound);
    }

    @Override
    public void bind(TableName name, ObjectNode how) throws IOException {
        replace(name, TableEntry.ofBound(name, how));
        atRest.forgetAll(kept(name, ""));
    }

    @Override
    public void delete(TableName name) throws IOException {
        remove(key(name));
    }

    @Override
    public Arrived arrive(TableName name, Path whole, Content content) throws IOException {
        String rows = ROWS + key(name) + "/" + UUID.randomUUID();
        TableEntry arrived =
                atRest.isOn() ? uploadEncrypted(name, rows, whole, content) : upload(name, rows, whole, content);
        return new Arrived() {
            @Override
            public void publish() throws IOException {
                place(name, arrived);
                if (Files.exists(whole)) {
                    local.keep(content.sha256(), content.size(), whole);
                    Files.deleteIfExists(whole);
                }
            }

            @Override
            public void abandon() throws IOException {
                Files.deleteIfExists(whole);
                objects.delete(rows);
                if (arrived.isEncrypted()) {
                    atRest.forget(kept(name, rows), arrived.version());
                }
            }
        };
    }

    private TableEntry upload(TableName name, String rows, Path file, Content content) throws IOException {
        objects.upload(rows, file);
        return TableEntry.of(name, rows, content, Files.size(file));
    }

    private TableEntry uploadEncrypted(TableName name, String rows, Path whole, Content content) throws IOException {
        Path encrypted = whole.resolveSibling(UUID.randomUUID() + ".encrypted");
        try (InputStream plain = Files.newInputStream(whole)) {
            atRest.encrypt(plain, encrypted, kept(name, rows));
            TableEntry entry = upload(name, rows, encrypted, content);
            return entry.with(atRest.expect(kept(name, rows), encrypted, () -> versionThere(name)));
        } finally {
            Files.deleteIfExists(encrypted);
        }
    }

    private void place(TableName name, TableEntry entry) throws IOException {
        if (!entry.isEncrypted()) {
            replace(name, entry);
            return;
        }
        atRest.replace(kept(name, entry.rows()), entry.version(), () -> {
            replace(name, entry);
            return true;
        });
    }

    /** Of the rows that the table has now. */
    private Optional<String> versionThere(TableName name) throws IOException {
        Optional<TableEntry> there = entry(name).filter(found -> found.content().isPresent());
        if (there.isEmpty()) {
            return Optional.empty();
        }
        try (ObjectChannel rows = stored(there.get())) {
            return AtRest.versionOf(rows);
        }
    }

    @Override
    public List<Path> files() {
        return List.of();
    }

    @Override
    public int encryptAnew(Instant until) {
        return 0;
    }

    @Override
    public List<Kept> beside(Collection<TableName> names) throws IOException {
        Set<String> named = names.stream().map(this::key).collect(Collectors.toSet());
        return objects.list(prefix).stream()
                .filter(object -> !named.contains(object.key()))
                .map(object -> new Kept(object.key(), object.modified().toEpochMilli()))
                .toList();
    }

    @Override
    public boolean remove(Kept kept) throws IOException {
        return remove(kept.key());
    }

    private boolean remove(String key) throws IOException {
        Optional<TableEntry> before = entry(key);
        objects.delete(key);
        if (before.isPresent() && before.get().content().isPresent()) {
            objects.delete(before.get().rows());
        }
        atRest.forgetAll(new KeptFile(key, key));
        return before.isPresent();
    }

    /** Rows that nobody names any more are removed; what is left of those when this is broken off, {@link OldObjects} finds. */
    private void replace(TableName name, TableEntry entry) throws IOException {
        Optional<TableEntry> before = entry(name);
        objects.write(key(name), entry.toBytes());
        if (before.isPresent()
                && before.get().content().isPresent()
                && !before.get().rows().equals(entry.rows())) {
            objects.delete(before.get().rows());
        }
    }

    private Optional<TableEntry> entry(TableName name) throws IOException {
        return entry(key(name));
    }

    private Optional<TableEntry> entry(String key) throws IOException {
        Optional<byte[]> bytes = objects.read(key);
        return bytes.isPresent() ? Optional.of(TableEntry.read(bytes.get())) : Optional.empty();
    }

    private String key(TableName name) {
        return prefix + name.path();
    }

    /** The table's key that rows belong to, of an object of rows. */
    static String tableOf(StoredObject rows) {
        return rows.key().substring(ROWS.length(), rows.key().lastIndexOf('/'));
    }
}
