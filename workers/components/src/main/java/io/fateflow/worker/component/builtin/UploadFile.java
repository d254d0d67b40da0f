package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

import io.fateflow.worker.data.AllowedFolders;

/**
 * The lines of a file as FATE splits them: no quoting, spaces at a line's end cut off, empty lines skipped. Can be read
 * more than once, and gives the same rows with the same ids each time.
 */
final class UploadFile {

    /** FATE knows no quotes, and this character is in no text file. */
    private static final char NO_QUOTE = '\0';

    private final UploadParameters parameters;
    private final String idPrefix = UUID.randomUUID().toString().replace("-", "");

    UploadFile(UploadParameters parameters) {
        this.parameters = parameters;
    }

    /** One line, counted from 1 as editors do. */
    interface RowConsumer {
        void accept(long line, String id, List<String> values) throws IOException;
    }

    /** The header's columns; empty if the file has none. */
    List<String> header() throws IOException {
        if (!parameters.head()) {
            return List.of();
        }
        try (CsvReader<CsvRecord> csv = open();
                CloseableIterator<CsvRecord> lines = csv.iterator()) {
            return lines.hasNext() ? fields(lines.next()) : List.of();
        }
    }

    /** As if it were a row; of a file that has none, nothing. */
    void readHeader(RowConsumer consumer) throws IOException {
        if (parameters.head()) {
            try (CsvReader<CsvRecord> csv = open();
                    CloseableIterator<CsvRecord> lines = csv.iterator()) {
                if (lines.hasNext()) {
                    accept(lines.next(), 0, consumer);
                }
            }
        }
    }

    void forEach(RowConsumer consumer) throws IOException {
        try (CsvReader<CsvRecord> csv = open();
                CloseableIterator<CsvRecord> lines = csv.iterator()) {
            skipHeader(lines);
            for (long number = 0; lines.hasNext(); number++) {
                accept(lines.next(), number, consumer);
            }
        }
    }

    private void accept(CsvRecord record, long number, RowConsumer consumer) throws IOException {
        List<String> fields = fields(record);
        if (parameters.extendSid()) {
            consumer.accept(record.getStartingLineNumber(), madeUpId(number), fields);
        } else {
            consumer.accept(record.getStartingLineNumber(), fields.get(0), fields.subList(1, fields.size()));
        }
    }

    private void skipHeader(Iterator<CsvRecord> lines) {
        if (parameters.head() && lines.hasNext()) {
            lines.next();
        }
    }

    private String madeUpId(long number) {
        return parameters.autoIncreasingSid() ? Long.toString(number) : idPrefix + number;
    }

    private static List<String> fields(CsvRecord line) {
        List<String> fields = line.getFields();
        int last = fields.size() - 1;
        String stripped = fields.get(last).stripTrailing();
        if (stripped.length() == fields.get(last).length()) {
            return fields;
        }
        return Stream.concat(fields.subList(0, last).stream(), Stream.of(stripped))
                .toList();
    }

    private CsvReader<CsvRecord> open() throws IOException {
        return CsvReader.builder()
                .fieldSeparator(parameters.delimiter())
                .quoteCharacter(NO_QUOTE)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                // Excel writes one; it would be a part of the first id, which then matches nobody else's
                .detectBomHeader(true)
                .ofCsvRecord(AllowedFolders.open(parameters.file()));
    }
}
