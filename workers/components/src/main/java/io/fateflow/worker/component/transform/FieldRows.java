package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TextBatch;
import io.fateflow.worker.table.TextRow;

/** The rows of a table of text, each parted into its fields; can be gone through more than once. */
final class FieldRows {

    private final TableStore tables;
    private final TableName name;
    private final String party;
    private final byte[] joint;
    private final byte[] delimiter;
    private final boolean parted;

    /**
     * Reads nothing yet.
     *
     * @param delimiter of the fields; rows that are stored as columns of another delimiter are parted anew
     * @param party for errors
     */
    FieldRows(TableStore tables, TableName name, TableSchema schema, String delimiter, String party) {
        this.tables = tables;
        this.name = name;
        this.party = party;
        this.joint = schema.idDelimiter().getBytes(StandardCharsets.UTF_8);
        this.delimiter = delimiter.getBytes(StandardCharsets.UTF_8);
        this.parted =
                schema.idDelimiter().equals(delimiter) && !schema.columns().equals(List.of(TableSchema.VALUE));
    }

    /** Takes one row; {@code fields} are used again for the next one. */
    @FunctionalInterface
    interface FieldConsumer {
        void accept(Row row, TextRow fields) throws IOException, BadFieldException;
    }

    /**
     * Where a row is.
     *
     * @param number counted from 1
     */
    record Row(long number, TextBatch batch, int place) {
        String id() {
            return batch.id(place);
        }
    }

    /**
     * Goes through all rows.
     *
     * @throws IOException if a value is bad, naming the party, the column and the row's number, and not its id: other
     *     parties get to read it too
     */
    void forEach(FieldConsumer consumer) throws IOException {
        try (TableReader reader = tables.open(name)) {
            TextRow fields = new TextRow();
            long number = 0;
            for (TextBatch batch = reader.nextText(); batch.size() > 0; batch = reader.nextText()) {
                for (int place = 0; place < batch.size(); place++) {
                    Row row = new Row(++number, batch, place);
                    show(row, fields);
                    hand(consumer, row, fields);
                }
            }
        }
    }

    private void show(Row row, TextRow fields) {
        row.batch().show(row.place(), fields);
        if (!parted) {
            fields.split(joint, delimiter);
        }
    }

    private void hand(FieldConsumer consumer, Row row, TextRow fields) throws IOException {
        try {
            consumer.accept(row, fields);
        } catch (BadFieldException bad) {
            throw new IOException(bad.at(party, row.number()), bad);
        }
    }
}
