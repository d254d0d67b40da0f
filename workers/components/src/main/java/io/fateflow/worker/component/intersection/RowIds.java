package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;

/** The row ids of a table of instances, of those rows whose match id is wanted. */
@SuppressWarnings("ArrayRecordComponent")
record RowIds(TableReader reader, int[] byRow, BitSet wanted) {

    /** Makes a row of a row's id and the number of its match id. */
    @FunctionalInterface
    interface RowMaker {
        Row make(String rowId, int id);
    }

    /** Reads on as the iterator is asked. */
    Iterator<Row> map(RowMaker maker) {
        int[] read = {0};
        return Stream.generate(this::next)
                .takeWhile(batch -> !batch.isEmpty())
                .flatMap(batch -> {
                    int first = read[0];
                    read[0] += batch.size();
                    return IntStream.range(0, batch.size())
                            .filter(i -> wanted.get(byRow[first + i]))
                            .mapToObj(i -> maker.make(batch.get(i).id(), byRow[first + i]));
                })
                .iterator();
    }

    private List<Instance> next() {
        try {
            return reader.nextInstances();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
