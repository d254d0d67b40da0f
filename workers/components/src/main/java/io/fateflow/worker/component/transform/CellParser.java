package io.fateflow.worker.component.transform;

import io.fateflow.worker.table.TextRow;

/** One text as a number, and what it stands for. */
final class CellParser {

    private final Marks missing;
    private final Marks outliers;
    private final boolean gapsFirst;

    /** What neither lists is a value; {@code gapsFirst} decides what both list. */
    CellParser(Marks missing, Marks outliers, boolean gapsFirst) {
        this.missing = missing;
        this.outliers = outliers;
        this.gapsFirst = gapsFirst;
    }

    /** What the two fillings say of a value; a gap that is not filled may still be an outlier. */
    static CellParser of(Filling missing, Filling outlier) {
        return new CellParser(missing.marks(), outlier.on() ? outlier.marks() : Marks.none(), missing.on());
    }

    /** Returns the state of the cell and puts its number into {@code values}. */
    byte parse(TextRow fields, int place, boolean integer, double[] values, int column) throws BadFieldException {
        boolean gap = missing.match(fields, place);
        boolean outlier = outliers.match(fields, place);
        if (gap || outlier) {
            values[column] = gap ? Double.NaN : numberOrNan(fields, place);
            return gap && (gapsFirst || !outlier) ? Cells.MISSING : Cells.OUTLIER;
        }
        double value = number(fields, place, integer);
        boolean absent = Double.isNaN(value) || missing.match(value);
        values[column] = absent ? Double.NaN : value;
        return absent ? Cells.MISSING : outliers.match(value) ? Cells.OUTLIER : Cells.VALUE;
    }

    /** A number, or why it is none; the message has no column and never shows the value. */
    static double number(TextRow fields, int place, boolean integer) throws BadFieldException {
        try {
            return integer ? fields.integer(place) : fields.number(place);
        } catch (NumberFormatException noNumber) {
            String number = integer ? "a whole number" : "a number";
            throw new BadFieldException("is not " + number + ": " + describe(fields, place));
        }
    }

    private static double numberOrNan(TextRow fields, int place) {
        try {
            return fields.number(place);
        } catch (NumberFormatException noNumber) {
            return Double.NaN;
        }
    }

    private static String describe(TextRow fields, int place) {
        int characters = fields.text(place).length();
        return characters == 0 ? "it is empty" : "it is text of " + characters + " characters";
    }
}
