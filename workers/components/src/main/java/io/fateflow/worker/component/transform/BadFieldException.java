package io.fateflow.worker.component.transform;

/** A value that cannot be read; the message names the column, if it is known, and never shows the value. */
final class BadFieldException extends Exception {

    private final String column;
    private final String why;

    /** Of no column yet. */
    BadFieldException(String why) {
        this("", why);
    }

    private BadFieldException(String column, String why) {
        super(why);
        this.column = column;
        this.why = why;
    }

    BadFieldException in(String newColumn) {
        return new BadFieldException(newColumn, why);
    }

    /** As an operator reads it, at any party. */
    String at(String party, long row) {
        String place = column.isEmpty() ? "" : column + " of ";
        return party + ": " + place + "row " + row + " " + why;
    }
}
