package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Rows or instances, as the schema says, in and out of one Arrow record batch. */
final class RowBatch {

    private static final int MAX_ROWS = 8192;
    private static final long MAX_BYTES = 4L << 20;

    private final VectorSchemaRoot root;
    private final @Nullable InstanceSchema schema;
    private int rows;
    private long bytes;

    RowBatch(VectorSchemaRoot root, TableSchema schema) {
        this.root = root;
        this.schema = schema.instances();
    }

    void add(Instance instance) {
        if (schema == null) {
            throw new IllegalArgumentException("the table holds text, an instance does not fit");
        }
        bytes += new InstanceBatch(root, schema).put(rows, instance);
        rows++;
    }

    void add(Row row) {
        if (schema != null) {
            throw new IllegalArgumentException("the table holds instances, a row of text does not fit");
        }
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

    static List<Row> read(VectorSchemaRoot root, TableSchema schema) {
        InstanceSchema instances = schema.instances();
        return instances == null
                ? readText(root)
                : new InstanceBatch(root, instances)
                        .read().stream()
                                .map(instance -> new Row(instance.id(), instances.show(instance)))
                                .toList();
    }

    private static List<Row> readText(VectorSchemaRoot root) {
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
