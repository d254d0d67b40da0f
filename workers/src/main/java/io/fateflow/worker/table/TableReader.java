package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/** Reads one table batch by batch; memory is that of one batch. Not thread-safe. */
public final class TableReader implements AutoCloseable {

    private final BufferAllocator allocator = new RootAllocator();
    private final ArrowFileReader arrow;
    private final TableInfo info;

    TableReader(Path file, TableName name) throws IOException {
        this.arrow = new ArrowFileReader(FileChannel.open(file), allocator);
        TableSchema schema = ArrowSchemas.fromArrow(arrow.getVectorSchemaRoot().getSchema());
        this.info = new TableInfo(name, count(), schema);
    }

    public TableInfo info() {
        return info;
    }

    /** Reads the next rows, of instances as text; empty at the end. */
    public List<Row> next() throws IOException {
        return arrow.loadNextBatch() ? RowBatch.read(arrow.getVectorSchemaRoot(), info.schema()) : List.of();
    }

    /**
     * Reads the next instances; empty at the end.
     *
     * @throws IllegalStateException if the table holds text
     */
    public List<Instance> nextInstances() throws IOException {
        InstanceSchema schema = info.schema().requireInstances();
        return arrow.loadNextBatch() ? new InstanceBatch(arrow.getVectorSchemaRoot(), schema).read() : List.of();
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
