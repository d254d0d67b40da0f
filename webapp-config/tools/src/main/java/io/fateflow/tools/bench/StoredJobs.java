package io.fateflow.tools.bench;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Jobs of the past: copies of one that has run, each a few minutes older than the one before. The scheduler's rows of it are
 * copied; those of the engine's history and the files are not.
 */
final class StoredJobs {

    private static final DateTimeFormatter ID = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSSSSS");
    private static final Duration APART = Duration.ofMinutes(5);
    private static final int JOBS_A_TRANSACTION = 500;

    /** With the column that begins with the job's id. */
    private record Table(String name, String key) {}

    private static final List<Table> TABLES = List.of(
            new Table("job", "job_id"),
            new Table("job_body", "job_id"),
            new Table("task", "task_id"),
            new Table("task_parameters", "task_id"),
            new Table("pipeline_model", "model_version"));

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    StoredJobs(JdbcTemplate jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /** A value of a row, and what becomes of it in a copy. */
    private record Value(@Nullable Object value, boolean isTime) {

        @Nullable
        Object copied(String original, String copy, long older) {
            if (value instanceof String text) {
                return text.replace(original, copy);
            }
            return isTime && value instanceof Long millis ? Long.valueOf(millis - older) : value;
        }
    }

    private record Rows(String insert, List<List<Value>> rows) {}

    /** @return the copies' ids, the newest first */
    List<String> copy(String jobId, int count) {
        List<Rows> originals = TABLES.stream().map(table -> read(table, jobId)).toList();
        Instant newest = Instant.now().minus(APART);
        List<String> ids = new ArrayList<>();
        for (int first = 0; first < count; first += JOBS_A_TRANSACTION) {
            int from = first;
            int to = Math.min(count, first + JOBS_A_TRANSACTION);
            transaction.executeWithoutResult(status -> {
                List<List<Object[]>> batches = originals.stream()
                        .map(rows -> new ArrayList<Object[]>())
                        .collect(Collectors.toList());
                for (int index = from; index < to; index++) {
                    Duration older = APART.multipliedBy(index);
                    String id = ID.format(newest.minus(older).atZone(ZoneId.systemDefault())) + 0;
                    ids.add(id);
                    for (int table = 0; table < originals.size(); table++) {
                        add(originals.get(table), jobId, id, older.toMillis(), batches.get(table));
                    }
                }
                for (int table = 0; table < originals.size(); table++) {
                    jdbc.batchUpdate(originals.get(table).insert(), batches.get(table));
                }
            });
        }
        jdbc.execute("analyze");
        return ids;
    }

    private static void add(Rows rows, String original, String copy, long older, List<Object[]> batch) {
        for (List<Value> row : rows.rows()) {
            batch.add(row.stream()
                    .map(value -> value.copied(original, copy, older))
                    .toArray());
        }
    }

    private Rows read(Table table, String jobId) {
        String select = "select * from %s where %s like ?".formatted(table.name(), table.key());
        return Objects.requireNonNull(jdbc.query(
                select,
                rows -> {
                    ResultSetMetaData columns = rows.getMetaData();
                    List<String> names = new ArrayList<>();
                    for (int column = 1; column <= columns.getColumnCount(); column++) {
                        names.add(columns.getColumnName(column));
                    }
                    String insert = "insert into %s (%s) values (%s)"
                            .formatted(
                                    table.name(),
                                    String.join(", ", names),
                                    names.stream().map(name -> "?").collect(Collectors.joining(", ")));
                    List<List<Value>> found = new ArrayList<>();
                    while (rows.next()) {
                        found.add(values(rows, columns));
                    }
                    return new Rows(insert, found);
                },
                jobId + "%"));
    }

    private static List<Value> values(ResultSet row, ResultSetMetaData columns) throws SQLException {
        List<Value> values = new ArrayList<>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            boolean isText = columns.getColumnType(column) == Types.CLOB;
            boolean isTime =
                    columns.getColumnName(column).toLowerCase(Locale.ROOT).endsWith("_time");
            values.add(new Value(isText ? row.getString(column) : row.getObject(column), isTime));
        }
        return values;
    }
}
