package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;

import io.fateflow.worker.crypto.paillier.IntegerProducts;
import io.fateflow.worker.crypto.paillier.PaillierNumber;

/** What both parties do with one batch: errors, gradient, loss. */
final class BatchStep {

    private static final String LOSS = "loss";
    /** Places of sample weights. */
    private static final int WEIGHT_FRACTION = 32;

    private final Pair pair;
    private final Regime regime;
    private final ErrorTerm term;
    private final FixedRows rows;
    private final boolean guest;
    private final boolean weighted;
    private final Object[] batch;
    private final SharedSquares squares;
    private BigInteger[] errors = {};
    private PaillierNumber[] theirs = {};

    BatchStep(
            Pair pair,
            Regime regime,
            ErrorTerm term,
            FixedRows rows,
            boolean guest,
            boolean weighted,
            Object... batch) {
        this.pair = pair;
        this.regime = regime;
        this.term = term;
        this.rows = rows;
        this.guest = guest;
        this.weighted = weighted;
        this.batch = batch;
        this.squares = new SharedSquares(pair, guest);
    }

    /** The gradient with the weights as they are. */
    SharedGradient gradient(int foreignColumns) throws IOException, InterruptedException {
        BigInteger[] predictors = regime.predictors(rows, term.factor(), batch);
        errors = guest ? Ring.subtract(predictors, targets()) : predictors;
        Object[] name = Names.of("error", batch);
        if (!weighted) {
            pair.sendEncrypted(errors, name);
            theirs = pair.receiveEncrypted(rows.count(), name);
            return SharedGradient.of(pair, rows, errors, theirs, foreignColumns, batch);
        }
        BigInteger[] weighed = guest ? weigh(name) : giveToWeigh(name);
        Object[] again = Names.of("weighted_error", batch);
        pair.sendEncrypted(weighed, again);
        PaillierNumber[] others = pair.receiveEncrypted(rows.count(), again);
        return SharedGradient.of(pair, rows, weighed, others, foreignColumns, batch);
    }

    /** The mean loss of the batch times its rows, without the weights of rows as in FATE; the guest's to know. */
    double loss() throws IOException, InterruptedException {
        Object[] name = Names.of(LOSS, batch);
        BigInteger sum = guest ? squares.ofSent(errors, theirs, name) : squares.asHost(errors, name);
        BigInteger factor = Ring.factor(term.lossScale() / rows.count());
        BigInteger share = Ring.reduce(sum.multiply(factor).add(regime.penalty(batch)));
        if (!guest) {
            pair.open(new BigInteger[] {share}, name);
            return Double.NaN;
        }
        BigInteger whole = Ring.reduce(share.add(pair.receiveOpened(1, name)[0]));
        return (Ring.decode(whole, Regime.LOSS_FRACTION) + term.lossOffset()) * rows.count();
    }

    private BigInteger[] targets() {
        return Ring.encode(
                Arrays.stream(rows.rows())
                        .mapToDouble(row -> term.target(rows.data().label(row)))
                        .toArray(),
                Ring.FRACTION);
    }

    /** Only the guest knows rows' weights: it multiplies its own shares and the host's, which it has encrypted. */
    private BigInteger[] weigh(Object... name) throws IOException, InterruptedException {
        theirs = pair.receiveEncrypted(rows.count(), name);
        BigInteger[] weights = Arrays.stream(rows.rows())
                .mapToObj(row -> Ring.encode(rows.data().weight(row), WEIGHT_FRACTION))
                .toArray(BigInteger[]::new);
        BigInteger[] shares = pair.share(IntegerProducts.products(theirs, weights), 2 * WEIGHT_FRACTION, name);
        BigInteger[] products = new BigInteger[errors.length];
        Arrays.setAll(products, i -> Ring.reduce(errors[i].multiply(weights[i]).add(shares[i])));
        return new Ring(true).truncate(products, WEIGHT_FRACTION);
    }

    private BigInteger[] giveToWeigh(Object... name) throws IOException, InterruptedException {
        pair.sendEncrypted(errors, name);
        return new Ring(false).truncate(pair.receiveShares(rows.count(), name), WEIGHT_FRACTION);
    }
}
