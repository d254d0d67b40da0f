package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.job.LossCurve;
import io.fateflow.worker.component.linear.job.TrainingWatch;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** A party with rows and labels: trains with them, and takes over the mean of all parties' weights now and then. */
final class HomoClient implements Learner {

    private static final Logger log = LoggerFactory.getLogger(HomoClient.class);

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final LearningParty side;
    private final LinearVariables blocks;

    HomoClient(ComponentContext context, LinearParameters parameters, LearningParty side, LinearVariables blocks) {
        this.context = context;
        this.parameters = parameters;
        this.side = side;
        this.blocks = blocks;
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        LinearData data = fit.requireTrain();
        Aggregation aggregation =
                Aggregation.begin(blocks.in(fit.namespace()), side.arbiter(), data.size(), data.header());
        TrainingWatch watch = new TrainingWatch(context, parameters, this, fit);
        LocalTraining local = new LocalTraining(parameters, data);
        LossCurve curve = new LossCurve(fit.place(), "epochs", context.results());
        Weights weights = fit.start()
                .orElseGet(() -> parameters.initializer().weights(data.header().size(), data.labels()));
        boolean converged = false;
        for (int epoch = 0; epoch < parameters.maxIterations() && !converged; epoch++) {
            weights = local.epoch(weights);
            double loss = local.lastLoss();
            curve.add(epoch, loss);
            if ((epoch + 1) % parameters.aggregateEvery() == 0) {
                weights = Weights.of(aggregation.average(weights.toArray()), weights.hasIntercept());
                converged = aggregation.converges(loss);
            }
            log.info("epoch {}: local loss {}, is_converged {}", epoch, loss, converged);
            watch.stopsAfter(epoch, model(epoch, curve.losses(), converged, data, weights));
        }
        curve.report();
        SingleModel model = model(curve.losses().size(), curve.losses(), converged, data, weights);
        return new Fitted(model, summary(model, watch));
    }

    private static SingleModel model(
            int iterations, List<Double> losses, boolean converged, LinearData data, Weights weights) {
        int best = losses.indexOf(losses.stream().min(Double::compare).orElse(Double.NaN));
        return new SingleModel(iterations, losses, converged, data.header(), weights, best);
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data) {
        LinearData rows = data.orElseThrow();
        return Optional.of(Arrays.stream(rows.all())
                .mapToDouble(row -> LocalTraining.probability(weights, rows.features(row)))
                .toArray());
    }

    private static ObjectNode summary(SingleModel model, TrainingWatch watch) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.set("coef", model.coefficients());
        summary.put("intercept", model.weights().intercept())
                .put("is_converged", model.converged())
                .put("best_iteration", model.bestIteration());
        summary.set("local_loss_history", SingleModel.numbers(model.losses()));
        watch.addTo(summary);
        return summary;
    }
}
