package io.fateflow.worker.component.storage;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageEngine;

/**
 * An open database, without autocommit. What its driver says of an error may have values or a login in it, and errors travel to
 * all parties: of an error only the SQL state goes on.
 */
final class Session implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final StorageAccess access;
    private final Connection connection;

    private Session(StorageAccess access, Connection connection) {
        this.access = access;
        this.connection = connection;
    }

    /** Something with the database that may fail. */
    interface Work<T> {
        T run(Session session) throws SQLException, IOException;
    }

    /** Does something in a session that ends with it; what was not committed is rolled back. */
    static <T> T in(StorageAccess access, String what, Work<T> work) throws IOException {
        String doing = "connect";
        try (Session session = open(access)) {
            doing = what;
            return work.run(session);
        } catch (SQLException e) {
            throw failure(access, doing, e);
        }
    }

    private static Session open(StorageAccess access) throws SQLException {
        Connection connection = Driver.open(access);
        try {
            connection.setAutoCommit(false);
            Session session = new Session(access, connection);
            session.limit();
            return session;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** PostgreSQL was told when it was opened; MySQL and MariaDB call it differently. */
    private void limit() throws SQLException {
        if (access.server().engine() == StorageEngine.MYSQL) {
            boolean isMariaDb =
                    connection.getMetaData().getDatabaseProductName().equals("MariaDB");
            execute("set session sql_mode = 'STRICT_ALL_TABLES'");
            execute(
                    isMariaDb
                            ? "set session max_statement_time = "
                                    + Math.max(1, access.timeout().toSeconds())
                            : "set session max_execution_time = "
                                    + access.timeout().toMillis());
        }
    }

    private static IOException failure(StorageAccess access, String what, SQLException e) {
        log.error(
                "FFB-4050 {}: could not {}: {}, SQL state {}, code {}",
                access,
                what,
                e.getClass().getSimpleName(),
                e.getSQLState(),
                e.getErrorCode());
        return new IOException(("FFB-4050 %s: could not %s (SQL state %s, code %d)%nWhat to do: have whoever runs the"
                        + " database look at its log; %s")
                .formatted(access, what, e.getSQLState(), e.getErrorCode(), hint(access, e)));
    }

    private static String hint(StorageAccess access, SQLException e) {
        String state = String.valueOf(e.getSQLState());
        if (state.startsWith("28")) {
            return "user or password of the connector are wrong there";
        }
        if (state.startsWith("08")) {
            return access.isEncrypted()
                    ? "it is away, or has no certificate that this Java trusts for the connector's host"
                    : "it is away, or is not at the connector's host and port";
        }
        return state.startsWith("42") ? "the connector's account may lack a right" : "its log has the reason";
    }

    Connection connection() {
        return connection;
    }

    boolean isMysql() {
        return access.server().engine() == StorageEngine.MYSQL;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** From now on nothing can be written: a name may be that of a view, and that may call whatever it likes. */
    void readOnly() throws SQLException {
        connection.rollback();
        connection.setReadOnly(true);
        if (isMysql()) {
            // the driver itself keeps that to itself
            execute("start transaction read only");
        }
    }

    /** As the driver says that names are quoted. */
    String quoted(String name) throws SQLException {
        String quote = connection.getMetaData().getIdentifierQuoteString();
        if (quote.isBlank() || name.indexOf('\0') >= 0) {
            throw new SQLException("no name can be quoted, or not this one");
        }
        return quote + name.replace(quote, quote + quote) + quote;
    }

    /** With its schema, if it is said in which it is. */
    String quoted(DatabaseTable table) throws SQLException {
        return isMysql() || table.schema().isEmpty()
                ? quoted(table.name())
                : quoted(table.schema()) + "." + quoted(table.name());
    }

    /** In their order; empty if there is no such table. */
    List<String> columns(DatabaseTable table) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        String schema = table.schema().isEmpty() ? connection.getSchema() : table.schema();
        List<String> columns = new ArrayList<>();
        try (ResultSet found = about.getColumns(
                connection.getCatalog(),
                isMysql() || schema == null ? null : pattern(about, schema),
                pattern(about, table.name()),
                null)) {
            while (found.next()) {
                // names of tables may differ in case alone, and a pattern may not
                if (found.getString("TABLE_NAME").equals(table.name())) {
                    columns.add(found.getString("COLUMN_NAME"));
                }
            }
        }
        return columns;
    }

    private static String pattern(DatabaseMetaData about, String name) throws SQLException {
        String escape = about.getSearchStringEscape();
        return name.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
    }

    @Override
    public void close() throws SQLException {
        try (Connection closed = connection) {
            if (!closed.isClosed()) {
                closed.rollback();
            }
        }
    }
}
