package io.fateflow.engine.plugin;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnEngine;
import org.camunda.bpm.dmn.engine.DmnEngineConfiguration;
import org.camunda.bpm.dmn.engine.delegate.DmnDecisionTableEvaluationEvent;
import org.camunda.bpm.dmn.engine.delegate.DmnDecisionTableEvaluationListener;
import org.camunda.bpm.dmn.engine.delegate.DmnEvaluatedDecisionRule;
import org.camunda.bpm.dmn.engine.impl.DefaultDmnEngineConfiguration;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableImpl;

/**
 * Reads decision tables for an engine of DMN alone, which knows no beans, no processes and no other language than FEEL. It
 * tells which rules have fitted, as the process engine's does only in its history.
 */
final class DecisionTables {

    /** A connection that stands still in a transaction is taken away after ten seconds. */
    private static final TimedEvaluation.Limits LIMITS =
            new TimedEvaluation.Limits(Duration.ofSeconds(5), Duration.ofSeconds(8));

    private final FittingRules fitting = new FittingRules();
    private final DmnEngine engine;

    DecisionTables() {
        DefaultDmnEngineConfiguration configuration =
                (DefaultDmnEngineConfiguration) DmnEngineConfiguration.createDefaultDmnEngineConfiguration();
        configuration.getTransformer().getTransformListeners().add(new DmnGuard());
        configuration.getCustomPostDecisionTableEvaluationListeners().add(fitting);
        engine = configuration.buildEngine();
    }

    /** @throws UnusableDecisionException if there is no decision table of that key in it, or not one that may be evaluated */
    DecisionTable read(String key, InputStream dmn) throws UnusableDecisionException {
        DmnDecision decision;
        try {
            decision = engine.parseDecision(key, dmn);
        } catch (RuntimeException e) {
            // its model's parser throws exceptions of several families
            throw new UnusableDecisionException(e);
        }
        if (!(decision.getDecisionLogic() instanceof DmnDecisionTableImpl table)) {
            throw new UnusableDecisionException("the decision %s is no decision table".formatted(key));
        }
        DecisionTable.Evaluation evaluation = inputs -> {
            try {
                return fitting.of(key, () -> engine.evaluateDecisionTable(decision, inputs));
            } catch (RuntimeException e) {
                // those of FEEL are of another family than those of DMN
                throw new UnusableDecisionException(e);
            }
        };
        return new DecisionTable(table, new TimedEvaluation(evaluation, LIMITS));
    }

    /** Keeps the ids of the rules that have fitted, for the thread that evaluates. */
    private static final class FittingRules implements DmnDecisionTableEvaluationListener {

        // one of each server, not of the class
        @SuppressWarnings("ThreadLocalUsage")
        private final ThreadLocal<List<DmnDecisionTableEvaluationEvent>> events =
                ThreadLocal.withInitial(ArrayList::new);

        @Override
        public void notify(DmnDecisionTableEvaluationEvent event) {
            events.get().add(event);
        }

        DecisionTable.Evaluated of(
                String key, java.util.function.Supplier<org.camunda.bpm.dmn.engine.DmnDecisionTableResult> evaluation) {
            events.get().clear();
            try {
                var result = evaluation.get();
                List<String> rules = events.get().stream()
                        .filter(event -> event.getDecision().getKey().equals(key))
                        .flatMap(event -> event.getMatchingRules().stream())
                        .map(DmnEvaluatedDecisionRule::getId)
                        .toList();
                return new DecisionTable.Evaluated(
                        result.getResultList().isEmpty() ? List.of() : List.copyOf(result), rules);
            } finally {
                events.remove();
            }
        }
    }
}
