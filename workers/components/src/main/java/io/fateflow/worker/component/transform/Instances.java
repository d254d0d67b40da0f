package io.fateflow.worker.component.transform;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.table.DenseFeatures;
import io.fateflow.worker.table.Features;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.TextRow;

/** Makes an instance of each row. */
final class Instances {

    /** FATE's sparse vectors leave out what is smaller. */
    private static final double FLOAT_ZERO = 1e-8;

    private final Layout layout;
    private final boolean integerLabel;
    private final FeatureReader reader;

    /** The features of one row. */
    @FunctionalInterface
    interface FeatureReader {
        Features read(TextRow fields) throws BadFieldException;
    }

    Instances(Layout layout, boolean integerLabel, FeatureReader reader) {
        this.layout = layout;
        this.integerLabel = integerLabel;
        this.reader = reader;
    }

    /** Cells with their gaps filled. */
    static FeatureReader filled(Cells cells, Filler filler, boolean sparse) {
        byte[] states = new byte[cells.columns()];
        return fields -> {
            double[] values = new double[states.length];
            cells.read(fields, values, states);
            filler.fill(values, states);
            for (int column = 0; sparse && column < values.length; column++) {
                values[column] = Math.abs(values[column]) < FLOAT_ZERO ? 0 : values[column];
            }
            return new DenseFeatures(values);
        };
    }

    Instance read(FieldRows.Row row, TextRow fields) throws BadFieldException {
        return new Instance(row.id(), matchId(fields), label(fields), 1, reader.read(fields));
    }

    private String matchId(TextRow fields) throws BadFieldException {
        if (layout.matchId() < 0) {
            return "";
        }
        check(fields, layout.matchId(), layout.matchIdName());
        return fields.text(layout.matchId());
    }

    private double label(TextRow fields) throws BadFieldException {
        if (layout.label() < 0) {
            return Double.NaN;
        }
        String name = "label " + layout.labelName();
        check(fields, layout.label(), name);
        try {
            double label = CellParser.number(fields, layout.label(), integerLabel);
            if (Double.isNaN(label)) {
                throw new BadFieldException("is missing");
            }
            return label;
        } catch (BadFieldException bad) {
            throw bad.in(name);
        }
    }

    private static void check(TextRow fields, int place, @Nullable String name) throws BadFieldException {
        if (place >= fields.size()) {
            throw new BadFieldException("has " + fields.size() + " values only, there is none for " + name);
        }
    }
}
