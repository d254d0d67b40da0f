package io.fateflow.worker.component.binning;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPrivateKey;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierVectors;
import io.fateflow.worker.exchange.Payload;

/** The guest's encrypted labels added up in each bin of a host's columns, which have their anonymous names. */
final class EncryptedBinSums implements Payload {

    private final Map<String, PaillierNumber[]> byColumn;

    private EncryptedBinSums(Map<String, PaillierNumber[]> byColumn) {
        this.byColumn = byColumn;
    }

    /**
     * Adds up.
     *
     * @param bins of each row, by column
     * @param labels of each row
     */
    static EncryptedBinSums of(Map<String, int[]> bins, PaillierNumber... labels) {
        Map<String, PaillierNumber[]> sums = new LinkedHashMap<>();
        bins.forEach((column, byRow) -> sums.put(
                column,
                PaillierVectors.sum(labels, byRow, Arrays.stream(byRow).max().orElse(-1) + 1)));
        return new EncryptedBinSums(sums);
    }

    static EncryptedBinSums read(InputStream in, PaillierPublicKey key) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int columns = data.readInt();
        Map<String, PaillierNumber[]> sums = new LinkedHashMap<>();
        for (int i = 0; i < columns; i++) {
            String column = data.readUTF();
            if (sums.put(column, PaillierCodec.read(data, key)) != null) {
                throw new IOException("malformed encrypted sums: column " + column + " is there twice");
            }
        }
        return new EncryptedBinSums(sums);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(byColumn.size());
        for (Map.Entry<String, PaillierNumber[]> column : byColumn.entrySet()) {
            data.writeUTF(column.getKey());
            PaillierCodec.write(column.getValue(), data);
        }
        data.flush();
    }

    /** The counts of all classes, by column. */
    Map<String, ClassCounts> decrypt(PaillierPrivateKey key, LabelPacking packing) {
        Map<String, ClassCounts> counts = new LinkedHashMap<>();
        byColumn.forEach((column, sums) -> counts.put(
                column,
                new ClassCounts(Arrays.stream(sums)
                        .parallel()
                        .map(sum -> packing.unpack(key.decryptExactly(sum)))
                        .toArray(long[][]::new))));
        return counts;
    }
}
