package io.fateflow.worker.table;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** One batch of rows of text for those who read millions of values: no object for each of them. */
public final class TextBatch {

    private final int rows;
    private final byte[][] bytes;
    private final int[][] ends;

    TextBatch(VectorSchemaRoot root) {
        List<FieldVector> vectors = root.getFieldVectors();
        rows = root.getRowCount();
        bytes = new byte[vectors.size()][];
        ends = new int[vectors.size()][];
        for (int column = 0; column < bytes.length; column++) {
            read((VarCharVector) vectors.get(column), column);
        }
    }

    /** How many rows there are; 0 behind the last batch. */
    public int size() {
        return rows;
    }

    public String id(int row) {
        int start = start(0, row);
        return new String(bytes[0], start, ends[0][row] - start, StandardCharsets.UTF_8);
    }

    /** Points {@code into} at the values of one row. */
    public void show(int row, TextRow into) {
        into.resize(bytes.length - 1);
        for (int column = 1; column < bytes.length; column++) {
            into.point(column - 1, bytes[column], start(column, row), ends[column][row]);
        }
    }

    private void read(VarCharVector vector, int column) {
        int[] columnEnds = new int[rows];
        for (int row = 0; row < rows; row++) {
            columnEnds[row] = vector.getEndOffset(row);
        }
        byte[] columnBytes = new byte[rows == 0 ? 0 : columnEnds[rows - 1]];
        if (columnBytes.length > 0) {
            vector.getDataBuffer().getBytes(0, columnBytes);
        }
        ends[column] = columnEnds;
        bytes[column] = columnBytes;
    }

    private int start(int column, int row) {
        return row == 0 ? 0 : ends[column][row - 1];
    }
}
