package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;

import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Penalty;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * Nobody knows any weight before the end: both parties have shares of all. As in FATE, the penalty is on the intercept,
 * too.
 */
final class SharedWeights implements Regime {

    private final LinearParameters parameters;
    private final Pair pair;
    private final Ring ring;
    private final SharedSquares squares;
    private final boolean intercept;
    private final SharedOptimizer ownOptimizer;
    private final SharedOptimizer foreignOptimizer;
    /** Of the weights of this party's columns. */
    private BigInteger[] own;
    /** Of the weights of the other's. */
    private BigInteger[] foreign;

    private BigInteger[] last;

    /** Parts this party's first weights, and gets its share of the other's. */
    SharedWeights(LinearParameters parameters, Pair pair, boolean guest, Weights start, int foreignColumns)
            throws IOException, InterruptedException {
        this.parameters = parameters;
        this.pair = pair;
        this.ring = new Ring(guest);
        this.squares = new SharedSquares(pair, guest);
        this.intercept = start.hasIntercept();
        this.ownOptimizer = SharedOptimizer.of(parameters.optimizer(), ring);
        this.foreignOptimizer = SharedOptimizer.of(parameters.optimizer(), ring);
        BigInteger[] given = Ring.random(start.size(), pair.random());
        this.own = Ring.subtract(Ring.encode(start.toArray(), Ring.FRACTION), given);
        pair.open(given, "init");
        this.foreign = pair.receiveOpened(foreignColumns, "init");
        this.last = all();
    }

    @Override
    public BigInteger[] predictors(FixedRows rows, double factor, Object... batch)
            throws IOException, InterruptedException {
        Object[] name = Names.of("z", batch);
        pair.sendEncrypted(foreign, name);
        PaillierNumber[] theirs = pair.receiveEncrypted(own.length, name);
        BigInteger[] mixed = pair.share(rows.times(theirs), FixedRows.FACTOR_BITS, name);
        BigInteger[] others = pair.receiveShares(rows.count(), name);
        BigInteger[] sum = Ring.add(Ring.add(rows.times(own), mixed), others);
        return ring.scale(sum, factor, FixedRows.FRACTION);
    }

    @Override
    public BigInteger penalty(Object... batch) throws IOException, InterruptedException {
        Penalty penalty = parameters.penalty();
        if (!penalty.isPartOfLoss()) {
            return BigInteger.ZERO;
        }
        BigInteger norm = squares.of(all(), Names.of("loss_norm", batch));
        return Ring.reduce(norm.multiply(Ring.factor(0.5 * penalty.alpha())));
    }

    @Override
    public void step(SharedGradient gradient, int iteration, Object... batch) {
        double rate = parameters.learningRate().at(iteration);
        own = Ring.subtract(own, ownOptimizer.step(mean(gradient.own(), gradient.rows(), own), rate));
        foreign =
                Ring.subtract(foreign, foreignOptimizer.step(mean(gradient.foreign(), gradient.rows(), foreign), rate));
    }

    @Override
    public double squaredChange(int iteration) throws IOException, InterruptedException {
        BigInteger[] now = all();
        BigInteger share = squares.of(Ring.subtract(now, last), "check_converge_grad", iteration);
        last = now;
        if (!ring.first()) {
            pair.open(new BigInteger[] {share}, "check_converge_grad_norm", iteration);
            return 0;
        }
        BigInteger theirs = pair.receiveOpened(1, "check_converge_grad_norm", iteration)[0];
        return Ring.decode(Ring.reduce(share.add(theirs)), 2 * Ring.FRACTION);
    }

    @Override
    public Weights current() {
        return Weights.of(new double[own.length], intercept);
    }

    @Override
    public SingleModel reveal(SingleModel model) throws IOException, InterruptedException {
        if (parameters.reveal().encryptedInHost()) {
            return new SealedReveal(pair, ring.first(), intercept).reveal(model, own, foreign);
        }
        pair.open(foreign, "final");
        BigInteger[] whole = Ring.add(own, pair.receiveOpened(own.length, "final"));
        return model.withWeights(Weights.of(Ring.decode(whole, Ring.FRACTION), intercept));
    }

    /** The same weights in the same order at both parties: the guest's, then the host's. */
    private BigInteger[] all() {
        return ring.first() ? Ring.concat(own, foreign) : Ring.concat(foreign, own);
    }

    private BigInteger[] mean(BigInteger[] sums, int rows, BigInteger[] weights) {
        BigInteger[] mean = ring.scale(sums, 1.0 / rows, SharedGradient.FRACTION - Ring.FRACTION);
        Penalty penalty = parameters.penalty();
        return penalty.kind() == Penalty.Kind.L2 ? Ring.add(mean, ring.scale(weights, penalty.alpha())) : mean;
    }
}
