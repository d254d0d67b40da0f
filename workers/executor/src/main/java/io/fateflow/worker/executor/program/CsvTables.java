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

import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.InstanceSchema;
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
                CsvWriter csv = writer(file)) {
            TableSchema schema = reader.info().schema();
            csv.writeRecord(line(sid(schema), schema.columns()));
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    csv.writeRecord(line(row.id(), row.values()));
                }
            }
        }
    }

    /** As {@link #write}, for a program that knows what instances are; what the file holds is in the table's schema. */
    TableSchema writeInstances(TableName name, Path file) throws IOException {
        try (TableReader reader = tables.open(name);
                CsvWriter csv = writer(file)) {
            TableSchema schema = reader.info().schema();
            InstanceLines lines = new InstanceLines(schema.requireInstances());
            csv.writeRecord(line(sid(schema), lines.header()));
            for (List<Instance> some = reader.nextInstances(); !some.isEmpty(); some = reader.nextInstances()) {
                some.forEach(instance -> csv.writeRecord(lines.line(instance)));
            }
            return schema;
        }
    }

    /**
     * Makes a table of instances of a file.
     *
     * @throws IOException as {@link #read}, or if a field is no number that has to be one
     */
    TableInfo readInstances(Path file, TableName name, InstanceSchema instances, int partitions) throws IOException {
        InstanceLines lines = new InstanceLines(instances);
        try (CsvReader<CsvRecord> csv = reader(file);
                CloseableIterator<CsvRecord> all = csv.iterator()) {
            List<String> header = header(all, file);
            if (!header.subList(1, header.size()).equals(lines.header())) {
                throw new IOException(file.getFileName() + " has other columns than result.json says of its instances");
            }
            TableSchema schema =
                    TableSchema.of(header.get(0), List.of(), partitions).withInstances(instances);
            return read(
                    all,
                    tables.create(name, schema),
                    header.size(),
                    file,
                    (writer, fields, place) -> writer.add(lines.instance(fields, place)));
        }
    }

    /**
     * Makes a table of a file.
     *
     * @throws IOException if a row has too few or too many columns, or the id of an earlier row; names file and line
     */
    TableInfo read(Path file, TableName name, int partitions) throws IOException {
        try (CsvReader<CsvRecord> csv = reader(file);
                CloseableIterator<CsvRecord> lines = csv.iterator()) {
            List<String> header = header(lines, file);
            TableSchema schema = TableSchema.of(header.get(0), header.subList(1, header.size()), partitions);
            return read(
                    lines,
                    tables.create(name, schema),
                    header.size(),
                    file,
                    (writer, fields, place) -> writer.add(new Row(fields.get(0), fields.subList(1, fields.size()))));
        }
    }

    /** Adds what a line holds. */
    @FunctionalInterface
    private interface Adding {
        void add(TableWriter writer, List<String> fields, String place) throws IOException;
    }

    private static TableInfo read(
            CloseableIterator<CsvRecord> lines, TableWriter table, int columns, Path file, Adding adding)
            throws IOException {
        try (TableWriter writer = table) {
            Set<String> ids = new HashSet<>();
            while (lines.hasNext()) {
                CsvRecord line = lines.next();
                List<String> fields = line.getFields();
                String place = file.getFileName() + " line " + line.getStartingLineNumber();
                if (fields.size() != columns) {
                    throw new IOException(place + " has " + fields.size() + " columns, the first line has " + columns);
                }
                if (!ids.add(fields.get(0))) {
                    throw new IOException(place + " has the id of an earlier line; ids must be unique");
                }
                adding.add(writer, fields, place);
            }
            return writer.commit();
        }
    }

    private static List<String> header(CloseableIterator<CsvRecord> lines, Path file) throws IOException {
        if (!lines.hasNext()) {
            throw new IOException(file.getFileName() + " is empty: its first line must name the columns");
        }
        return lines.next().getFields();
    }

    private static CsvReader<CsvRecord> reader(Path file) throws IOException {
        return CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .detectBomHeader(true)
                .ofCsvRecord(file, StandardCharsets.UTF_8);
    }

    private static CsvWriter writer(Path file) throws IOException {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file, StandardCharsets.UTF_8);
    }

    private static String sid(TableSchema schema) {
        return schema.sid().isEmpty() ? ID : schema.sid();
    }

    private static List<String> line(String first, List<String> others) {
        List<String> line = new ArrayList<>(others.size() + 1);
        line.add(first);
        line.addAll(others);
        return line;
    }
}
