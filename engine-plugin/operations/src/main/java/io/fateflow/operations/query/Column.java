package io.fateflow.operations.query;

/**
 * One column that clients may see.
 *
 * @param name its name on the wire, without {@code f_}
 * @param sql the expression it is read from; ours, never a client's
 * @param dateName of a {@link Kind#DATED_TIME}, its sibling's name
 */
record Column(String name, String sql, Kind kind, String dateName) {

    /** {@code create_date} of {@code create_time}. */
    Column(String name, String sql, Kind kind) {
        this(name, sql, kind, name.replaceFirst("time$", "date"));
    }

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
        /** Small JSON that we read as well. */
        JSON,
        /** JSON of a user's, as large as he likes; who only passes it on need not parse it. */
        DOCUMENT
    }

    boolean isFilter() {
        return kind != Kind.JSON && kind != Kind.DOCUMENT;
    }

    boolean isTime() {
        return kind == Kind.TIME || kind == Kind.DATED_TIME;
    }
}
