package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/** FATE's EINI prediction at a host: takes away the leaves that a row can't come to; the last host adds up the others. */
final class EncryptedHostPrediction {

    /** Binary places of the random numbers that scores may be multiplied with. */
    static final int MASK_PLACES = 20;

    private static final double LEAST_COMPLEXITY = 1e9;

    private final Setup setup;
    private final LinearVariables transfer;
    private final TreeRows rows;
    private final BoostingModel model;

    /** One of all rows, as FATE's, so that they stay in the order of their scores. */
    private final long mask;

    EncryptedHostPrediction(Setup setup, LinearVariables transfer, TreeRows rows, BoostingModel model) {
        this.setup = setup;
        this.transfer = transfer;
        this.rows = rows;
        this.model = model;
        this.mask = setup.parameters().inference().masked()
                ? (1L << MASK_PLACES) + new SecureRandom().nextInt(1 << MASK_PLACES)
                : 1;
    }

    void serve() throws IOException, InterruptedException {
        if (setup.parameters().inference().checked()) {
            requireComplexity();
        }
        Party guest = setup.side().guest();
        List<Integer> leaves = new ArrayList<>();
        JsonNode header = transfer.receiveJson(Variables.PLAN, guest);
        header.path("leaves").forEach(each -> leaves.add(each.asInt()));
        if (leaves.size() != rows.trees().size()) {
            throw new ExchangeException(guest + " has " + leaves.size() + " trees, this host has "
                    + rows.trees().size() + ": the models do not belong together");
        }
        LeafBlocks blocks =
                new LeafBlocks(leaves.stream().mapToInt(Integer::intValue).toArray());
        PaillierPublicKey key = transfer.receive(Variables.PUBLIC_KEY, guest, PaillierPublicKey::read);
        for (int block = 0; block < blocks.blocks(rows.size()); block++) {
            int first = block * blocks.rowsAtOnce();
            int count = Math.min(blocks.rowsAtOnce(), rows.size() - first);
            serve(blocks, key, block, first, count, header.path("outputs").asInt());
        }
    }

    private void serve(LeafBlocks blocks, PaillierPublicKey key, int block, int first, int count, int outputs)
            throws IOException, InterruptedException {
        List<Party> hosts = setup.hosts();
        int place = hosts.indexOf(setup.side().self());
        PaillierNumber[] numbers = place == 0
                ? transfer.receive(
                        Variables.GUEST_DATA,
                        setup.side().guest(),
                        in -> PaillierCodec.read(in, key),
                        "position_vec",
                        block)
                : transfer.receive(
                        Variables.INTER_HOST_DATA, hosts.get(place - 1), in -> PaillierCodec.read(in, key), block);
        int perLeaf = outputs / model.dimension();
        int perRow = blocks.perRow() * perLeaf;
        if (numbers.length != count * perRow) {
            throw new ExchangeException("encrypted weights of " + count + " rows are " + numbers.length);
        }
        boolean[][] reachable = IntStream.range(first, first + count)
                .parallel()
                .mapToObj(row -> blocks.reachable(rows, row))
                .toArray(boolean[][]::new);
        if (place < hosts.size() - 1) {
            PaillierNumber[] left = IntStream.range(0, numbers.length)
                    .parallel()
                    .mapToObj(i -> reachable[i / perRow][i % perRow / perLeaf] ? numbers[i] : key.encrypt(0))
                    .toArray(PaillierNumber[]::new);
            transfer.send(
                    Variables.INTER_HOST_DATA, hosts.get(place + 1), out -> PaillierCodec.write(left, out), block);
            return;
        }
        int[] trees = blocks.trees();
        PaillierNumber[] sums = IntStream.range(0, count)
                .parallel()
                .boxed()
                .flatMap(row -> sums(numbers, row * perRow, reachable[row], trees, perLeaf, outputs, key).stream())
                .toArray(PaillierNumber[]::new);
        transfer.send(
                Variables.HOST_DATA,
                setup.side().guest(),
                out -> PaillierCodec.write(sums, out),
                "merge_result",
                block);
    }

    private List<PaillierNumber> sums(
            PaillierNumber[] numbers,
            int from,
            boolean[] reachable,
            int[] trees,
            int perLeaf,
            int outputs,
            PaillierPublicKey key) {
        List<PaillierNumber> sums = new ArrayList<>();
        for (int output = 0; output < outputs; output++) {
            PaillierNumber sum = key.encrypt(0);
            for (int leaf = 0; leaf < trees.length; leaf++) {
                boolean counts = perLeaf > 1 || trees[leaf] % model.dimension() == output;
                if (reachable[leaf] && counts) {
                    sum = sum.add(numbers[from + leaf * perLeaf + (perLeaf > 1 ? output : 0)]);
                }
            }
            sums.add(mask == 1 ? sum : sum.multiply(mask));
        }
        return sums;
    }

    /** Of too few trees the guest could guess a host's part. */
    private void requireComplexity() {
        double complexity = 1;
        for (Tree tree : rows.trees()) {
            complexity *= Math.max(1, leavesBelowOwn(tree));
        }
        if (complexity < LEAST_COMPLEXITY) {
            throw new IllegalArgumentException(setup.side().self() + ": the model is not complex enough for"
                    + " EINI_complexity_check: its leaves below this host's nodes allow " + (long) complexity
                    + " combinations, needed are " + (long) LEAST_COMPLEXITY);
        }
    }

    private static long leavesBelowOwn(Tree tree) {
        boolean[] below = new boolean[tree.nodes().size()];
        for (TreeNode node : tree.nodes()) {
            if (!node.leaf()) {
                boolean own = below[node.id()] || node.feature() >= 0;
                below[node.left()] = own;
                below[node.right()] = own;
            }
        }
        return tree.nodes().stream()
                .filter(node -> node.leaf() && below[node.id()])
                .count();
    }
}
