package io.fateflow.worker.component.binning;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/** The classes of the guest's rows, encrypted, with the ids that all parties have in common. */
final class EncryptedLabels implements Payload {

    private final List<String> ids;
    private final PaillierNumber[] labels;

    private EncryptedLabels(List<String> ids, PaillierNumber... labels) {
        this.ids = ids;
        this.labels = labels;
    }

    static EncryptedLabels of(List<String> ids, int[] classes, LabelPacking packing, PaillierPublicKey key) {
        return new EncryptedLabels(
                ids,
                IntStream.of(classes)
                        .parallel()
                        .mapToObj(whichClass -> key.encrypt(packing.pack(whichClass)))
                        .toArray(PaillierNumber[]::new));
    }

    static EncryptedLabels read(InputStream in, PaillierPublicKey key) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int rows = data.readInt();
        List<String> ids = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            ids.add(data.readUTF());
        }
        PaillierNumber[] labels = PaillierCodec.read(data, key);
        if (labels.length != rows) {
            throw new IOException("malformed encrypted labels: " + labels.length + " of " + rows + " rows");
        }
        return new EncryptedLabels(ids, labels);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(ids.size());
        for (String id : ids) {
            data.writeUTF(id);
        }
        PaillierCodec.write(labels, data);
        data.flush();
    }

    /**
     * The labels in the order of these ids.
     *
     * @param self whose ids they are, for errors
     * @throws IOException if they are others than the guest's
     */
    PaillierNumber[] in(List<String> order, Party self) throws IOException {
        Map<String, PaillierNumber> byId = new HashMap<>();
        for (int row = 0; row < labels.length; row++) {
            byId.put(ids.get(row), labels[row]);
        }
        long unknown = order.stream().filter(id -> !byId.containsKey(id)).count();
        if (unknown > 0 || byId.size() != order.size()) {
            throw new IOException("guest and " + self + " have different rows: " + unknown + " of the host's "
                    + order.size() + " ids are not among the guest's " + byId.size()
                    + "; put an Intersection before the binning");
        }
        return order.stream().map(byId::get).toArray(PaillierNumber[]::new);
    }
}
