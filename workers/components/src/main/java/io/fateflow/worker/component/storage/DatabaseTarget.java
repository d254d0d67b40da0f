package io.fateflow.worker.component.storage;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.storage.StorageAccess;

/**
 * Writes a table of a database, all of it or nothing. PostgreSQL makes the table in the transaction of its rows; MySQL ends a
 * transaction with each table that is made, so there the rows go into a table of another name, which then is renamed.
 */
public final class DatabaseTarget {

    private static final int ROWS_AT_ONCE = 500;
    private static final long CHARACTERS_AT_ONCE = 4L << 20;
    private static final int DIGITS = 16;

    private final StorageAccess access;
    private final DatabaseTable table;
    private final boolean replace;

    /** @param replace whether a table that is there goes; otherwise it is an error */
    public DatabaseTarget(StorageAccess access, DatabaseTable table, boolean replace) {
        this.access = access;
        this.table = table;
        this.replace = replace;
    }

    /** Gives rows. */
    public interface Rows {

        /** The next rows, the id first; none at the end. */
        List<List<String>> next() throws IOException;
    }

    /**
     * Writes all rows, as text.
     *
     * @param columns the id's first, which becomes the key
     * @return how many rows
     */
    public long write(List<String> columns, Rows rows) throws IOException {
        return Session.in(access, "write table " + table.name(), session -> {
            check(session, columns);
            return session.isMysql() ? renamed(session, columns, rows) : inOneTransaction(session, columns, rows);
        });
    }

    private void check(Session session, List<String> columns) throws SQLException {
        int longest = session.connection().getMetaData().getMaxColumnNameLength();
        for (String column : columns) {
            if (column.isBlank() || (longest > 0 && column.length() > longest)) {
                throw new ParameterException(
                        "FFB-4051 %s takes no column of the name \"%s\": it is empty, or longer than %d"
                                .formatted(access, column, longest));
            }
        }
        if (!replace && isThere(session)) {
            throw new ParameterException("FFB-4053 %s has a table %s: drop 1 replaces it, or name another one"
                    .formatted(access, table.name()));
        }
    }

    private boolean isThere(Session session) throws SQLException {
        return !session.columns(table).isEmpty();
    }

    private long inOneTransaction(Session session, List<String> columns, Rows rows) throws SQLException, IOException {
        String name = session.quoted(table);
        if (isThere(session)) {
            session.execute("drop table " + name);
        }
        session.execute("create table " + name + definition(session, columns));
        long count = insert(session, name, columns, rows);
        session.connection().commit();
        return count;
    }

    /** What a crash has left under these names, the next one who writes this table takes away. */
    private long renamed(Session session, List<String> columns, Rows rows) throws SQLException, IOException {
        String mark =
                Sha256.hex(access.server().database() + "." + table.name()).substring(0, DIGITS);
        lock(session, mark);
        String unfinished = session.quoted("fate_flow_new_" + mark);
        String before = session.quoted("fate_flow_old_" + mark);
        session.execute("drop table if exists " + unfinished + ", " + before);
        session.execute("create table " + unfinished + definition(session, columns));
        try {
            long count = insert(session, unfinished, columns, rows);
            session.connection().commit();
            String name = session.quoted(table);
            boolean isThere = isThere(session);
            session.execute(
                    "rename table " + (isThere ? name + " to " + before + ", " : "") + unfinished + " to " + name);
            if (isThere) {
                session.execute("drop table if exists " + before);
            }
            return count;
        } catch (SQLException | IOException | RuntimeException e) {
            try {
                session.execute("drop table if exists " + unfinished);
            } catch (SQLException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Ends with the connection. */
    private void lock(Session session, String mark) throws SQLException, IOException {
        try (PreparedStatement statement = session.connection().prepareStatement("select get_lock(?, 0)")) {
            statement.setString(1, "fate_flow_" + mark);
            try (ResultSet answer = statement.executeQuery()) {
                if (!answer.next() || answer.getInt(1) != 1) {
                    throw new IOException("FFB-4053 somebody else writes table %s of %s: try again later"
                            .formatted(table.name(), access));
                }
            }
        }
    }

    private static String definition(Session session, List<String> columns) throws SQLException {
        String id = session.isMysql() ? " varchar(255) character set utf8mb4 collate utf8mb4_bin" : " text";
        String feature = session.isMysql() ? " longtext character set utf8mb4 collate utf8mb4_bin" : " text";
        StringBuilder sql = new StringBuilder(" (");
        sql.append(session.quoted(columns.get(0))).append(id).append(" not null primary key");
        for (String column : columns.subList(1, columns.size())) {
            sql.append(", ").append(session.quoted(column)).append(feature);
        }
        return sql.append(session.isMysql() ? ") engine = InnoDB" : ")").toString();
    }

    private static long insert(Session session, String name, List<String> columns, Rows rows)
            throws SQLException, IOException {
        String places = String.join(", ", Collections.nCopies(columns.size(), "?"));
        long count = 0;
        try (PreparedStatement insert =
                session.connection().prepareStatement("insert into " + name + " values (" + places + ")")) {
            int waiting = 0;
            long characters = 0;
            for (List<List<String>> some = rows.next(); !some.isEmpty(); some = rows.next()) {
                for (List<String> row : some) {
                    characters += add(insert, row);
                    count++;
                    waiting++;
                    if (waiting >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) {
                        insert.executeBatch();
                        waiting = 0;
                        characters = 0;
                    }
                }
            }
            if (waiting > 0) {
                insert.executeBatch();
            }
        }
        return count;
    }

    private static long add(PreparedStatement insert, List<String> row) throws SQLException {
        long characters = 0;
        for (int i = 0; i < row.size(); i++) {
            insert.setString(i + 1, row.get(i));
            characters += row.get(i).length();
        }
        insert.addBatch();
        return characters;
    }
}
