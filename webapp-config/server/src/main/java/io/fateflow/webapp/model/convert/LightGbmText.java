package io.fateflow.webapp.model.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.webapp.model.convert.BoostedTrees.Node;
import io.fateflow.webapp.model.convert.BoostedTrees.Tree;

/** Trees as the text file of LightGBM's models, version 3, with what predicting needs. */
final class LightGbmText {

    private static final int DEFAULT_LEFT = 2;
    private static final int ZERO_IS_MISSING = 4;
    private static final int NAN_IS_MISSING = 8;

    private final BoostedTrees model;
    private final StringBuilder text = new StringBuilder();

    private LightGbmText(BoostedTrees model) {
        this.model = model;
    }

    static String of(BoostedTrees model) {
        LightGbmText written = new LightGbmText(model);
        written.header();
        for (int number = 0; number < model.trees().size(); number++) {
            written.tree(number);
        }
        written.end();
        return written.text.toString();
    }

    private int classes() {
        return model.classes().size() > 2 ? model.classes().size() : 1;
    }

    private String objective(boolean ofHeader) {
        if (model.isRegression()) {
            return "regression";
        }
        if (classes() == 1) {
            return ofHeader ? "binary sigmoid:1" : "binary";
        }
        return ofHeader ? "multiclass num_class:" + classes() : "multiclass";
    }

    private void line(String name, Object value) {
        text.append(name).append('=').append(value).append('\n');
    }

    private void header() {
        text.append("tree\nversion=v3\n");
        line("num_class", classes());
        line("num_tree_per_iteration", model.dimension());
        line("label_index", 0);
        line("max_feature_idx", model.names().size() - 1);
        line("objective", objective(true));
        // a space would begin the next name
        line(
                "feature_names",
                model.names().stream().map(name -> name.replaceAll("\\s", "-")).collect(spaced()));
        line("feature_infos", model.names().stream().map(name -> "[0:1]").collect(spaced()));
        text.append('\n');
    }

    private static Collector<CharSequence, ?, String> spaced() {
        return Collectors.joining(" ");
    }

    /** LightGBM numbers splits and leaves apart: a leaf is -1, -2 and so on, in the order in which splits name them. */
    private void tree(int number) {
        Tree tree = model.trees().get(number);
        Map<Integer, Integer> splits = new HashMap<>();
        for (int id = 0; id < tree.nodes().size(); id++) {
            if (!tree.nodes().get(id).leaf()) {
                splits.put(id, splits.size());
            }
        }
        List<Integer> leaves = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        List<Integer> right = new ArrayList<>();
        List<Node> inner = tree.nodes().stream().filter(node -> !node.leaf()).toList();
        for (Node node : inner) {
            left.add(child(node.left(), splits, leaves));
            right.add(child(node.right(), splits, leaves));
        }
        if (inner.isEmpty()) {
            leaves.add(0);
        }
        line("Tree", number);
        line("num_leaves", leaves.size());
        line("num_cat", 0);
        line("split_feature", join(inner.stream().map(Node::feature).toList()));
        line("threshold", join(inner.stream().map(Node::threshold).toList()));
        line("decision_type", join(inner.stream().map(this::decision).toList()));
        line("left_child", join(left));
        line("right_child", join(right));
        line(
                "leaf_value",
                join(leaves.stream()
                        .map(id -> model.score(number, tree.nodes().get(id)))
                        .toList()));
        line("internal_value", join(inner.stream().map(Node::weight).toList()));
        line("shrinkage", model.learningRate());
        rows(tree, leaves);
        text.append("\n\n");
    }

    private static int child(int id, Map<Integer, Integer> splits, List<Integer> leaves) {
        Integer split = splits.get(id);
        if (split != null) {
            return split;
        }
        leaves.add(id);
        return -leaves.size();
    }

    private void rows(Tree tree, List<Integer> leaves) {
        if (tree.rows().isEmpty()) {
            return;
        }
        long[] counts = new long[tree.nodes().size()];
        // children have higher ids than their parents
        for (int id = counts.length - 1; id >= 0; id--) {
            Node node = tree.nodes().get(id);
            counts[id] = node.leaf()
                    ? Math.max(1, tree.rows().getOrDefault(id, 0L))
                    : counts[node.left()] + counts[node.right()];
        }
        List<Long> inner = new ArrayList<>();
        for (int id = 0; id < counts.length; id++) {
            if (!tree.nodes().get(id).leaf()) {
                inner.add(counts[id]);
            }
        }
        line("internal_count", join(inner));
        line("leaf_count", join(leaves.stream().map(id -> counts[id]).toList()));
    }

    private int decision(Node node) {
        if (!model.useMissing()) {
            return 0;
        }
        return (node.missingLeft() ? DEFAULT_LEFT : 0) | (model.zeroAsMissing() ? ZERO_IS_MISSING : NAN_IS_MISSING);
    }

    private static String join(List<?> values) {
        return values.stream().map(String::valueOf).collect(spaced());
    }

    private void end() {
        JsonNode meta = model.meta();
        JsonNode tree = meta.path("treeMeta");
        JsonNode criterion = tree.path("criterionMeta").path("criterionParam");
        text.append("end of trees\n\nparameters:\n[boosting: gbdt]\n");
        parameter("objective", objective(false));
        parameter("num_iterations", meta.path("numTrees").asInt());
        parameter("learning_rate", model.learningRate());
        parameter("max_depth", tree.path("maxDepth").asInt());
        parameter("max_bin", meta.path("quantileMeta").path("binNum").asInt());
        parameter("use_missing", model.useMissing() ? 1 : 0);
        parameter("zero_as_missing", model.zeroAsMissing() ? 1 : 0);
        parameter("num_class", classes());
        parameter("lambda_l1", criterion.path(0).asDouble());
        parameter("lambda_l2", criterion.path(1).asDouble());
        parameter("min_data_in_leaf", tree.path("minLeafNode").asInt());
        parameter("min_gain_to_split", tree.path("minImpuritySplit").asDouble());
        text.append("\nend of parameters\n\npandas_categorical:[]\n");
    }

    private void parameter(String name, Object value) {
        text.append('[').append(name).append(": ").append(value).append("]\n");
    }
}
