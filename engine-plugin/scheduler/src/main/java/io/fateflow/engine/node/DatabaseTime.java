package io.fateflow.engine.node;

/** The clock that all nodes share. */
final class DatabaseTime {

    /** Epoch milliseconds, as an SQL expression for H2 and PostgreSQL alike. */
    static final String NOW = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

    /** Epoch microseconds, likewise; in a transaction, those of its beginning. */
    static final String NOW_MICROS = "cast(extract(epoch from current_timestamp) * 1000000 as bigint)";

    private DatabaseTime() {}
}
