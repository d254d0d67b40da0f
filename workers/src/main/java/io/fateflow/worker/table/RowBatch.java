package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Rows in and out of one Arrow record batch. */
final class RowBatch {

    private static final int MAX_ROWS = 8192;
    private static final long MAX_BYTES = 4L << 20;

    private final VectorSchemaRoot root;
    private int rows;
    private long bytes;

    RowBatch(VectorSchemaRoot root) {
        this.root = root;
    }

    void add(Row row) {
        List<FieldVector> vectors = root.getFieldVectors();
        if (row.values().size() != vectors.size() - 1) {
            throw new IllegalArgumentException(
                    "a row has " + row.values().size() + " values, its table has " + (vectors.size() - 1) + " columns");
        }
        put(vectors.get(0), row.id());
        for (int i = 1; i < vectors.size(); i++) {
            put(vectors.get(i), row.values().get(i - 1));
        }
        rows++;
    }

    boolean isFull() {
        return rows >= MAX_ROWS || bytes >= MAX_BYTES;
    }

    /** Makes the rows visible in the batch. */
    int seal() {
        root.setRowCount(rows);
        return rows;
    }

    void clear() {
        root.clear();
        rows = 0;
        bytes = 0;
    }

    static List<Row> read(VectorSchemaRoot root) {
        List<FieldVector> vectors = root.getFieldVectors();
        List<Row> rows = new ArrayList<>(root.getRowCount());
        for (int row = 0; row < root.getRowCount(); row++) {
            List<String> values = new ArrayList<>(vectors.size() - 1);
            for (int column = 1; column < vectors.size(); column++) {
                values.add(get(vectors.get(column), row));
            }
            rows.add(new Row(get(vectors.get(0), row), values));
        }
        return rows;
    }

    private void put(FieldVector vector, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) vector).setSafe(rows, utf8);
        bytes += utf8.length;
    }

    private static String get(FieldVector vector, int row) {
        return new String(((VarCharVector) vector).get(row), StandardCharsets.UTF_8);
    }
}
