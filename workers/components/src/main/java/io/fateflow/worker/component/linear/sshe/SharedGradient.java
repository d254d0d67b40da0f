package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;

import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * Shares of a gradient's sums over a batch, with the places of errors and of features.
 *
 * @param own this party's share of the sums of its columns
 * @param foreign its share of those of the other's
 * @param rows that were summed up
 */
// nobody compares gradients
@SuppressWarnings("ArrayRecordComponent")
record SharedGradient(BigInteger[] own, BigInteger[] foreign, int rows) {

    static final int FRACTION = Ring.FRACTION + FixedRows.FRACTION;

    /**
     * Computes it with the other party.
     *
     * @param errors this party's shares, which it has sent encrypted
     * @param theirs the other's, as it has sent them
     * @param foreignColumns of the other party, with its intercept
     */
    static SharedGradient of(
            Pair pair,
            FixedRows rows,
            BigInteger[] errors,
            PaillierNumber[] theirs,
            int foreignColumns,
            Object... batch)
            throws IOException, InterruptedException {
        Object[] name = Names.of("encrypt_g", batch);
        BigInteger[] mixed = pair.share(rows.columnSums(theirs), FixedRows.FACTOR_BITS, name);
        BigInteger[] own = Ring.add(rows.columnSums(errors), mixed);
        return new SharedGradient(own, pair.receiveShares(foreignColumns, name), rows.count());
    }
}
