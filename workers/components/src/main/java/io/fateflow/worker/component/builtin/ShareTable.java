package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import io.fateflow.worker.exchange.Payload;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStream;

/** Shares by key; the keys are 0, 1, and so on, so that a share's place is its key. */
final class ShareTable implements Payload {

    private static final TableSchema SCHEMA = TableSchema.of("id", List.of("share"), 1);

    private final double[] shares;

    ShareTable(double[] shares) {
        this.shares = shares;
    }

    /** Refuses rows that are not in the order of their keys. */
    static ShareTable read(InputStream in) throws IOException {
        DoubleStream.Builder shares = DoubleStream.builder();
        int[] next = {0};
        TableStream.read(in, row -> {
            if (!row.id().equals(Integer.toString(next[0]++))) {
                throw new IllegalArgumentException("unexpected key in a share table");
            }
            shares.add(Double.parseDouble(row.values().get(0)));
        });
        return new ShareTable(shares.build().toArray());
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        TableStream.write(
                SCHEMA,
                IntStream.range(0, shares.length)
                        .mapToObj(i -> new Row(Integer.toString(i), List.of(Double.toString(shares[i]))))
                        .iterator(),
                out);
    }

    /** The sum of both tables over the keys that both have. */
    double sumWith(ShareTable other) {
        int common = Math.min(shares.length, other.shares.length);
        return IntStream.range(0, common)
                .mapToDouble(i -> shares[i] + other.shares[i])
                .sum();
    }
}
