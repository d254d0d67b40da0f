package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;

/**
 * Writes one table in batches; memory is that of one batch. Nobody sees the table before {@link #commit}; closed
 * without it, nothing is left. Not thread-safe.
 */
public final class TableWriter implements AutoCloseable {

    static final String COUNT = "fate.count";

    private final TableName name;
    private final TableSchema schema;
    private final Path target;
    private final Path unfinished;
    private final BufferAllocator allocator;
    private final VectorSchemaRoot root;
    private final RowBatch batch;
    private final FileChannel file;
    private final Map<String, String> footer = new HashMap<>();
    private final ArrowFileWriter arrow;
    private long count;
    private boolean closed;

    TableWriter(Path target, TableName name, TableSchema schema) throws IOException {
        this(target, name, schema, new RootAllocator());
    }

    /** The allocator is closed with the writer. */
    TableWriter(Path target, TableName name, TableSchema schema, BufferAllocator allocator) throws IOException {
        this.allocator = allocator;
        this.name = name;
        this.schema = schema;
        this.target = target;
        Path directory = target.toAbsolutePath().getParent();
        this.unfinished = Files.createDirectories(directory).resolve(UUID.randomUUID() + ".tmp");
        this.file = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
        this.batch = new RowBatch(root, schema);
        this.arrow = new ArrowFileWriter(root, null, file, footer, IpcOption.DEFAULT);
        arrow.start();
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the row has not one value for each column
     */
    public void add(Row row) throws IOException {
        batch.add(row);
        if (batch.isFull()) {
            flush();
        }
    }

    /**
     * Adds an instance.
     *
     * @throws IllegalArgumentException if it has not one value for each column, or the table holds text
     */
    public void add(Instance instance) throws IOException {
        batch.add(instance);
        if (batch.isFull()) {
            flush();
        }
    }

    /** Adds a batch of a table of the same columns as it is stored; none of its values is touched. */
    void add(ArrowRecordBatch stored) throws IOException {
        flush();
        new VectorLoader(root).load(stored);
        arrow.writeBatch();
        count += stored.getLength();
        batch.clear();
    }

    /** Makes the table visible, all of it at once, in place of one that had its name. */
    public TableInfo commit() throws IOException {
        flush();
        footer.put(COUNT, Long.toString(count));
        arrow.end();
        file.force(true);
        release();
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(target);
        return new TableInfo(name, count, schema);
    }

    @Override
    public void close() throws IOException {
        release();
        Files.deleteIfExists(unfinished);
    }

    private void flush() throws IOException {
        int rows = batch.seal();
        if (rows > 0) {
            arrow.writeBatch();
            count += rows;
        }
        batch.clear();
    }

    private void release() throws IOException {
        if (!closed) {
            closed = true;
            root.close();
            allocator.close();
            file.close();
        }
    }

    /** The directory that a file is in. */
    static void forceDirectory(Path file) throws IOException {
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent())) {
            directory.force(true);
        }
    }
}
