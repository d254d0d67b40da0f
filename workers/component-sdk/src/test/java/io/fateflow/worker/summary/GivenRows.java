package io.fateflow.worker.summary;

import java.io.IOException;

/** One column of given values. */
final class GivenRows implements NumberRows {

    private final double[] values;

    GivenRows(double... values) {
        this.values = values;
    }

    @Override
    public int columns() {
        return 1;
    }

    @Override
    public void forEach(RowConsumer consumer) throws IOException {
        for (double value : values) {
            consumer.row(new double[] {value});
        }
    }
}
