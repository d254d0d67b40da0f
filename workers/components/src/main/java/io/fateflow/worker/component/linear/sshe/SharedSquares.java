package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.crypto.paillier.IntegerProducts;
import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * The sum of squares of numbers that two parties share: {@code Σ(g + h)² = Σg² + Σh² + 2·Σg·h}. The host encrypts its
 * shares, the guest sums up the products; each keeps a share of the result, with twice the places.
 */
record SharedSquares(Pair pair, boolean guest) {

    /** This party's share, of numbers whose shares the host has not sent yet. */
    BigInteger of(BigInteger[] shares, Object... name) throws IOException, InterruptedException {
        if (guest) {
            return ofSent(shares, pair.receiveEncrypted(shares.length, name), name);
        }
        pair.sendEncrypted(shares, name);
        return asHost(shares, name);
    }

    /** The guest's share, of numbers whose shares the host has sent. */
    BigInteger ofSent(BigInteger[] shares, PaillierNumber[] hosts, Object... name)
            throws IOException, InterruptedException {
        BigInteger[] factors = Arrays.stream(shares).map(Ring::signed).toArray(BigInteger[]::new);
        PaillierNumber products = IntegerProducts.sum(hosts, factors);
        BigInteger cross = pair.share(new PaillierNumber[] {products}, Ring.BITS, name)[0];
        return total(shares, cross);
    }

    /** The host's share, of numbers whose shares it has sent. */
    BigInteger asHost(BigInteger[] shares, Object... name) throws IOException, InterruptedException {
        return total(shares, pair.receiveShares(1, name)[0]);
    }

    private static BigInteger total(BigInteger[] shares, BigInteger cross) {
        return Ring.reduce(Ring.sumOfSquares(shares).add(cross.shiftLeft(1)));
    }
}
