package io.fateflow.worker.component.boosting.hetero;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Payload;

/**
 * A host's candidates of some nodes, in an order that tells nothing: how many rows go to the left by each, the last of a
 * node being the node itself, and their encrypted sums. Nodes without candidates have no rows at all.
 *
 * @param rows by node, then by candidate
 * @param numbers of all nodes, one after the other
 */
// nobody compares candidates
@SuppressWarnings("ArrayRecordComponent")
record Candidates(List<int[]> rows, PaillierNumber[] numbers) implements Payload {

    Candidates {
        rows = List.copyOf(rows);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(rows.size());
        for (int[] each : rows) {
            SmallNumbers.write(each, data);
        }
        PaillierCodec.write(numbers, data);
        data.flush();
    }

    /** Reads the candidates of as many nodes. */
    static Candidates read(InputStream in, int nodes, PaillierPublicKey key) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int count = data.readInt();
        if (count != nodes) {
            throw new ExchangeException("malformed candidates: of " + count + " nodes, expected " + nodes);
        }
        List<int[]> rows = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            rows.add(SmallNumbers.readFrom(data));
        }
        return new Candidates(rows, PaillierCodec.read(data, key));
    }
}
