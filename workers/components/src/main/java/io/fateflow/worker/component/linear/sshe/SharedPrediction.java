package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.util.Arrays;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowParts;
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
record SharedPrediction(LinearVariables transfer, Party self, Party other) {

    private static final String VARIABLE = "host_prob";
    private static final int BLOCK = 1 << 14;

    static double[] parts(Weights weights, LinearData data) {
        return parts(weights, data, data.all());
    }

    private static double[] parts(Weights weights, LinearData data, int... rows) {
        return Arrays.stream(rows)
                .mapToDouble(row -> weights.apply(data.features(row)))
                .toArray();
    }

    /** The host's. */
    void send(Weights weights, LinearData data) throws IOException, InterruptedException {
        int[] asked = RowParts.asked(transfer, self, other, data);
        transfer.send(VARIABLE, other, Wire.numbers(parts(weights, data, asked)));
    }

    /** The host's, with encrypted weights; some rows at a time. */
    void sendEncrypted(SingleModel model, LinearData data) throws IOException, InterruptedException {
        int[] asked = RowParts.asked(transfer, self, other, data);
        PaillierNumber[] weights = SealedModel.weights(model);
        for (int from = 0; from < asked.length; from += BLOCK) {
            int[] rows = Arrays.copyOfRange(asked, from, Math.min(asked.length, from + BLOCK));
            PaillierNumber[] parts = new FixedRows(data, rows, false).times(weights);
            transfer.send(VARIABLE, other, out -> PaillierCodec.write(parts, out), from);
        }
    }

    /** The guest's: a number for each of its rows. */
    double[] receive(LinearData data) throws IOException, InterruptedException {
        RowParts.ask(transfer, other, data);
        return RowParts.answered(transfer.receive(VARIABLE, other, Wire::readNumbers), other, data);
    }

    /** The guest's, if the host has only encrypted weights. */
    double[] receiveEncrypted(SingleModel model, LinearData data) throws IOException, InterruptedException {
        RowParts.ask(transfer, other, data);
        PaillierKeyPair keys = SealedModel.keys(model);
        double[] parts = new double[data.size()];
        for (int from = 0; from < parts.length; from += BLOCK) {
            PaillierNumber[] encrypted =
                    transfer.receive(VARIABLE, other, in -> PaillierCodec.read(in, keys.publicKey()), from);
            if (encrypted.length != Math.min(BLOCK, parts.length - from)) {
                throw new IOException(other + " sent " + encrypted.length + " predictions, expected another count");
            }
            double[] decrypted = Arrays.stream(encrypted)
                    .parallel()
                    .mapToDouble(number -> decrypt(keys, number))
                    .toArray();
            System.arraycopy(decrypted, 0, parts, from, decrypted.length);
        }
        return parts;
    }

    /** Features were multiplied as whole numbers. */
    private static double decrypt(PaillierKeyPair keys, PaillierNumber number) {
        FixedPoint product = keys.privateKey().decryptExactly(number);
        return new FixedPoint(product.mantissa(), product.exponent() + FixedRows.FRACTION / 4).toDouble();
    }
}
