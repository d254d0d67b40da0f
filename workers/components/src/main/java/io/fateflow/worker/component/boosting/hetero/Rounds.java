package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.validate.EarlyStopping;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** When training ends: the guest looks at losses and metrics, and all parties come to the same end. */
final class Rounds {

    private final Setup setup;
    private final LinearVariables boosting;
    private final LinearVariables validation;
    private final EarlyStopping stopping;
    private boolean converged;
    private double lastLoss = Double.NaN;

    Rounds(Setup setup, String namespace) {
        this.setup = setup;
        this.boosting = setup.boosting(namespace);
        this.validation = setup.of(Variables.VALIDATION, namespace);
        this.stopping = new EarlyStopping(setup.parameters().callbacks().patience());
    }

    /** Whether the model is evaluated after a round. */
    boolean evaluatesAfter(int round) {
        return setup.parameters().callbacks().evaluatesAfter(round);
    }

    /** Whether the model of a round is kept. */
    boolean savesAfter(int round) {
        return setup.parameters().callbacks().savesAfter(round);
    }

    /** The guest's: tells what evaluation means for the end. */
    void evaluated(int round, Map<String, Double> values) throws IOException, InterruptedException {
        if (!setup.parameters().callbacks().mayStop()) {
            return;
        }
        Map<String, Double> decisive = values;
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "no single value metric detected for early stopping checking: name another in metrics");
        }
        if (setup.parameters().callbacks().firstMetricOnly()) {
            Map.Entry<String, Double> first = values.entrySet().iterator().next();
            decisive = Map.of(first.getKey(), first.getValue());
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        stopping.update(decisive, round).forEach(json::put);
        setup.tellHosts(validation, Variables.VALIDATION_STATUS, json, round);
    }

    /** A host's: hears the same. */
    void heard(int round) throws IOException, InterruptedException {
        if (!setup.parameters().callbacks().mayStop()) {
            return;
        }
        JsonNode json =
                validation.receiveJson(Variables.VALIDATION_STATUS, setup.side().guest(), round);
        Map<String, Integer> counts = new LinkedHashMap<>();
        json.properties()
                .forEach(each -> counts.put(each.getKey(), each.getValue().asInt()));
        stopping.adopt(counts, round);
    }

    /** The guest's: whether a round was the last one. */
    boolean ends(int round, double loss) throws IOException, InterruptedException {
        // the first difference is NaN, which is not below anything
        converged = setup.parameters().stopsWhenConverged()
                && Math.abs(lastLoss - loss) < setup.parameters().tolerance();
        lastLoss = loss;
        setup.tellHosts(boosting, Variables.STOP_FLAG, JsonNodeFactory.instance.booleanNode(converged), round);
        return converged || stopping.stops();
    }

    /** A host's: whether a round was the last one. */
    boolean ends(int round) throws IOException, InterruptedException {
        converged = boosting.receiveJson(Variables.STOP_FLAG, setup.side().guest(), round)
                .asBoolean();
        return converged || stopping.stops();
    }

    boolean converged() {
        return converged;
    }

    /** How many of the rounds are kept: those up to the best one if training may stop early. */
    int kept(int rounds) {
        return setup.parameters().callbacks().mayStop()
                        && stopping.bestIteration().isPresent()
                ? stopping.bestIteration().getAsInt() + 1
                : rounds;
    }

    /** FATE's number of the best round, -1 if none was chosen. */
    int best() {
        return setup.parameters().callbacks().mayStop()
                ? stopping.bestIteration().orElse(-1)
                : -1;
    }
}
