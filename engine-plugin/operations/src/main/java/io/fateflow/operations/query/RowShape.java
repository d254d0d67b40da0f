package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.operations.query.Column.Kind;

/** The columns of one kind of row: the whitelist that all SQL text comes from. */
final class RowShape {

    static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String alias;
    private final List<Column> columns = new ArrayList<>();

    RowShape(String alias) {
        this.alias = alias;
    }

    RowShape text(String... names) {
        return add(Kind.TEXT, names);
    }

    RowShape number(String... names) {
        return add(Kind.NUMBER, names);
    }

    RowShape amount(String... names) {
        return add(Kind.AMOUNT, names);
    }

    RowShape time(String... names) {
        return add(Kind.TIME, names);
    }

    RowShape datedTime(String... names) {
        return add(Kind.DATED_TIME, names);
    }

    RowShape flag(String... names) {
        return add(Kind.FLAG, names);
    }

    RowShape json(String... names) {
        return add(Kind.JSON, names);
    }

    /** A text of another table. */
    RowShape text(String name, Expression sql) {
        columns.add(new Column(name, sql.sql(), Kind.TEXT));
        return this;
    }

    /** Our own SQL, in place of a column of that name. */
    record Expression(String sql) {}

    /** A document under another name, or of another table. */
    RowShape document(String name, String sql) {
        columns.add(new Column(name, sql, Kind.DOCUMENT));
        return this;
    }

    private RowShape add(Kind kind, String... names) {
        for (String name : names) {
            columns.add(new Column(name, alias + "." + name, kind));
        }
        return this;
    }

    /** A column by its name on the wire, if clients may filter and sort by it. */
    Optional<Column> filter(String name) {
        return columns.stream()
                .filter(Column::isFilter)
                .filter(column -> column.name().equals(name)
                        || (column.kind() == Kind.DATED_TIME
                                && column.dateName().equals(name)))
                .findFirst();
    }

    /** Without names, as rows are read by position: the text is looked up at each call, by us, Spring and the driver. */
    String selectList() {
        return columns.stream().map(Column::sql).collect(Collectors.joining(", "));
    }

    int size() {
        return columns.size();
    }

    /** Reads what a {@link #selectList} at the beginning of a query has found. */
    ObjectNode read(ResultSet row, ZoneId zone) throws SQLException {
        return read(row, 0, zone, RowShape::document);
    }

    /**
     * @param before how many columns stand before the first
     * @param documents makes of a stored document what the row is to have of it
     */
    ObjectNode read(ResultSet row, int before, ZoneId zone, Function<@Nullable String, JsonNode> documents)
            throws SQLException {
        ObjectNode node = JSON.createObjectNode();
        for (int index = 0; index < columns.size(); index++) {
            read(row, before + index + 1, columns.get(index), node, zone, documents);
        }
        return node;
    }

    private static void read(
            ResultSet row,
            int index,
            Column column,
            ObjectNode node,
            ZoneId zone,
            Function<@Nullable String, JsonNode> documents)
            throws SQLException {
        switch (column.kind()) {
            case TEXT -> node.put(column.name(), row.getString(index));
            case NUMBER, TIME -> node.put(column.name(), number(row, index));
            case DATED_TIME -> {
                Long millis = number(row, index);
                node.put(column.name(), millis);
                node.put(column.dateName(), date(millis, zone));
            }
            case AMOUNT -> putAmount(node, column.name(), row.getBigDecimal(index));
            case FLAG -> node.put(column.name(), row.getBoolean(index));
            case JSON -> node.set(column.name(), document(row.getString(index)));
            case DOCUMENT -> node.set(column.name(), documents.apply(row.getString(index)));
        }
    }

    private static @Nullable Long number(ResultSet row, int index) throws SQLException {
        long value = row.getLong(index);
        return row.wasNull() ? null : value;
    }

    private static void putAmount(ObjectNode node, String name, @Nullable BigDecimal amount) {
        if (amount == null) {
            node.putNull(name);
        } else if (amount.stripTrailingZeros().scale() <= 0) {
            node.put(name, amount.longValueExact());
        } else {
            node.put(name, amount.stripTrailingZeros());
        }
    }

    static ObjectNode emptyDocument() {
        return JSON.createObjectNode();
    }

    /** Parses a document that we wrote ourselves; none is an empty object. */
    static JsonNode document(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return JSON.createObjectNode();
        }
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored document is not JSON", e);
        }
    }

    static @Nullable String date(@Nullable Long millis, ZoneId zone) {
        return millis == null ? null : DATE.format(Instant.ofEpochMilli(millis).atZone(zone));
    }
}
