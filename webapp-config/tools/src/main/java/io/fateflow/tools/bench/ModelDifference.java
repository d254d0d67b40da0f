package io.fateflow.tools.bench;

import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How far two models of boosted trees, in FATE's JSON form, are from each other.
 *
 * @param nodes that at least one of them has
 * @param otherSplits how many nodes one has and the other has not, or that another party, another column or another threshold parts
 * @param weight the greatest difference of two nodes' weights
 * @param loss the greatest difference of two rounds' losses; infinite if they have not as many rounds
 */
record ModelDifference(int nodes, int otherSplits, double weight, double loss) {

    private static final List<String> WHAT_PARTS = List.of("isLeaf", "sitename", "fid", "leftNodeid", "rightNodeid");
    private static final double SAME = 1e-9;

    /** @param one, other one party's parts of the models */
    static ModelDifference of(JsonNode one, JsonNode other) {
        ModelDifference sum = new ModelDifference(0, 0, 0, ofLosses(one.path("losses"), other.path("losses")));
        int trees = Math.max(one.path("trees").size(), other.path("trees").size());
        for (int tree = 0; tree < trees; tree++) {
            sum = sum.with(
                    ofTrees(one.path("trees").path(tree), other.path("trees").path(tree)));
        }
        return sum;
    }

    ModelDifference with(ModelDifference other) {
        return new ModelDifference(
                nodes + other.nodes,
                otherSplits + other.otherSplits,
                Math.max(weight, other.weight),
                Math.max(loss, other.loss));
    }

    ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("nodes", nodes)
                .put("otherSplits", otherSplits)
                .put("greatestDifferenceOfWeights", weight)
                .put("greatestDifferenceOfLosses", loss);
    }

    private static double ofLosses(JsonNode one, JsonNode other) {
        return one.size() != other.size()
                ? Double.POSITIVE_INFINITY
                : IntStream.range(0, one.size())
                        .mapToDouble(round -> difference(one.path(round), other.path(round)))
                        .max()
                        .orElse(0);
    }

    private static ModelDifference ofTrees(JsonNode one, JsonNode other) {
        int nodes = Math.max(one.path("tree").size(), other.path("tree").size());
        int otherSplits = 0;
        double weight = 0;
        for (int id = 0; id < nodes; id++) {
            JsonNode mine = one.path("tree").path(id);
            JsonNode yours = other.path("tree").path(id);
            if (sameSplit(mine, yours) && sameThreshold(id, one, other)) {
                weight = Math.max(weight, difference(mine.path("weight"), yours.path("weight")));
            } else {
                otherSplits++;
            }
        }
        return new ModelDifference(nodes, otherSplits, weight, 0);
    }

    private static boolean sameSplit(JsonNode one, JsonNode other) {
        return WHAT_PARTS.stream().allMatch(key -> one.path(key).equals(other.path(key)));
    }

    /** Only a node's owner has its threshold; of others' nodes neither model has one. */
    private static boolean sameThreshold(int id, JsonNode one, JsonNode other) {
        JsonNode mine = one.path("splitMaskdict").path(Integer.toString(id));
        JsonNode yours = other.path("splitMaskdict").path(Integer.toString(id));
        return mine.isMissingNode() == yours.isMissingNode() && difference(mine, yours) <= SAME;
    }

    private static double difference(JsonNode one, JsonNode other) {
        return Math.abs(one.asDouble() - other.asDouble());
    }
}
