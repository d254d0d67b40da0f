package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.math.BigInteger;

import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;

/** How the weights are kept while a model is trained: both parties do the same at the same time. */
interface Regime {

    /** Of shares of losses. */
    int LOSS_FRACTION = 2 * Ring.FRACTION + Ring.FACTOR_FRACTION;

    /** This party's share of a multiple of each row's linear predictor, with {@link Ring#FRACTION} places. */
    BigInteger[] predictors(FixedRows rows, double factor, Object... batch) throws IOException, InterruptedException;

    /** This party's share of the penalty that is part of the loss, with {@link #LOSS_FRACTION} places. */
    BigInteger penalty(Object... batch) throws IOException, InterruptedException;

    /** Makes a step along a gradient. */
    void step(SharedGradient gradient, int iteration, Object... batch) throws IOException, InterruptedException;

    /** The square of the distance that the weights went since this was asked last: the guest's to know, 0 at the host. */
    double squaredChange(int iteration) throws IOException, InterruptedException;

    /** This party's weights as they are now; before the end of training they may be unknown. */
    Weights current();

    /** Ends the training: this party's part of the model gets its weights. */
    SingleModel reveal(SingleModel model) throws IOException, InterruptedException;
}
