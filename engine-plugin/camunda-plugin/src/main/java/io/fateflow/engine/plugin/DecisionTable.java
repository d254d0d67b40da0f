package io.fateflow.engine.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.camunda.bpm.dmn.engine.DmnDecisionRuleResult;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableImpl;
import org.camunda.bpm.dmn.engine.impl.DmnDecisionTableRuleImpl;
import org.camunda.bpm.dmn.engine.impl.DmnExpressionImpl;

/** A decision table of DMN, with the numbers of its rules, as people see them in a modeler. */
final class DecisionTable {

    private final DmnDecisionTableImpl table;
    private final Evaluation evaluation;

    DecisionTable(DmnDecisionTableImpl table, Evaluation evaluation) {
        this.table = table;
        this.evaluation = evaluation;
    }

    /** Evaluates it. */
    @FunctionalInterface
    interface Evaluation {
        Evaluated of(Map<String, Object> inputs) throws UnusableDecisionException;
    }

    /**
     * What came of it.
     *
     * @param rules the ids of the rules that have fitted
     */
    record Evaluated(List<DmnDecisionRuleResult> results, List<String> rules) {}

    /** A rule that has fitted, and what it says. */
    record Fit(String rule, DmnDecisionRuleResult result) {}

    /** A rule, and the text of one of its outputs; empty if there is none. */
    record Cell(String rule, String text) {}

    /** The rules that fit, as far as the table's hit policy lets them count. */
    List<Fit> rulesThatFit(Map<String, Object> inputs) throws UnusableDecisionException {
        Evaluated evaluated = evaluation.of(inputs);
        List<Fit> fits = new ArrayList<>();
        for (int i = 0; i < evaluated.results().size(); i++) {
            // a hit policy that makes one result of several rules has no rule of its own
            String rule = i < evaluated.rules().size() ? name(evaluated.rules().get(i)) : "its hit policy";
            fits.add(new Fit(rule, evaluated.results().get(i)));
        }
        return fits;
    }

    private String name(String id) {
        List<DmnDecisionTableRuleImpl> rules = table.getRules();
        for (int i = 0; i < rules.size(); i++) {
            if (id.equals(rules.get(i).getId())) {
                return "rule %d, %s".formatted(i + 1, id);
            }
        }
        return "rule " + id;
    }

    /** The names of its outputs. */
    List<String> outputs() {
        return table.getOutputs().stream()
                .map(output -> String.valueOf(output.getOutputName()))
                .toList();
    }

    /** What its rules say in an output. */
    List<Cell> cells(String output) {
        int column = outputs().indexOf(output);
        List<Cell> cells = new ArrayList<>();
        for (DmnDecisionTableRuleImpl rule : table.getRules()) {
            List<DmnExpressionImpl> texts = rule.getConclusions();
            String text = column < 0 || column >= texts.size()
                    ? null
                    : texts.get(column).getExpression();
            cells.add(new Cell(name(String.valueOf(rule.getId())), text == null ? "" : text.strip()));
        }
        return cells;
    }
}
