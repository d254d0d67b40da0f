package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/** Reads one table batch by batch; memory is that of one batch. Not thread-safe. */
public final class TableReader implements AutoCloseable {

    private final BufferAllocator allocator = new RootAllocator();
    private final ArrowFileReader arrow;
    private final TableInfo info;

    TableReader(Path file, TableName name) throws IOException {
        this(FileChannel.open(file), name);
    }

    /** @param bytes all of the table's file; closed with the reader */
    public TableReader(SeekableByteChannel bytes, TableName name) throws IOException {
        this.arrow = new ArrowFileReader(bytes, allocator);
        TableSchema schema = ArrowSchemas.fromArrow(arrow.getVectorSchemaRoot().getSchema());
        this.info = new TableInfo(name, count(), schema);
    }

    /** Opens a table's file, for whoever has nothing else of its store. */
    public static TableReader of(Path stored, TableName name) throws IOException {
        return new TableReader(stored, name);
    }

    public TableInfo info() {
        return info;
    }

    /** Reads the next rows, of instances as text; empty at the end. */
    public List<Row> next() throws IOException {
        return arrow.loadNextBatch() ? RowBatch.read(arrow.getVectorSchemaRoot(), info.schema()) : List.of();
    }

    /**
     * Reads the next rows of text without making an object of each value; empty at the end.
     *
     * @throws IllegalStateException if the table holds instances
     */
    public TextBatch nextText() throws IOException {
        if (info.schema().instances() != null) {
            throw new IllegalStateException("the table holds instances and no text: it has been transformed already");
        }
        VectorSchemaRoot root = arrow.getVectorSchemaRoot();
        if (!arrow.loadNextBatch()) {
            root.setRowCount(0);
        }
        return new TextBatch(root);
    }

    /**
     * Reads the next instances; empty at the end.
     *
     * @throws IllegalStateException if the table holds text, or one of the instances' columns does
     */
    public List<Instance> nextInstances() throws IOException {
        info.schema().requireInstances().requireNumbers();
        return nextInstancesOrTexts();
    }

    /**
     * Reads the next instances, of whose columns some may hold texts; empty at the end.
     *
     * @throws IllegalStateException if the table holds text
     */
    public List<Instance> nextInstancesOrTexts() throws IOException {
        InstanceSchema schema = info.schema().requireInstances();
        return arrow.loadNextBatch() ? new InstanceBatch(arrow.getVectorSchemaRoot(), schema).read() : List.of();
    }

    /** How many batches the table has. */
    public int batches() throws IOException {
        return arrow.getRecordBlocks().size();
    }

    /**
     * Reads the instances of one batch, whichever was read before.
     *
     * @param batch from 0
     */
    public List<Instance> instances(int batch) throws IOException {
        InstanceSchema schema = info.schema().requireInstances();
        arrow.loadRecordBatch(arrow.getRecordBlocks().get(batch));
        return new InstanceBatch(arrow.getVectorSchemaRoot(), schema).read();
    }

    /** The next batch as it is stored; null at the end. To be closed by the caller. */
    @Nullable
    ArrowRecordBatch nextBatch() throws IOException {
        return arrow.loadNextBatch() ? new VectorUnloader(arrow.getVectorSchemaRoot()).getRecordBatch() : null;
    }

    /** One that may hold batches of this reader; to be closed before it. */
    BufferAllocator newAllocator() {
        return allocator.newChildAllocator("copy", 0, Long.MAX_VALUE);
    }

    @Override
    public void close() throws IOException {
        arrow.close();
        allocator.close();
    }

    private long count() {
        return Long.parseLong(arrow.getMetaData().getOrDefault(TableWriter.COUNT, "0"));
    }
}
