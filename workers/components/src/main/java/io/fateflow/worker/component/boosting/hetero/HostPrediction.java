package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/** Leads rows through a host's own nodes, as the guest asks for it. */
final class HostPrediction {

    private final LinearVariables transfer;
    private final Party guest;
    private final TreeRows rows;
    private final boolean knowsLeaves;

    HostPrediction(Setup setup, LinearVariables transfer, TreeRows rows, BoostingModel.Learned learned) {
        this.transfer = transfer;
        this.guest = setup.side().guest();
        this.rows = rows;
        this.knowsLeaves = learned.strategy() == Strategy.Kind.MIX;
    }

    void serve() throws IOException, InterruptedException {
        for (int block = 0; block < GuestPrediction.blocks(rows.size()); block++) {
            int first = block * GuestPrediction.BLOCK_ROWS;
            int count = Math.min(GuestPrediction.BLOCK_ROWS, rows.size() - first);
            if (knowsLeaves) {
                sendLeaves(block, first, count);
            } else {
                serve(block, first, count);
            }
        }
    }

    private void serve(int block, int first, int count) throws IOException, InterruptedException {
        int all = rows.trees().size() * count;
        for (int turn = 0; ; turn++) {
            if (transfer.receiveJson(Variables.PREDICT_STOP, guest, block, turn).asBoolean()) {
                return;
            }
            int[] nodes = SmallNumbers.require(
                    transfer.receive(Variables.GUEST_DATA, guest, SmallNumbers::read, block, turn),
                    all,
                    Integer.MAX_VALUE,
                    guest + " asked for rows");
            for (int i = 0; i < all; i++) {
                if (nodes[i] >= 0) {
                    requireNode(i / count, nodes[i]);
                    nodes[i] = rows.advance(i / count, nodes[i], first + i % count);
                }
            }
            transfer.send(Variables.HOST_DATA, guest, SmallNumbers.payload(nodes), block, turn);
        }
    }

    /** Of trees that this host has grown alone; of others -1. */
    private void sendLeaves(int block, int first, int count) throws IOException, InterruptedException {
        List<Tree> trees = rows.trees();
        int[] leaves = new int[trees.size() * count];
        Arrays.fill(leaves, -1);
        for (int tree = 0; tree < trees.size(); tree++) {
            for (int i = 0; !trees.get(tree).nodes().isEmpty() && i < count; i++) {
                leaves[tree * count + i] = rows.advance(tree, Tree.ROOT, first + i);
            }
        }
        transfer.send(Variables.HOST_DATA, guest, SmallNumbers.payload(leaves), block, 0);
    }

    private void requireNode(int tree, int node) throws ExchangeException {
        if (node >= rows.trees().get(tree).nodes().size()) {
            throw new ExchangeException(guest + " asks for a node that tree " + tree
                    + " has not: its model is not the one that belongs to this host's");
        }
    }
}
