package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.packing.GradientPacking;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.Party;

/** Encrypts the guest's gradients, on all cores, and sends them to hosts chunk by chunk. */
record GradientSender(PaillierPublicKey key, GradientPacking packing, Gradients gradients) {

    void send(LinearVariables transfer, List<Party> hosts) throws IOException, InterruptedException {
        int[] rows = gradients.rows();
        if (gradients.sampled()) {
            for (Party host : hosts) {
                transfer.send(Variables.SAMPLED_ROWS, host, SmallNumbers.payload(rows));
            }
        }
        for (int chunk = 0; chunk < EncryptedRows.chunks(rows.length); chunk++) {
            int from = chunk * EncryptedRows.CHUNK_ROWS;
            PaillierNumber[] encrypted = encrypt(from, Math.min(rows.length, from + EncryptedRows.CHUNK_ROWS));
            for (Party host : hosts) {
                transfer.send(Variables.GRADIENTS, host, out -> PaillierCodec.write(encrypted, out), chunk);
            }
        }
    }

    private PaillierNumber[] encrypt(int from, int to) {
        int width = packing.width();
        PaillierNumber[] encrypted = new PaillierNumber[(to - from) * width];
        IntStream.range(from, to).parallel().forEach(i -> {
            BigInteger[] packed = packing.pack(gradients, gradients.rows()[i]);
            for (int j = 0; j < width; j++) {
                encrypted[(i - from) * width + j] = key.encrypt(new FixedPoint(packed[j], 0));
            }
        });
        return encrypted;
    }
}
