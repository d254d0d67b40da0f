package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * The tables below one directory, one Arrow IPC file each. Safe for many threads and processes: a table appears and
 * is replaced atomically, and a reader keeps the version that it opened.
 */
public final class TableStore {

    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** Stands in the directory of a store whose server encrypts its tables. */
    private static final String ENCRYPTED = "ENCRYPTED";

    private static final Pattern TABLE = Pattern.compile("[0-9a-f]{2}/[0-9a-f]{62}\\.arrow");

    private final Path directory;
    private final Path root;

    /** The directory is made when the first table is written. */
    public TableStore(Path directory) {
        this(directory, directory);
    }

    private TableStore(Path directory, Path root) {
        this.directory = directory;
        this.root = root;
    }

    /** The store of what components keep for later runs, beside these tables: no user names one of its tables. */
    public TableStore caches() {
        return new TableStore(directory.resolve("caches"), root);
    }

    /** The file that says that the tables in a directory are encrypted: only their server reads and writes them. */
    public static Path encryptedMarker(Path directory) {
        return directory.resolve(ENCRYPTED);
    }

    private void requirePlain() throws IOException {
        if (Files.exists(encryptedMarker(root))) {
            throw new IOException("FFB-5324 The tables in " + root
                    + " are encrypted, and only the site's server reads and writes them:"
                    + " start this worker with --no-shared-folder.");
        }
    }

    public TableWriter create(TableName name, TableSchema schema) throws IOException {
        requirePlain();
        return new TableWriter(file(name), name, schema);
    }

    /**
     * Opens a table for reading.
     *
     * @throws NoSuchFileException if there is no such table; its message names the table, not a file
     */
    public TableReader open(TableName name) throws IOException {
        requirePlain();
        if (!Files.exists(file(name))) {
            throw new NoSuchFileException("can not found " + name);
        }
        return new TableReader(file(name), name);
    }

    /** Whether there is such a table, or a file that stands for it; reads nothing of it. */
    public boolean has(TableName name) {
        return Files.exists(file(name)) || Files.exists(BoundTables.file(file(name)));
    }

    /**
     * Has a file elsewhere stand for a table, in place of one that was there.
     *
     * @param how it is read
     */
    public void bind(TableName name, ObjectNode how) throws IOException {
        BoundTables.write(file(name), how);
        Files.deleteIfExists(file(name));
    }

    /** How the file is read that stands for a table; empty if there is none, or the table itself is here. */
    public Optional<ObjectNode> bound(TableName name) throws IOException {
        return Files.exists(file(name)) ? Optional.empty() : BoundTables.read(file(name));
    }

    /** Reads the metadata only, whatever the table's size. */
    public Optional<TableInfo> find(TableName name) throws IOException {
        if (!Files.exists(file(name))) {
            return Optional.empty();
        }
        try (TableReader reader = open(name)) {
            return Optional.of(reader.info());
        } catch (NoSuchFileException deletedMeanwhile) {
            return Optional.empty();
        }
    }

    /** Returns whether there was one. */
    public boolean delete(TableName name) throws IOException {
        boolean wasBound = Files.deleteIfExists(BoundTables.file(file(name)));
        return Files.deleteIfExists(file(name)) || wasBound;
    }

    /** All files of this store but those of some tables. */
    public List<Path> filesBeside(Collection<TableName> tables) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        Set<Path> named = tables.stream().map(this::file).collect(Collectors.toSet());
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !named.contains(path))
                    .toList();
        }
    }

    /** The files of all tables that are here, without those that other files stand for, and without caches. */
    public List<Path> tableFiles() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory, 2)) {
            return all.filter(path -> TABLE.matcher(pathOf(path)).matches()).toList();
        }
    }

    /** Where a file of this store is, relative to it, with slashes; as {@link TableName#path()} of the table that it is. */
    public String pathOf(Path file) {
        return StreamSupport.stream(directory.relativize(file).spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
    }

    /** Copies a table under a new name and schema; the new schema has the same columns. */
    public TableInfo copy(TableName from, TableName to, TableSchema schema) throws IOException {
        try (TableReader reader = open(from);
                TableWriter writer = new TableWriter(file(to), to, schema, reader.newAllocator())) {
            for (ArrowRecordBatch batch = reader.nextBatch(); batch != null; batch = reader.nextBatch()) {
                try (ArrowRecordBatch stored = batch) {
                    writer.add(stored);
                }
            }
            return writer.commit();
        }
    }

    /** A table's file as it is, for whoever hands it on; empty if the table itself is not here. */
    public Optional<Path> stored(TableName name) {
        return Optional.of(file(name)).filter(Files::exists);
    }

    /** Has a file that is a table already stand under a name, without a copy if its disk is the store's. */
    public void link(TableName name, Path whole) throws IOException {
        Path target = file(name);
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.deleteIfExists(target);
        linkOrCopy(whole, target);
    }

    /** Has a file under a second name. */
    public static void linkOrCopy(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (NoSuchFileException gone) {
            throw gone;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(file, name);
        }
    }

    /**
     * Moves a file that is a table already into its place, all at once, in place of one that had its name.
     *
     * @param whole on the store's disk, and forced to it
     * @throws IOException if it is no table; then it stays where it is
     */
    public void take(TableName name, Path whole) throws IOException {
        if (!isTable(whole)) {
            throw new IOException(name + " is no table");
        }
        place(name, whole);
    }

    /** The same of a file that nobody but its writer can tell a table, as it is encrypted. */
    public void place(TableName name, Path whole) throws IOException {
        Path target = file(name);
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        TableWriter.forceDirectory(target);
    }

    /** Whether a file may be a table, by its ends: Arrow's files begin and end with its name. */
    public static boolean isTable(Path file) throws IOException {
        byte[] beginning = new byte[MAGIC.length];
        byte[] end = new byte[MAGIC.length];
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            if (channel.size() < 2L * MAGIC.length) {
                return false;
            }
            channel.read(ByteBuffer.wrap(beginning));
            channel.position(channel.size() - MAGIC.length).read(ByteBuffer.wrap(end));
        }
        return Arrays.equals(beginning, MAGIC) && Arrays.equals(end, MAGIC);
    }

    /** Where a table's file is, or would be. */
    public Path file(TableName name) {
        return directory.resolve(name.path());
    }
}
