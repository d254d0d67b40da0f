package io.fateflow.webapp.fault;

/** What befalls a connection, once so many bytes of it have gone to the server. */
record Fault(Kind kind, long after) {

    static final Fault NONE = new Fault(Kind.CUTS, Long.MAX_VALUE);

    enum Kind {
        CUTS,
        SWALLOWS,
        DOUBLES,
        HOLDS,
        LOSES_ANSWERS,
        HOLDS_ANSWERS
    }

    boolean is(Kind other) {
        return kind == other;
    }

    /** How many bytes it leaves alone, if it is of this kind. */
    long after(Kind other) {
        return is(other) ? after : Long.MAX_VALUE;
    }
}
