package io.fateflow.worker.component.transform;

import java.util.Map;

import io.fateflow.worker.table.TextRow;

import static java.util.Objects.requireNonNull;

/** Dense data: each feature has a field of its own. */
final class DenseCells implements Cells {

    private final Layout layout;
    private final CellParser parser;
    private final int[] places;
    private final boolean[] integers;
    private final TextValues texts;

    DenseCells(Layout layout, RowFormat format, CellParser parser, TextValues texts) {
        this.layout = layout;
        this.parser = parser;
        this.places = layout.places().stream().mapToInt(Integer::intValue).toArray();
        this.texts = texts;
        this.integers = new boolean[places.length];
        for (int column = 0; column < places.length; column++) {
            integers[column] = format.integer(layout.header().get(column));
        }
    }

    @Override
    public int columns() {
        return places.length;
    }

    @Override
    public void read(TextRow fields, double[] values, byte[] states) throws BadFieldException {
        for (int column = 0; column < places.length; column++) {
            if (places[column] >= fields.size()) {
                throw new BadFieldException(
                        "has " + fields.size() + " values, fewer than the header's columns: there is none for column "
                                + layout.header().get(column));
            }
            Map<String, Integer> ofColumn = texts.byColumn().get(layout.header().get(column));
            if (ofColumn != null) {
                values[column] = requireNonNull(ofColumn.get(fields.text(places[column])), "all were seen before");
                states[column] = VALUE;
                continue;
            }
            try {
                states[column] = parser.parse(fields, places[column], integers[column], values, column);
            } catch (BadFieldException bad) {
                throw bad.in("column " + layout.header().get(column));
            }
        }
    }
}
