package io.fateflow.worker.spark;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;

/**
 * Some batches of a table, one behind the other, as an executor is told of them.
 *
 * @param file where the table is, on all machines of the cluster
 * @param columns places of those that count
 * @param from the first batch
 * @param until the one behind the last
 */
record BatchRange(String file, String namespace, String name, List<Integer> columns, int from, int until)
        implements Serializable {

    /** A whole table in about as many ranges; in at least one. */
    static List<BatchRange> of(InstanceTable table, int parts, int... columns) throws IOException {
        int batches = table.batches();
        int ranges = Math.max(1, Math.min(parts, batches));
        List<Integer> places = IntStream.of(columns).boxed().toList();
        List<BatchRange> all = new ArrayList<>();
        for (int i = 0; i < ranges; i++) {
            all.add(new BatchRange(
                    table.stored().toAbsolutePath().toString(),
                    table.name().namespace(),
                    table.name().name(),
                    places,
                    (int) ((long) batches * i / ranges),
                    (int) ((long) batches * (i + 1) / ranges)));
        }
        return all;
    }

    /** Batch by batch: an executor that keeps them needs room for its own part only. */
    Iterator<NumberBlock> read() throws IOException {
        TableName table = new TableName(namespace, name);
        if (!Files.isReadable(Path.of(file))) {
            throw new IOException(
                    "FFB-4063 an executor of Spark can't read " + table
                            + ": the site's tables must be at the same place on all machines of the cluster, and readable for its user");
        }
        TableReader reader = TableReader.of(Path.of(file), table);
        return new Batches(reader, columns.stream().mapToInt(Integer::intValue).toArray(), from, until);
    }

    private static final class Batches implements Iterator<NumberBlock> {

        private final TableReader reader;
        private final int[] columns;
        private final int until;
        private int next;

        Batches(TableReader reader, int[] columns, int from, int until) throws IOException {
            this.reader = reader;
            this.columns = columns;
            this.next = from;
            this.until = until;
            closeAtEnd();
        }

        @Override
        public boolean hasNext() {
            return next < until;
        }

        @Override
        public NumberBlock next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                NumberBlock block = new NumberBlock(reader.instances(next++), columns);
                closeAtEnd();
                return block;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void closeAtEnd() throws IOException {
            if (next >= until) {
                reader.close();
            }
        }
    }
}
