package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.TrainingWatch;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Initializer;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** The iterations of a party that has data, until the arbiter says that it is enough. */
record TrainingLoop(HeteroSetup setup, LinearVariables transfer, Fit fit) {

    private static final Logger log = LoggerFactory.getLogger(TrainingLoop.class);

    /** All batches of one iteration. */
    interface Iteration {
        Weights run(Weights weights, int iteration) throws IOException, InterruptedException;
    }

    Fitted run(Learner learner, Initializer initializer, Iteration each) throws IOException, InterruptedException {
        LinearData train = fit.requireTrain();
        TrainingWatch watch = new TrainingWatch(setup.context(), setup.parameters(), learner, fit);
        Weights weights =
                fit.start().orElseGet(() -> initializer.weights(train.header().size()));
        boolean converged = false;
        int iteration = fit.firstIteration();
        while (iteration < setup.parameters().maxIterations()) {
            weights = each.run(weights, iteration);
            converged = transfer.receiveJson(
                            Variables.CONVERGE_FLAG, setup.side().arbiter(), iteration)
                    .asBoolean();
            log.info("iter {}: is_converged {}", iteration, converged);
            boolean stops = watch.stopsAfter(iteration, model(iteration, converged, weights));
            iteration++;
            if (stops || converged) {
                break;
            }
        }
        SingleModel best = watch.best(model(iteration, converged, weights));
        return new Fitted(best, summary(best, watch));
    }

    private SingleModel model(int iterations, boolean converged, Weights weights) {
        return new SingleModel(
                iterations, List.of(), converged, fit.requireTrain().header(), weights, SingleModel.LAST);
    }

    private ObjectNode summary(SingleModel model, TrainingWatch watch) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.set("coef", model.coefficients());
        summary.put("intercept", model.weights().intercept()).put("is_converged", model.converged());
        if (setup.parameters().flavour().isClassifier()) {
            summary.put("one_vs_rest", false);
        }
        summary.put("best_iteration", model.bestIteration());
        watch.addTo(summary);
        return summary;
    }
}
