package io.fateflow.worker.executor.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/**
 * Tables as CSV files and back: UTF-8, RFC 4180 with line feeds, the columns' names in the first line, the id in the
 * first column. One batch of rows is in memory, and the ids of a table that is read back.
 */
record CsvTables(TableStore tables) {

    private static final String ID = "id";

    void write(TableName name, Path file) throws IOException {
        try (TableReader reader = tables.open(name);
                CsvWriter csv =
                        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8)) {
            TableSchema schema = reader.info().schema();
            csv.writeRecord(line(schema.sid().isEmpty() ? ID : schema.sid(), schema.columns()));
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    csv.writeRecord(line(row.id(), row.values()));
                }
            }
        }
    }

    /**
     * Makes a table of a file.
     *
     * @throws IOException if a row has too few or too many columns, or the id of an earlier row; names file and line
     */
    TableInfo read(Path file, TableName name, int partitions) throws IOException {
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                        .allowExtraFields(true)
                        .allowMissingFields(true)
                        .ofCsvRecord(file, StandardCharsets.UTF_8);
                CloseableIterator<CsvRecord> lines = csv.iterator()) {
            if (!lines.hasNext()) {
                throw new IOException(file.getFileName() + " is empty: its first line must name the columns");
            }
            List<String> header = lines.next().getFields();
            TableSchema schema = TableSchema.of(header.get(0), header.subList(1, header.size()), partitions);
            try (TableWriter writer = tables.create(name, schema)) {
                Set<String> ids = new HashSet<>();
                while (lines.hasNext()) {
                    writer.add(row(lines.next(), header.size(), ids, file));
                }
                return writer.commit();
            }
        }
    }

    private static Row row(CsvRecord line, int columns, Set<String> ids, Path file) throws IOException {
        List<String> fields = line.getFields();
        String place = file.getFileName() + " line " + line.getStartingLineNumber();
        if (fields.size() != columns) {
            throw new IOException(place + " has " + fields.size() + " columns, the first line has " + columns);
        }
        if (!ids.add(fields.get(0))) {
            throw new IOException(place + " has the id of an earlier line; ids must be unique");
        }
        return new Row(fields.get(0), fields.subList(1, columns));
    }

    private static List<String> line(String first, List<String> others) {
        List<String> line = new ArrayList<>(others.size() + 1);
        line.add(first);
        line.addAll(others);
        return line;
    }
}
