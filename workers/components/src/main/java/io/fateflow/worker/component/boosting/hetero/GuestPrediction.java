package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.Arrays;

import com.fasterxml.jackson.databind.node.BooleanNode;

import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/**
 * Leads rows through trees at the guest. Where a host's column parts a node, that host is asked; it gets to know which rows
 * are at its own nodes. Rows go in blocks, so that memory does not grow with them.
 */
final class GuestPrediction {

    /** How many rows are on their way at once. */
    static final int BLOCK_ROWS = 1 << 15;

    private final Setup setup;
    private final LinearVariables transfer;
    private final TreeRows rows;
    private final boolean hostsKnowLeaves;
    private final String[] sites;

    /**
     * Begins nothing yet.
     *
     * @param transfer in a namespace of this prediction's own
     */
    GuestPrediction(Setup setup, LinearVariables transfer, TreeRows rows, BoostingModel.Learned learned) {
        this.setup = setup;
        this.transfer = transfer;
        this.rows = rows;
        this.hostsKnowLeaves = learned.strategy() == Strategy.Kind.MIX;
        this.sites = setup.hosts().stream().map(Setup::site).toArray(String[]::new);
    }

    static int blocks(int rows) {
        return (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    }

    /**
     * Adds all trees' weights to scores.
     *
     * @param dimension how many trees a round has
     */
    void addTo(Scores scores, int dimension, double learningRate) throws IOException, InterruptedException {
        for (int block = 0; block < blocks(rows.size()); block++) {
            int first = block * BLOCK_ROWS;
            int[][] leaves = leaves(block, first, Math.min(BLOCK_ROWS, rows.size() - first));
            for (int tree = 0; tree < leaves.length; tree++) {
                scores.add(rows.trees().get(tree), tree % dimension, learningRate, first, leaves[tree]);
            }
        }
    }

    private int[][] leaves(int block, int first, int count) throws IOException, InterruptedException {
        int[][] nodes = new int[rows.trees().size()][count];
        if (hostsKnowLeaves) {
            for (Party host : setup.hosts()) {
                int[] theirs = receive(host, nodes, block, 0);
                merge(nodes, theirs);
            }
            advance(nodes, first);
            return nodes;
        }
        for (int turn = 0; ; turn++) {
            advance(nodes, first);
            boolean done = allAreLeaves(nodes);
            setup.tellHosts(transfer, Variables.PREDICT_STOP, BooleanNode.valueOf(done), block, turn);
            if (done) {
                return nodes;
            }
            for (int host = 0; host < sites.length; host++) {
                transfer.send(
                        Variables.GUEST_DATA,
                        setup.hosts().get(host),
                        SmallNumbers.payload(at(nodes, sites[host])),
                        block,
                        turn);
            }
            for (Party host : setup.hosts()) {
                merge(nodes, receive(host, nodes, block, turn));
            }
        }
    }

    private int[] receive(Party host, int[][] nodes, int block, int turn) throws IOException, InterruptedException {
        int count = nodes.length == 0 ? 0 : nodes.length * nodes[0].length;
        int[] theirs = SmallNumbers.require(
                transfer.receive(Variables.HOST_DATA, host, SmallNumbers::read, block, turn),
                count,
                Integer.MAX_VALUE,
                host + " led rows through its nodes");
        for (int i = 0; i < count; i++) {
            if (theirs[i] >= rows.trees().get(i / nodes[0].length).nodes().size()) {
                throw new ExchangeException(host + " led a row to a node that its tree has not");
            }
        }
        return theirs;
    }

    private void advance(int[][] nodes, int first) {
        for (int tree = 0; tree < nodes.length; tree++) {
            for (int i = 0; i < nodes[tree].length; i++) {
                nodes[tree][i] = rows.advance(tree, nodes[tree][i], first + i);
            }
        }
    }

    private boolean allAreLeaves(int[][] nodes) {
        for (int tree = 0; tree < nodes.length; tree++) {
            Tree own = rows.trees().get(tree);
            if (Arrays.stream(nodes[tree]).anyMatch(node -> !own.node(node).leaf())) {
                return false;
            }
        }
        return true;
    }

    /** The nodes of rows that are at one party's nodes, tree by tree; of others -1. */
    private int[] at(int[][] nodes, String site) {
        int count = nodes[0].length;
        int[] at = new int[nodes.length * count];
        for (int tree = 0; tree < nodes.length; tree++) {
            for (int i = 0; i < count; i++) {
                TreeNode node = rows.trees().get(tree).node(nodes[tree][i]);
                boolean theirs = !node.leaf() && node.site().equals(site);
                at[tree * count + i] = theirs ? node.id() : -1;
            }
        }
        return at;
    }

    private static void merge(int[][] nodes, int[] theirs) {
        for (int i = 0; i < theirs.length; i++) {
            int count = nodes[0].length;
            nodes[i / count][i % count] = Math.max(nodes[i / count][i % count], theirs[i]);
        }
    }
}
