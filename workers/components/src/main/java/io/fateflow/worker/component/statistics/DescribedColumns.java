package io.fateflow.worker.component.statistics;

import java.io.IOException;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.summary.NumberPasses;

/** The columns that are described, wherever their values are looked at. */
public interface DescribedColumns {

    /** Their values; what sparse data leaves out is 0. */
    NumberPasses numbers();

    /** How many values each has; what sparse data leaves out is missing, as in FATE. */
    long[] present() throws IOException;

    /** Finds the columns of a table, given by their places. */
    @FunctionalInterface
    interface Look {
        DescribedColumns at(InstanceTable data, int... columns) throws IOException;
    }

    /** Looked at by this process. */
    static DescribedColumns here(InstanceTable data, int... columns) {
        return new DescribedColumns() {
            @Override
            public NumberPasses numbers() {
                return data.numbers(columns);
            }

            @Override
            public long[] present() throws IOException {
                long[] all = new long[data.header().size()];
                data.forEach(instance -> instance.features().forEach((column, value) -> {
                    all[column] += Double.isNaN(value) ? 0 : 1;
                }));
                long[] present = new long[columns.length];
                for (int i = 0; i < columns.length; i++) {
                    present[i] = all[columns[i]];
                }
                return present;
            }
        };
    }
}
