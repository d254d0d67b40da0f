package io.fateflow.worker.component.boosting.model;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;

/** FATE's JSON form of a tree: thresholds and directions of missing values stand beside the nodes. */
public final class TreeJson {

    private static final int NO_WEIGHT = -1;

    private TreeJson() {}

    /** A tree of which all parties know all: thresholds stand in the nodes. */
    public static ObjectNode writePlain(Tree tree) {
        ObjectNode json = write(tree);
        json.putObject("splitMaskdict");
        json.putObject("missingDirMaskdict");
        for (TreeNode node : tree.nodes()) {
            if (node.feature() >= 0) {
                ((ObjectNode) json.path("tree").path(node.id())).put("bid", node.threshold());
            }
        }
        return json;
    }

    /** A tree as JSON. */
    public static ObjectNode write(Tree tree) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode thresholds = json.putObject("splitMaskdict");
        ObjectNode directions = json.putObject("missingDirMaskdict");
        json.putObject("leafCount");
        for (TreeNode node : tree.nodes()) {
            json.withArray("tree").add(write(node));
            if (node.feature() >= 0) {
                thresholds.put(Integer.toString(node.id()), node.threshold());
                directions.put(Integer.toString(node.id()), node.missingDirection());
            }
        }
        json.withArray("tree");
        return json;
    }

    private static ObjectNode write(TreeNode node) {
        boolean several = node.weights().length > 1;
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", node.id())
                .put("sitename", node.site())
                .put("fid", node.feature())
                .put("bid", node.feature() >= 0 ? 0.0 : -1.0)
                .put("weight", several ? NO_WEIGHT : node.weights()[0])
                .put("isLeaf", node.leaf())
                .put("leftNodeid", node.left())
                .put("rightNodeid", node.right())
                .put("missingDir", node.missingDirection());
        json.putArray("moWeight");
        for (int k = 0; several && k < node.weights().length; k++) {
            json.withArray("moWeight").add(node.weights()[k]);
        }
        return json;
    }

    /**
     * Reads a tree.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Tree read(JsonNode json) {
        List<TreeNode> nodes = new ArrayList<>();
        for (JsonNode node : json.path("tree")) {
            nodes.add(read(node, json));
        }
        for (int place = 0; place < nodes.size(); place++) {
            TreeNode node = nodes.get(place);
            boolean childrenAreThere = node.left() > node.id()
                    && node.right() > node.id()
                    && node.left() < nodes.size()
                    && node.right() < nodes.size();
            boolean whole = node.leaf() || childrenAreThere;
            if (place != node.id() || !whole) {
                throw new IllegalArgumentException("the model has a tree whose node " + node.id() + " leads nowhere");
            }
        }
        return new Tree(nodes);
    }

    private static TreeNode read(JsonNode node, JsonNode tree) {
        String id = node.path("id").asText();
        boolean masked = tree.path("splitMaskdict").has(id);
        boolean plain =
                tree.path("splitMaskdict").isEmpty() && !node.path("isLeaf").asBoolean();
        boolean own = masked || (plain && node.path("fid").asInt(-1) >= 0);
        double[] several = new double[node.path("moWeight").size()];
        for (int k = 0; k < several.length; k++) {
            several[k] = node.path("moWeight").path(k).asDouble();
        }
        return new TreeNode(
                node.path("id").asInt(),
                node.path("sitename").asText(),
                own ? node.path("fid").asInt() : -1,
                (masked ? tree.path("splitMaskdict").path(id) : node.path("bid")).asDouble(),
                (masked ? tree.path("missingDirMaskdict").path(id) : node.path("missingDir")).asInt(1),
                several.length > 0 ? several : new double[] {node.path("weight").asDouble()},
                node.path("isLeaf").asBoolean(),
                node.path("leftNodeid").asInt(),
                node.path("rightNodeid").asInt());
    }
}
