package io.fateflow.worker.component.builtin;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;

/** A table as a CSV file in one of the folders that may be written to. The file is there whole, or as it was before. */
final class TableFile {

    private final Path file;
    private final String delimiter;

    private TableFile(Path file, String delimiter) {
        this.file = file;
        this.delimiter = delimiter;
    }

    /** @param key the parameter that names the file */
    static TableFile of(ComponentContext context, String key, String path, String delimiter) {
        Parameters parameters = context.parameters();
        Path file;
        try {
            file = Path.of(path);
        } catch (InvalidPathException e) {
            throw parameters.wrong(key, "is no path: " + e.getReason());
        }
        Optional<String> refusal = context.downloadFolders().refusal(file);
        if (refusal.isPresent()) {
            throw parameters.wrong(key, "can't be written: " + refusal.get());
        }
        return new TableFile(file, delimiter);
    }

    /** Writes all rows; the answer is how many. */
    long write(ComponentContext context, TableName name) throws IOException {
        Path unfinished = file.resolveSibling("." + UUID.randomUUID() + ".part");
        try (TableReader reader = context.tables().open(name);
                BufferedWriter out =
                        Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
            long rows = write(reader, out);
            out.flush();
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return rows;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private long write(TableReader reader, BufferedWriter out) throws IOException {
        TableSchema schema = reader.info().schema();
        if (schema.haveHead()) {
            line(columns(schema), out);
        }
        long count = 0;
        for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
            for (Row row : rows) {
                line(cells(row, schema), out);
                count++;
            }
        }
        return count;
    }

    /** The id's first. */
    static List<String> columns(TableSchema schema) {
        List<String> columns = new ArrayList<>();
        columns.add(schema.sid().isEmpty() ? "sid" : schema.sid());
        columns.addAll(isJoined(schema) ? parts(schema.header(), schema) : schema.columns());
        return columns;
    }

    /** In the order of {@link #columns}. */
    static List<String> cells(Row row, TableSchema schema) {
        List<String> cells = new ArrayList<>(row.values().size() + 1);
        cells.add(row.id());
        cells.addAll(isJoined(schema) ? parts(row.values().get(0), schema) : row.values());
        return cells;
    }

    /** Rows that differ in width are one text each. */
    private static boolean isJoined(TableSchema schema) {
        return schema.columns().equals(List.of(TableSchema.VALUE));
    }

    private static List<String> parts(String text, TableSchema schema) {
        return List.of(text.split(Pattern.quote(schema.idDelimiter()), -1));
    }

    private void line(List<String> cells, BufferedWriter out) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                out.write(delimiter);
            }
            out.write(quoted(cells.get(i)));
        }
        out.write('\n');
    }

    /** As CSV has it (RFC 4180): only what would be read otherwise is in quotes. */
    private String quoted(String cell) {
        boolean plain = !cell.contains(delimiter) && cell.chars().noneMatch(c -> c == '"' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
