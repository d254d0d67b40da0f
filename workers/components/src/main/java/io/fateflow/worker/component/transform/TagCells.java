package io.fateflow.worker.component.transform;

import java.util.Arrays;

import io.fateflow.worker.table.TextRow;

/** Tag data with values whose missing values are to be filled: a tag that a row does not have is missing. */
final class TagCells implements Cells {

    private final Pairs pairs;
    private final CellParser parser;
    private final int columns;

    TagCells(Pairs pairs, CellParser parser, int columns) {
        this.pairs = pairs;
        this.parser = parser;
        this.columns = columns;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public void read(TextRow fields, double[] values, byte[] states) throws BadFieldException {
        Arrays.fill(values, Double.NaN);
        Arrays.fill(states, MISSING);
        pairs.cells(fields, parser, values, states);
    }
}
