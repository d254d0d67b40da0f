package io.fateflow.worker.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Iterator;
import java.util.function.Consumer;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/** Tables as Arrow IPC streams, the form in which parties send them to each other; one batch in memory at a time. */
public final class TableStream {

    private TableStream() {}

    /** Leaves {@code out} open. */
    public static void write(TableSchema schema, Iterator<Row> rows, OutputStream out) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                VectorSchemaRoot root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator)) {
            ArrowStreamWriter arrow = new ArrowStreamWriter(root, null, Channels.newChannel(out));
            RowBatch batch = new RowBatch(root, schema);
            arrow.start();
            while (rows.hasNext()) {
                batch.add(rows.next());
                if (batch.isFull() || !rows.hasNext()) {
                    batch.seal();
                    arrow.writeBatch();
                    batch.clear();
                }
            }
            arrow.end();
        }
    }

    /** Hands over the rows one by one, in their order. */
    public static TableSchema read(InputStream in, Consumer<Row> rows) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                ArrowStreamReader arrow = new ArrowStreamReader(in, allocator)) {
            VectorSchemaRoot root = arrow.getVectorSchemaRoot();
            TableSchema schema = ArrowSchemas.fromArrow(root.getSchema());
            while (arrow.loadNextBatch()) {
                RowBatch.read(root, schema).forEach(rows);
            }
            return schema;
        }
    }
}
