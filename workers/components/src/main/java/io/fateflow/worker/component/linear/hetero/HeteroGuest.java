package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowParts;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Has labels and columns, and says which rows are in a batch. */
final class HeteroGuest implements Learner {

    private static final Logger log = LoggerFactory.getLogger(HeteroGuest.class);

    private final HeteroSetup setup;

    HeteroGuest(HeteroSetup setup) {
        this.setup = setup;
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        if (!setup.family().isProduct()
                && fit.requireTrain().weighted()
                && setup.parameters().earlyStop() != Convergence.Kind.WEIGHT_DIFF) {
            log.warn(
                    "with sample weights the loss is not the weighted mean of rows, as in FATE: use weight_diff for early_stop");
        }
        if (setup.parameters().optimizer() == Optimizer.Kind.SQN && !setup.looksAtCurvature()) {
            log.warn("with sqn FATE's HeteroLR makes plain steps, as with sgd, and so does this one");
        }
        LinearVariables transfer = setup.transfer().in(fit.namespace());
        GuestTraining training = new GuestTraining(setup, transfer, fit.requireTrain());
        return new TrainingLoop(setup, transfer, fit)
                .run(this, setup.parameters().initializer(), training::iterate);
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data)
            throws IOException, InterruptedException {
        LinearData rows = data.orElseThrow();
        double[] predictors = Arrays.stream(rows.all())
                .mapToDouble(row -> weights.apply(rows.features(row)))
                .toArray();
        LinearVariables transfer = setup.transfer().in(namespace);
        for (Party host : setup.side().hosts()) {
            RowParts.ask(transfer, host, rows);
        }
        for (Party host : setup.side().hosts()) {
            double[] parts = RowParts.answered(
                    transfer.receive(setup.family().prediction(), host, Wire::readNumbers), host, rows);
            Arrays.setAll(predictors, row -> predictors[row] + parts[row]);
        }
        double[] scores = Arrays.stream(predictors).map(setup.family()::score).toArray();
        if (setup.family().isProduct()) {
            Arrays.setAll(scores, row -> scores[row] * rows.weight(row));
        }
        return Optional.of(scores);
    }
}
