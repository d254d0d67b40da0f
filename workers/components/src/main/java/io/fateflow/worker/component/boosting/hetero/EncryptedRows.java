package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.Arrays;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierTable;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/**
 * The guest's encrypted gradients, at a host. They come in chunks, so that neither side holds them twice.
 *
 * @param numbers some for each row that counts
 * @param width how many
 * @param slots where a row's first number is, by row; -1 for one that does not count
 */
// nobody compares rows
@SuppressWarnings("ArrayRecordComponent")
record EncryptedRows(PaillierPublicKey key, PaillierTable numbers, int width, int[] slots) implements AutoCloseable {

    /** How many rows are sent at once. */
    static final int CHUNK_ROWS = 1 << 13;

    static int chunks(int rows) {
        return (rows + CHUNK_ROWS - 1) / CHUNK_ROWS;
    }

    /**
     * Receives all.
     *
     * @param counted the rows that count
     * @param all how many rows there are
     */
    static EncryptedRows receive(
            LinearVariables transfer, Party guest, PaillierPublicKey key, int width, int[] counted, int all)
            throws IOException, InterruptedException {
        int[] slots = new int[all];
        Arrays.fill(slots, -1);
        for (int i = 0; i < counted.length; i++) {
            slots[counted[i]] = i * width;
        }
        PaillierTable table = new PaillierTable(key, Math.multiplyExact(counted.length, width));
        EncryptedRows rows = new EncryptedRows(key, table, width, slots);
        int filled = 0;
        for (int chunk = 0; chunk < chunks(counted.length); chunk++) {
            PaillierNumber[] some =
                    transfer.receive(Variables.GRADIENTS, guest, in -> PaillierCodec.read(in, key), chunk);
            if (some.length > table.size() - filled) {
                throw new ExchangeException(guest + " sent more encrypted gradients than " + table.size());
            }
            for (PaillierNumber number : some) {
                table.set(filled++, number);
            }
        }
        if (filled < table.size()) {
            throw new ExchangeException(guest + " sent " + filled + " encrypted gradients, expected " + table.size());
        }
        return rows;
    }

    /** Adds a row's numbers to some places in a row of a table. */
    void addTo(PaillierTable target, int place, int row) {
        for (int i = 0; i < width; i++) {
            target.add(place + i, numbers, slots[row] + i);
        }
    }

    /** Those of the rows that count. */
    int[] counted(int[] rows) {
        return Arrays.stream(rows).filter(row -> slots[row] >= 0).toArray();
    }

    @Override
    public void close() {
        numbers.close();
    }
}
