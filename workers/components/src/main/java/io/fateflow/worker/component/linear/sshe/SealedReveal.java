package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * FATE's {@code encrypted_reveal_in_host}: the guest learns its weights, the host gets its own under the guest's key. Two
 * random shares of a number that is far smaller than the ring add up to it plus the ring's size, as whole numbers; so the
 * host takes that off before it adds its share.
 */
record SealedReveal(Pair pair, boolean guest, boolean intercept) {

    private static final String FINAL = "final";

    SingleModel reveal(SingleModel model, BigInteger[] own, BigInteger[] foreign)
            throws IOException, InterruptedException {
        if (guest) {
            pair.sendEncrypted(foreign, FINAL);
            BigInteger[] whole = Ring.add(own, pair.receiveOpened(own.length, FINAL));
            return model.withWeights(Weights.of(Ring.decode(whole, Ring.FRACTION), intercept))
                    .withSealed(SealedModel.keys(pair.own()));
        }
        pair.open(foreign, FINAL);
        PaillierNumber[] theirs = pair.receiveEncrypted(own.length, FINAL);
        PaillierNumber[] whole = new PaillierNumber[own.length];
        Arrays.setAll(whole, i -> theirs[i].add(new FixedPoint(own[i].subtract(Ring.modulus()), 0)));
        pair.theirs().obfuscate(whole);
        return model.withSealed(SealedModel.weights(pair.theirs(), model.header(), whole));
    }
}
