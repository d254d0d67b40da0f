package io.fateflow.worker.component.storage;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.storage.StorageAccess;

/** Reads a table of a database: once, as a stream, in a transaction that can write nothing. */
public final class DatabaseSource {

    private static final int ROWS_AT_ONCE = 1000;
    private static final Set<Integer> YES_OR_NO = Set.of(Types.BOOLEAN, Types.BIT);
    private static final Set<Integer> NO_TEXT =
            Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB, Types.ARRAY, Types.STRUCT);

    private final StorageAccess access;
    private final DatabaseTable.Selection wanted;

    public DatabaseSource(StorageAccess access, DatabaseTable.Selection wanted) {
        this.access = access;
        this.wanted = wanted;
    }

    /** Takes what is read. */
    public interface Sink {

        /** Comes first; the id's column is the first one. */
        void columns(List<String> names) throws IOException;

        /**
         * Takes a row.
         *
         * @param number counted from 1
         * @param values as text, the id first; what is null is empty
         */
        void row(long number, List<String> values) throws IOException;
    }

    /** Reads all of it. */
    public void read(Sink sink) throws IOException {
        Session.in(access, "read table " + wanted.table().name(), session -> {
            List<String> columns = columns(session.columns(wanted.table()));
            session.readOnly();
            sink.columns(columns);
            return select(session, columns, sink);
        });
    }

    private List<String> columns(List<String> there) {
        if (there.isEmpty()) {
            throw new ParameterException("FFB-4051 %s has no table %s that its account can see"
                    .formatted(access, wanted.table().name()));
        }
        List<String> columns = new ArrayList<>(List.of(wanted.id()));
        if (wanted.features().isEmpty()) {
            there.stream().filter(name -> !name.equals(wanted.id())).forEach(columns::add);
        } else {
            columns.addAll(wanted.features());
        }
        for (String column : columns) {
            if (!there.contains(column)) {
                throw new ParameterException("FFB-4051 table %s of %s has no column %s, only %s"
                        .formatted(wanted.table().name(), access, column, there));
            }
        }
        return columns;
    }

    private long select(Session session, List<String> columns, Sink sink) throws SQLException, IOException {
        List<String> quoted = new ArrayList<>();
        for (String column : columns) {
            quoted.add(session.quoted(column));
        }
        String sql = "select " + String.join(", ", quoted) + " from " + session.quoted(wanted.table());
        Connection connection = session.connection();
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery(sql)) {
                return read(rows, columns, sink);
            }
        }
    }

    private long read(ResultSet rows, List<String> columns, Sink sink) throws SQLException, IOException {
        boolean[] yesOrNo = yesOrNo(rows.getMetaData(), columns);
        long number = 0;
        while (rows.next()) {
            number++;
            List<String> values = new ArrayList<>(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                values.add(text(cell(rows, i + 1, yesOrNo[i]), columns.get(i), number));
            }
            if (values.get(0).isEmpty()) {
                throw wrong(columns.get(0), number, "is empty: ids are needed");
            }
            sink.row(number, values);
        }
        return number;
    }

    private boolean[] yesOrNo(ResultSetMetaData about, List<String> columns) throws SQLException {
        boolean[] yesOrNo = new boolean[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            int type = about.getColumnType(i + 1);
            if (NO_TEXT.contains(type)) {
                throw new ParameterException(
                        "FFB-4051 column %s of table %s is of type %s, which is no text and no number"
                                .formatted(columns.get(i), wanted.table().name(), about.getColumnTypeName(i + 1)));
            }
            yesOrNo[i] = YES_OR_NO.contains(type);
        }
        return yesOrNo;
    }

    /** As numbers, which is what components learn from. */
    private static @Nullable String cell(ResultSet rows, int column, boolean yesOrNo) throws SQLException {
        if (!yesOrNo) {
            return rows.getString(column);
        }
        boolean yes = rows.getBoolean(column);
        return rows.wasNull() ? null : yes ? "1" : "0";
    }

    private String text(@Nullable String value, String column, long number) {
        if (value != null && value.indexOf('\0') >= 0) {
            throw wrong(column, number, "has a NUL character: it is no text");
        }
        return value == null ? "" : value;
    }

    private ParameterException wrong(String column, long number, String what) {
        return new ParameterException("FFB-4052 column %s of row %d of table %s %s"
                .formatted(column, number, wanted.table().name(), what));
    }
}
