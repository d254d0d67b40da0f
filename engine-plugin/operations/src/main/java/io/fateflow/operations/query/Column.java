package io.fateflow.operations.query;

/**
 * One column that clients may see.
 *
 * @param name its name on the wire, without {@code f_}
 * @param sql the expression it is read from; ours, never a client's
 */
record Column(String name, String sql, Kind kind) {

    enum Kind {
        TEXT,
        NUMBER,
        /** Fixed-point; whole amounts are written as integers. */
        AMOUNT,
        /** Epoch milliseconds. */
        TIME,
        /** Epoch milliseconds, with a sibling {@code *_date} derived from it. */
        DATED_TIME,
        FLAG,
        /** A JSON document, and what to show where there is none. */
        JSON
    }

    boolean isFilter() {
        return kind != Kind.JSON;
    }

    boolean isTime() {
        return kind == Kind.TIME || kind == Kind.DATED_TIME;
    }

    /** {@code create_date} of {@code create_time}. */
    String dateName() {
        return name.substring(0, name.length() - "time".length()) + "date";
    }
}
