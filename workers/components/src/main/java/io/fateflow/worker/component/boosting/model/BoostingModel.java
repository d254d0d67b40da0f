package io.fateflow.worker.component.boosting.model;

import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.tree.Tree;

/**
 * One party's part of a trained model.
 *
 * @param trees round by round, in each one for each dimension
 * @param dimension how many trees a round has
 * @param start the scores before the first tree; empty at a host
 * @param losses one for each round, at the party that knows them
 * @param classes the labels in ascending order; empty of a regression, and at a host
 * @param header the columns it was trained with
 * @param anonymous the columns' names by their names for others
 * @param bestIteration the round that training went on after, else -1
 * @param plan FATE's names of each tree's kind; empty if all parties grow all trees
 */
public record BoostingModel(
        List<Tree> trees,
        int dimension,
        List<Double> start,
        List<Double> losses,
        List<String> classes,
        List<String> header,
        Map<String, String> anonymous,
        List<Importance> importances,
        int bestIteration,
        List<String> plan,
        Learned learned) {

    /**
     * What predicting needs to know of how it was trained.
     *
     * @param objective FATE's name
     */
    public record Learned(
            boolean classification,
            String objective,
            List<Double> objectiveValues,
            double learningRate,
            Strategy.Kind strategy,
            boolean useMissing,
            boolean zeroAsMissing) {

        public Learned {
            objectiveValues = List.copyOf(objectiveValues);
        }
    }

    /** FATE's number for a model of the last round. */
    public static final int LAST = -1;

    public BoostingModel {
        trees = List.copyOf(trees);
        start = List.copyOf(start);
        losses = List.copyOf(losses);
        classes = List.copyOf(classes);
        header = List.copyOf(header);
        anonymous = Map.copyOf(anonymous);
        importances = List.copyOf(importances);
        plan = List.copyOf(plan);
    }

    public int rounds() {
        return trees.size() / dimension;
    }

    /** The trees of some rounds. */
    public List<Tree> trees(int fromRound, int toRound) {
        return trees.subList(fromRound * dimension, toRound * dimension);
    }
}
