package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.validate.EarlyStopping;
import io.fateflow.worker.component.linear.validate.Metrics;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** FATE's callbacks of one training: evaluates the model between iterations, and says when it gets no better. */
public final class TrainingWatch {

    private static final Logger log = LoggerFactory.getLogger(TrainingWatch.class);
    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.validation_strategy_transfer_variable.ValidationStrategyVariable";
    private static final String STATUS = "validation_status";

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final Learner learner;
    private final Fit fit;
    private final LinearVariables transfer;
    private final EarlyStopping stopping;
    private final Checkpoints checkpoints;
    private final Map<Integer, Weights> weightsAfter = new HashMap<>();
    private final ObjectNode history = JsonNodeFactory.instance.objectNode();

    /**
     * Watches nothing yet.
     *
     * @throws IllegalArgumentException if training may stop early, but there is nothing to evaluate with
     */
    public TrainingWatch(ComponentContext context, LinearParameters parameters, Learner learner, Fit fit) {
        this.context = context;
        this.parameters = parameters;
        this.learner = learner;
        this.fit = fit;
        this.transfer = new LinearVariables(context.exchange(), VARIABLES, fit.namespace());
        this.stopping = new EarlyStopping(parameters.callbacks().patience());
        this.checkpoints = new Checkpoints(context, parameters, fit.place());
        if (parameters.callbacks().mayStop()
                && fit.train().isPresent()
                && fit.validate().isEmpty()) {
            throw new IllegalArgumentException(
                    context.task().self()
                            + ": early_stopping_rounds needs validate_data: validate data is needed when early stopping is enabled");
        }
    }

    /**
     * Evaluates after an iteration and keeps its model, each if it is time to, and says whether to stop; all parties come
     * to the same end.
     */
    public boolean stopsAfter(int iteration, SingleModel current) throws IOException, InterruptedException {
        if (parameters.callbacks().evaluatesAfter(iteration)) {
            evaluate(iteration, current.weights());
        }
        checkpoints.after(iteration, current);
        return stopping.stops();
    }

    /** The model with the weights of its best iteration, if evaluation chose one. */
    public SingleModel best(SingleModel last) {
        if (!parameters.callbacks().mayStop() || stopping.bestIteration().isEmpty()) {
            return last;
        }
        int best = stopping.bestIteration().getAsInt();
        Weights weights = weightsAfter.getOrDefault(best, last.weights());
        return new SingleModel(best, last.losses(), last.converged(), last.header(), weights, best);
    }

    /** Adds the metrics of all evaluations to a summary, if there were any. */
    public void addTo(ObjectNode summary) {
        if (!history.isEmpty()) {
            summary.set("validation_metrics", history);
        }
    }

    private void evaluate(int iteration, Weights weights) throws IOException, InterruptedException {
        weightsAfter.put(iteration, weights);
        Map<String, Double> values = evaluate("train", fit.train(), iteration, weights);
        if (fit.validate().isPresent()) {
            values = evaluate("validate", fit.validate(), iteration, weights);
        }
        if (!parameters.callbacks().mayStop()) {
            return;
        }
        Party self = context.task().self();
        if (self.role().equals("guest")) {
            tellOthers(stopping.update(decisive(values), iteration), iteration);
        } else {
            Party guest = context.parties().of("guest").get(0);
            stopping.adopt(counts(transfer.receiveJson(STATUS, guest, iteration)), iteration);
        }
    }

    private Map<String, Double> evaluate(String type, Optional<LinearData> data, int iteration, Weights weights)
            throws IOException, InterruptedException {
        if (data.isEmpty()) {
            return Map.of();
        }
        String namespace = fit.namespace() + "_iteration_" + iteration + "_" + type;
        Optional<double[]> scores = learner.predict(namespace, weights, data);
        if (scores.isEmpty()) {
            return Map.of();
        }
        Map<String, Double> values = Metrics.of(
                        parameters.flavour().isClassifier(),
                        parameters.callbacks().metrics())
                .of(data.get(), scores.get());
        log.info("iter {}: {} {}", iteration, type, values);
        report(type, iteration, values);
        return values;
    }

    private void report(String type, int iteration, Map<String, Double> values) {
        String name = fit.place().iteration(iteration);
        Map<String, JsonNode> data = new LinkedHashMap<>();
        values.forEach((metric, value) -> {
            data.put(metric, DoubleNode.valueOf(value));
            history.withObject("/" + type).withArray(metric).add(value);
        });
        ObjectNode metas = JsonNodeFactory.instance.objectNode().put("name", name);
        context.results().metric(new Metric(type, name, "EVALUATION_SUMMARY", metas, data));
    }

    private Map<String, Double> decisive(Map<String, Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "no single value metric detected for early stopping checking: name another in metrics");
        }
        if (!parameters.callbacks().firstMetricOnly()) {
            return values;
        }
        Map.Entry<String, Double> first = values.entrySet().iterator().next();
        return Map.of(first.getKey(), first.getValue());
    }

    private void tellOthers(Map<String, Integer> counts, int iteration) throws IOException, InterruptedException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        counts.forEach(json::put);
        for (String role : new String[] {"host", "arbiter"}) {
            for (Party party : context.parties().of(role)) {
                transfer.sendJson(STATUS, party, json, iteration);
            }
        }
    }

    private static Map<String, Integer> counts(JsonNode json) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        json.properties()
                .forEach(each -> counts.put(each.getKey(), each.getValue().asInt()));
        return counts;
    }
}
