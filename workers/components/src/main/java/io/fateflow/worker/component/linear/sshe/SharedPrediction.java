package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.Party;

/**
 * The parts of linear predictors that the host sends to the guest: plain, or encrypted if it has no plain weights. Either
 * way the guest knows the host's part of each row in the end, as in FATE.
 */
record SharedPrediction(LinearVariables transfer, Party other) {

    private static final String VARIABLE = "host_prob";
    private static final String IDS = "ids";
    private static final int BLOCK = 1 << 14;

    static double[] parts(Weights weights, LinearData data) {
        return Arrays.stream(data.all())
                .mapToDouble(row -> weights.apply(data.features(row)))
                .toArray();
    }

    /** The host's. */
    void send(Weights weights, LinearData data) throws IOException, InterruptedException {
        transfer.send(VARIABLE, other, Wire.numbersById(data.ids(), parts(weights, data)));
    }

    /** The host's, with encrypted weights; some rows at a time. */
    void sendEncrypted(SingleModel model, LinearData data) throws IOException, InterruptedException {
        List<String> ids = data.ids();
        transfer.send(VARIABLE, other, Wire.ids(ids.size(), ids::get), IDS);
        PaillierNumber[] weights = SealedModel.weights(model);
        for (int from = 0; from < data.size(); from += BLOCK) {
            int[] rows = Arrays.copyOfRange(data.all(), from, Math.min(data.size(), from + BLOCK));
            PaillierNumber[] parts = new FixedRows(data, rows, false).times(weights);
            transfer.send(VARIABLE, other, out -> PaillierCodec.write(parts, out), from);
        }
    }

    /** The guest's. */
    Map<String, Double> receive() throws IOException, InterruptedException {
        return transfer.receive(VARIABLE, other, Wire::readNumbersById);
    }

    /** The guest's, if the host has only encrypted weights. */
    Map<String, Double> receiveEncrypted(SingleModel model) throws IOException, InterruptedException {
        PaillierKeyPair keys = SealedModel.keys(model);
        List<String> ids = transfer.receive(VARIABLE, other, Wire::readIds, IDS);
        Map<String, Double> parts = new HashMap<>();
        for (int from = 0; from < ids.size(); from += BLOCK) {
            PaillierNumber[] encrypted =
                    transfer.receive(VARIABLE, other, in -> PaillierCodec.read(in, keys.publicKey()), from);
            if (encrypted.length != Math.min(BLOCK, ids.size() - from)) {
                throw new IOException(other + " sent " + encrypted.length + " predictions, expected another count");
            }
            double[] decrypted = Arrays.stream(encrypted)
                    .parallel()
                    .mapToDouble(number -> decrypt(keys, number))
                    .toArray();
            for (int i = 0; i < decrypted.length; i++) {
                parts.put(ids.get(from + i), decrypted[i]);
            }
        }
        return parts;
    }

    /** Features were multiplied as whole numbers. */
    private static double decrypt(PaillierKeyPair keys, PaillierNumber number) {
        FixedPoint product = keys.privateKey().decryptExactly(number);
        return new FixedPoint(product.mantissa(), product.exponent() + FixedRows.FRACTION / 4).toDouble();
    }
}
