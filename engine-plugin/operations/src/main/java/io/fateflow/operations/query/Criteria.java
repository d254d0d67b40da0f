package io.fateflow.operations.query;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/**
 * Conditions that a client sent, as SQL. Names that are no column are ignored, as FATE Flow does; values are always
 * parameters.
 *
 * <p>A value means "equal", a list "one of"; for numbers and times a list of two means "between", with null for an open
 * end. Party ids match as number and as text.
 */
final class Criteria {

    private final ZoneId zone;
    private final List<String> conditions = new ArrayList<>();
    private final Set<String> columns = new HashSet<>();
    private final MapSqlParameterSource parameters = new MapSqlParameterSource();

    Criteria(ZoneId zone) {
        this.zone = zone;
    }

    static Criteria of(RowShape shape, ObjectNode sent, ZoneId zone) {
        Criteria criteria = new Criteria(zone);
        for (Map.Entry<String, JsonNode> entry : sent.properties()) {
            Optional<Column> column = shape.filter(entry.getKey());
            if (column.isPresent() && !entry.getValue().isNull()) {
                criteria.add(column.get(), entry.getValue());
            }
        }
        return criteria;
    }

    /** Whether the client said anything that could narrow the search. */
    boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** What a condition was put on, but {@link #andOf whose jobs}. */
    Set<String> columns() {
        return Collections.unmodifiableSet(columns);
    }

    String where() {
        return conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    }

    MapSqlParameterSource parameters() {
        return parameters;
    }

    /** Adds a condition of ours. */
    Criteria and(String sql) {
        columns.add(sql);
        conditions.add(sql);
        return this;
    }

    /**
     * Adds whose jobs are looked at, unless all are visible.
     *
     * @param row the alias of the row of {@code job}, with its dot
     * @param sql a condition of ours, with {@code %s} where the one on that row stands
     */
    Criteria andOf(VisibleJobs visible, String row, String sql) {
        if (!visible.all()) {
            conditions.add(sql.formatted(visible.condition(row, this::bind)));
        }
        return this;
    }

    /** Adds a condition on text that contains other text. */
    Criteria andContains(String sql, String text) {
        columns.add(sql);
        conditions.add(sql + " like " + bind(containing(text)) + " escape '!'");
        return this;
    }

    /** What text that contains other text is like, with the escape character {@code !}. */
    static String containing(String text) {
        return "%" + text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    private void add(Column column, JsonNode value) {
        columns.add(column.name());
        if (!value.isArray()) {
            addOne(column, value);
        } else if (value.isEmpty()) {
            conditions.add("1 = 0");
        } else if (isRange(column, value)) {
            addRange(column, value);
        } else {
            List<Object> values = new ArrayList<>();
            value.forEach(item -> values.add(convert(column, item)));
            conditions.add(column.sql() + " in (" + bind(values) + ")");
        }
    }

    private void addOne(Column column, JsonNode value) {
        if (column.isTime() && value.isTextual() && !isNumber(value.textValue())) {
            // a date is a whole second
            long from = millis(value.textValue());
            conditions.add(column.sql() + " between " + bind(from) + " and " + bind(from + 999));
        } else {
            conditions.add(column.sql() + " = " + bind(convert(column, value)));
        }
    }

    private static boolean isRange(Column column, JsonNode value) {
        return value.size() == 2
                && (column.isTime() || column.kind() == Column.Kind.NUMBER || column.kind() == Column.Kind.AMOUNT);
    }

    private void addRange(Column column, JsonNode value) {
        if (!value.get(0).isNull()) {
            conditions.add(column.sql() + " >= " + bind(convert(column, value.get(0))));
        }
        if (!value.get(1).isNull()) {
            conditions.add(column.sql() + " <= " + bind(convert(column, value.get(1))));
        }
    }

    private String bind(Object value) {
        String name = "v" + parameters.getValues().size();
        parameters.addValue(name, value);
        return ":" + name;
    }

    private Object convert(Column column, JsonNode value) {
        return switch (column.kind()) {
            case TEXT, JSON, DOCUMENT -> value.asText();
            case FLAG -> flag(column, value);
            case AMOUNT, NUMBER -> number(column, value);
            case TIME, DATED_TIME ->
                value.isTextual() && !isNumber(value.textValue()) ? millis(value.textValue()) : number(column, value);
        };
    }

    private static boolean flag(Column column, JsonNode value) {
        return switch (value.asText()) {
            case "true", "True", "1" -> true;
            case "false", "False", "0" -> false;
            default -> throw new IllegalArgumentException(column.name() + " is true or false, not " + value);
        };
    }

    private static long number(Column column, JsonNode value) {
        if (value.isNumber()) {
            return value.longValue();
        }
        if (isNumber(value.asText())) {
            return Long.parseLong(value.asText());
        }
        throw new IllegalArgumentException(column.name() + " is a number, not " + value);
    }

    private static boolean isNumber(String text) {
        return text.matches("-?\\d{1,18}");
    }

    private long millis(String text) {
        try {
            return LocalDateTime.parse(text, RowShape.DATE)
                    .atZone(zone)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("A date looks like 2026-01-31 23:59:59, not " + text, e);
        }
    }
}
