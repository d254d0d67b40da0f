package io.fateflow.worker.component.linear.sshe;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.LossCurve;
import io.fateflow.worker.component.linear.job.TrainingWatch;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Initializer;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;

/** One training at one of the two parties. */
final class SharedTraining {

    private static final Logger log = LoggerFactory.getLogger(SharedTraining.class);
    private static final String WIDTH = "columns";
    private static final String IS_CONVERGED = "is_converged";

    private final SharedSetup setup;
    private final Fit fit;
    private final LinearVariables transfer;
    private final boolean guest;
    private final LossCurve curve;
    private final Convergence convergence;

    SharedTraining(SharedSetup setup, Fit fit) {
        this.setup = setup;
        this.fit = fit;
        this.transfer = setup.transfer().in(fit.namespace());
        this.guest = setup.side().isGuest();
        this.curve = new LossCurve(fit.place(), "iters", setup.context().results());
        this.convergence =
                new Convergence(parameters().earlyStop(), parameters().tolerance());
    }

    Fitted run(Learner learner, PaillierKeyPair keys) throws IOException, InterruptedException {
        TrainingWatch watch = new TrainingWatch(setup.context(), parameters(), learner, fit);
        LinearData data = fit.requireTrain();
        Pair pair = Pair.meet(transfer, fit.namespace(), setup.other(), keys);
        Weights start = start(data);
        int foreignColumns = exchangeWidths(start.size());
        Batches batches = Batches.agree(
                transfer, fit.namespace(), setup.side(), parameters().batching(), data, start.hasIntercept());
        Regime regime = parameters().reveal().everyIteration()
                ? new RevealedWeights(parameters(), pair, guest, start)
                : new SharedWeights(parameters(), pair, guest, start, foreignColumns);
        boolean converged = false;
        int iteration = fit.firstIteration();
        while (iteration < parameters().maxIterations()) {
            converged = iterate(pair, regime, batches, foreignColumns, iteration);
            log.info("iter {}: is_converged {}", iteration, converged);
            boolean stops = watch.stopsAfter(iteration, model(iteration, converged, data, regime));
            iteration++;
            if (stops || converged) {
                break;
            }
        }
        curve.report();
        SingleModel last = regime.reveal(model(iteration, converged, data, regime));
        SingleModel best = watch.best(last);
        return new Fitted(best, summary(best, watch));
    }

    private SingleModel model(int iterations, boolean converged, LinearData data, Regime regime) {
        return new SingleModel(
                iterations, curve.losses(), converged, data.header(), regime.current(), SingleModel.LAST);
    }

    private Weights start(LinearData data) {
        Initializer initializer =
                guest ? parameters().initializer() : parameters().initializer().withoutIntercept();
        return fit.start().orElseGet(() -> initializer.weights(data.header().size()));
    }

    private int exchangeWidths(int own) throws IOException, InterruptedException {
        transfer.sendJson(WIDTH, setup.other(), IntNode.valueOf(own));
        int theirs = transfer.receiveJson(WIDTH, setup.other()).asInt();
        if (theirs < 1) {
            throw new IOException(setup.other() + " says that it has " + theirs + " columns");
        }
        return theirs;
    }

    private boolean iterate(Pair pair, Regime regime, Batches batches, int foreignColumns, int iteration)
            throws IOException, InterruptedException {
        double loss = 0;
        for (int batch = 0; batch < batches.all().size(); batch++) {
            FixedRows rows = batches.all().get(batch);
            BatchStep step =
                    new BatchStep(pair, regime, setup.term(), rows, guest, batches.weighted(), iteration, batch);
            SharedGradient gradient = step.gradient(foreignColumns);
            loss += step.loss();
            regime.step(gradient, iteration, iteration, batch);
        }
        if (guest) {
            curve.add(iteration, loss / batches.rows());
        }
        return converges(regime, loss / batches.rows(), iteration);
    }

    private boolean converges(Regime regime, double loss, int iteration) throws IOException, InterruptedException {
        double change = convergence.looksAtLoss() ? 0 : regime.squaredChange(iteration);
        if (!guest) {
            return transfer.receiveJson(IS_CONVERGED, setup.other(), iteration).asBoolean();
        }
        boolean converged = convergence.looksAtLoss()
                ? convergence.byLoss(loss)
                : convergence.byStep(new double[] {Math.sqrt(Math.max(0, change))});
        transfer.sendJson(IS_CONVERGED, setup.other(), BooleanNode.valueOf(converged), iteration);
        return converged;
    }

    private ObjectNode summary(SingleModel model, TrainingWatch watch) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        if (!parameters().reveal().encryptedInHost()) {
            summary.set("coef", model.coefficients());
            summary.put("intercept", model.weights().intercept());
        }
        summary.put("is_converged", model.converged());
        if (parameters().flavour().isClassifier()) {
            summary.put("one_vs_rest", false);
        }
        summary.put("best_iteration", model.bestIteration());
        List<Double> losses = model.losses();
        if (!losses.isEmpty()) {
            summary.set("loss_history", SingleModel.numbers(losses));
        }
        watch.addTo(summary);
        return summary;
    }

    private LinearParameters parameters() {
        return setup.parameters();
    }
}
