package io.fateflow.webapp.model.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.engine.model.ComponentModel;

/**
 * Boosted trees whose every split is known.
 *
 * @param meta how they were learned
 * @param names of the columns, by which the nodes name them
 * @param classes the labels; empty of a regression
 * @param dimension how many trees a round has
 * @param start the first score of each dimension
 * @param trees round by round
 */
record BoostedTrees(
        JsonNode meta, List<String> names, List<String> classes, int dimension, List<Double> start, List<Tree> trees) {

    /**
     * One tree.
     *
     * @param rows how many rows of the training came to each leaf, by the node's id; empty if nobody knows
     */
    record Tree(List<Node> nodes, Map<Integer, Long> rows) {}

    /**
     * One node; its id is its place.
     *
     * @param feature the column's number; -1 of a leaf
     * @param threshold rows up to it go left
     * @param missingLeft where rows go that have no value
     * @param weight of a leaf, not yet multiplied by the learning rate
     */
    record Node(boolean leaf, int feature, double threshold, boolean missingLeft, double weight, int left, int right) {

        Node weighing(double other) {
            return new Node(leaf, feature, threshold, missingLeft, other, left, right);
        }
    }

    /**
     * The trees of all parties.
     *
     * @param hosts may be none, where one party knows all
     * @param rename whether a host's columns end with its name
     * @throws IllegalArgumentException if nobody of these parties knows a split
     */
    static BoostedTrees of(ComponentModel guest, List<ComponentModel> hosts, boolean rename) {
        JsonNode param = guest.param();
        List<String> names = new ArrayList<>(names(param));
        List<Integer> firsts = new ArrayList<>();
        for (int place = 0; place < hosts.size(); place++) {
            firsts.add(names.size());
            String site = site(hosts.get(place).param(), place);
            names(hosts.get(place).param()).forEach(name -> names.add(rename ? name + "_" + site : name));
        }
        List<Tree> trees = new ArrayList<>();
        int outputs = 1;
        for (int number = 0; number < param.path("trees").size(); number++) {
            JsonNode own = param.path("trees").path(number).path("tree");
            outputs = Math.max(1, own.path(0).path("moWeight").size());
            Tree tree = tree(guest, hosts, firsts, number);
            trees.addAll(outputs == 1 ? List.of(tree) : treeOfEachClass(tree, own, outputs));
        }
        return new BoostedTrees(
                guest.meta(),
                names,
                texts(param.path("classes")),
                Math.max(outputs, param.path("treeDim").asInt()),
                numbers(param.path("initScore")),
                trees);
    }

    /** Of a tree whose leaves have a weight for each class ({@code multi_output}): other forms have no such trees. */
    private static List<Tree> treeOfEachClass(Tree tree, JsonNode nodes, int classes) {
        List<Tree> trees = new ArrayList<>();
        for (int place = 0; place < classes; place++) {
            List<Node> ofClass = new ArrayList<>();
            for (int id = 0; id < tree.nodes().size(); id++) {
                ofClass.add(tree.nodes()
                        .get(id)
                        .weighing(nodes.path(id).path("moWeight").path(place).asDouble()));
            }
            trees.add(new Tree(ofClass, tree.rows()));
        }
        return trees;
    }

    private static List<String> names(JsonNode param) {
        Map<Integer, String> names = new TreeMap<>();
        param.path("featureNameFidMapping")
                .properties()
                .forEach(entry -> names.put(
                        Integer.valueOf(entry.getKey()), entry.getValue().asText()));
        return List.copyOf(names.values());
    }

    /** FATE takes it from the anonymous name of a column: {@code host_10000_x0}. */
    private static String site(JsonNode host, int place) {
        return host.path("anonymousNameMapping").properties().stream()
                .map(entry -> entry.getKey().split("_", 3))
                .filter(parts -> parts.length == 3)
                .map(parts -> parts[0] + "_" + parts[1])
                .findFirst()
                .orElse("host_" + place);
    }

    private static Tree tree(ComponentModel guest, List<ComponentModel> hosts, List<Integer> firsts, int number) {
        JsonNode own = guest.param().path("trees").path(number);
        List<Node> nodes = new ArrayList<>();
        for (JsonNode node : own.path("tree")) {
            nodes.add(node(node, own, hosts, firsts, number));
        }
        Map<Integer, Long> rows = new HashMap<>();
        own.path("leafCount")
                .properties()
                .forEach(entry -> rows.put(
                        Integer.valueOf(entry.getKey()), entry.getValue().asLong()));
        check(nodes, number);
        return new Tree(nodes, rows);
    }

    private static Node node(
            JsonNode node, JsonNode own, List<ComponentModel> hosts, List<Integer> firsts, int number) {
        String id = node.path("id").asText();
        if (node.path("isLeaf").asBoolean()) {
            return new Node(true, -1, 0, false, node.path("weight").asDouble(), -1, -1);
        }
        for (int place = 0; place < hosts.size(); place++) {
            JsonNode tree = hosts.get(place).param().path("trees").path(number);
            if (tree.path("splitMaskdict").has(id)) {
                int feature = firsts.get(place)
                        + tree.path("tree")
                                .path(node.path("id").asInt())
                                .path("fid")
                                .asInt();
                return split(node, feature, tree, id);
            }
        }
        boolean plain = own.path("splitMaskdict").isEmpty() && hosts.isEmpty();
        if (!plain && !own.path("splitMaskdict").has(id)) {
            throw new IllegalArgumentException(
                    "FFB-5290 Tree " + number + " has a split that none of these parties knows:"
                            + " name all hosts of the training in host_party_ids.");
        }
        return split(node, node.path("fid").asInt(), own, id);
    }

    private static Node split(JsonNode node, int feature, JsonNode tree, String id) {
        boolean masked = tree.path("splitMaskdict").has(id);
        double threshold = (masked ? tree.path("splitMaskdict").path(id) : node.path("bid")).asDouble();
        int missing = (masked ? tree.path("missingDirMaskdict").path(id) : node.path("missingDir")).asInt(1);
        return new Node(
                false,
                feature,
                threshold,
                missing == -1,
                node.path("weight").asDouble(),
                node.path("leftNodeid").asInt(),
                node.path("rightNodeid").asInt());
    }

    private static void check(List<Node> nodes, int number) {
        for (int id = 0; id < nodes.size(); id++) {
            Node node = nodes.get(id);
            if (!node.leaf()
                    && (Math.min(node.left(), node.right()) <= id
                            || Math.max(node.left(), node.right()) >= nodes.size())) {
                throw new IllegalArgumentException("FFB-5290 Tree " + number + " has a node that leads nowhere.");
            }
        }
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<Double> numbers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asDouble)
                .toList();
    }

    boolean isRegression() {
        return meta.path("taskType").asText().equals("regression");
    }

    boolean useMissing() {
        return meta.path("treeMeta").path("useMissing").asBoolean();
    }

    boolean zeroAsMissing() {
        return meta.path("treeMeta").path("zeroAsMissing").asBoolean();
    }

    double learningRate() {
        return meta.path("learningRate").asDouble();
    }

    /** The first score of a tree's dimension, which the first round carries. */
    double start(int tree) {
        return tree < dimension && tree < start.size() ? start.get(tree) : 0;
    }

    /** What a leaf adds to the score. */
    double score(int tree, Node leaf) {
        return leaf.weight() * learningRate() + start(tree);
    }
}
