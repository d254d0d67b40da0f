package io.fateflow.webapp.database;

import java.sql.SQLException;

import com.zaxxer.hikari.SQLExceptionOverride;

import io.fateflow.database.DatabaseError;

/**
 * Which connections the pool throws away, besides those that it throws away by itself. H2 closes its database when it can't
 * write, for good as far as its connections know; with the last of them gone the next one opens it again. A PostgreSQL that
 * says read-only is one that another has taken the place of.
 */
public final class BrokenConnections implements SQLExceptionOverride {

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return DatabaseError.endsConnection(failure)
                ? SQLExceptionOverride.Override.MUST_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
