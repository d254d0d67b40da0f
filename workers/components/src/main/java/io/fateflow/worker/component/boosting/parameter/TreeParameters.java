package io.fateflow.worker.component.boosting.parameter;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code tree_param}: how one tree grows.
 *
 * @param l2 added to the sum of hessians
 * @param l1 by which sums of gradients shrink
 * @param leastSplitRows rows of a node that may be parted
 * @param leastGain above which a node is parted
 * @param leastLeafRows rows of each part
 * @param leastChildWeight sum of hessians of each part
 * @param nodesAtOnce how many nodes of one depth are looked at together
 */
public record TreeParameters(
        double l2,
        double l1,
        int maxDepth,
        int leastSplitRows,
        double leastGain,
        int leastLeafRows,
        double leastChildWeight,
        int nodesAtOnce) {

    private static final int MOST_DEPTH = 30;

    static TreeParameters read(Parameters section) {
        section.choice("criterion_method", "xgboost", "xgboost");
        List<Double> criterion = criterion(section);
        int nodesAtOnce = section.integer("max_split_nodes", 65536, 1, Integer.MAX_VALUE - 1);
        TreeParameters read = new TreeParameters(
                criterion.get(0),
                criterion.get(1),
                section.integer("max_depth", 3, 1, MOST_DEPTH),
                section.integer("min_sample_split", 2, 1, Integer.MAX_VALUE),
                section.decimal("min_impurity_split", 1e-3, 0, Double.MAX_VALUE),
                section.integer("min_leaf_node", 1, 1, Integer.MAX_VALUE),
                section.decimal("min_child_weight", 0, 0, Double.MAX_VALUE),
                nodesAtOnce + nodesAtOnce % 2);
        section.choice("feature_importance_type", "split", "split", "gain");
        section.ignore("n_iter_no_change")
                .ignore("tol")
                .ignore("deterministic")
                .ignore("use_missing")
                .ignore("zero_as_missing")
                .refuseOthers();
        return read;
    }

    /** The same with another depth. */
    TreeParameters withDepth(int depth) {
        return new TreeParameters(
                l2, l1, depth, leastSplitRows, leastGain, leastLeafRows, leastChildWeight, nodesAtOnce);
    }

    private static List<Double> criterion(Parameters section) {
        JsonNode given = section.any("criterion_params");
        double l2 = 0.1;
        double l1 = 0;
        if (given.isObject()) {
            Parameters named = section.section("criterion_params");
            l1 = named.decimal("l1", 0, 0, Double.MAX_VALUE);
            l2 = named.decimal("l2", 0.1, 0, Double.MAX_VALUE);
            named.refuseOthers();
        } else if (!given.isMissingNode()) {
            List<Double> numbers = section.decimals("criterion_params");
            if (numbers.size() != 2 || numbers.stream().anyMatch(each -> each < 0)) {
                throw section.wrong("criterion_params", "must be two numbers from 0, for l2 and l1, not " + given);
            }
            l2 = numbers.get(0);
            l1 = numbers.get(1);
        }
        return List.of(l2, l1);
    }
}
