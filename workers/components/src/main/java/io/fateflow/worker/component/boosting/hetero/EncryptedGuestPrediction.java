package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.boosting.validate.Scores;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierCodec;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's EINI prediction at the guest: sends the weight of each leaf encrypted, 0 for one that a row can't come to by the
 * guest's own columns; the hosts take away what it can't come to by theirs, and the guest gets the sums. Nobody gets to know
 * where a row went at another party's nodes.
 */
final class EncryptedGuestPrediction {

    /** Binary places of weights. */
    static final int PLACES = 40;

    private final Setup setup;
    private final LinearVariables transfer;
    private final TreeRows rows;
    private final BoostingModel model;
    private final LeafBlocks blocks;
    private final PaillierKeyPair keys;

    EncryptedGuestPrediction(Setup setup, LinearVariables transfer, TreeRows rows, BoostingModel model) {
        this.setup = setup;
        this.transfer = transfer;
        this.rows = rows;
        this.model = model;
        this.blocks = LeafBlocks.of(rows);
        this.keys = PaillierKeyPair.generate(setup.parameters().keyLength(), new SecureRandom());
    }

    Scores scores() throws IOException, InterruptedException {
        ObjectNode header = JsonNodeFactory.instance
                .objectNode()
                .put("outputs", model.start().size());
        Arrays.stream(blocks.leaves()).forEach(header.putArray("leaves")::add);
        setup.tellHosts(transfer, Variables.PLAN, header);
        List<Party> hosts = setup.hosts();
        for (Party host : hosts) {
            transfer.send(Variables.PUBLIC_KEY, host, keys.publicKey()::write);
        }
        BigInteger[][] weights = weights();
        double[][] scores = new double[model.start().size()][rows.size()];
        for (int block = 0; block < blocks.blocks(rows.size()); block++) {
            int first = block * blocks.rowsAtOnce();
            int count = Math.min(blocks.rowsAtOnce(), rows.size() - first);
            PaillierNumber[] numbers = encrypt(weights, first, count);
            transfer.send(
                    Variables.GUEST_DATA,
                    hosts.get(0),
                    out -> PaillierCodec.write(numbers, out),
                    "position_vec",
                    block);
            PaillierNumber[] sums = transfer.receive(
                    Variables.HOST_DATA,
                    hosts.get(hosts.size() - 1),
                    in -> PaillierCodec.read(in, keys.publicKey()),
                    "merge_result",
                    block);
            decrypt(sums, scores, first, count);
        }
        return new Scores(scores);
    }

    /** For each leaf its weight for each output, with a share of the scores before the first tree. */
    private BigInteger[][] weights() {
        int outputs = model.start().size();
        double rounds = Math.max(1, model.rounds());
        return IntStream.range(0, rows.trees().size())
                .boxed()
                .flatMap(tree -> rows.trees().get(tree).nodes().stream()
                        .filter(TreeNode::leaf)
                        .map(leaf -> IntStream.range(0, outputs)
                                .mapToObj(output -> fixed(weight(leaf, tree, output, rounds)))
                                .toArray(BigInteger[]::new)))
                .toArray(BigInteger[][]::new);
    }

    private double weight(TreeNode leaf, int tree, int output, double rounds) {
        boolean several = leaf.weights().length > 1;
        if (!several && tree % model.dimension() != output) {
            return 0;
        }
        double own = leaf.weights()[several ? output : 0];
        return model.learned().learningRate() * own + model.start().get(output) / rounds;
    }

    /** Of each row all leaves; of a tree for one output only that output's weight. */
    private PaillierNumber[] encrypt(BigInteger[][] weights, int first, int count) {
        int[] trees = blocks.trees();
        int outputs = outputsPerLeaf();
        int perRow = blocks.perRow() * outputs;
        PaillierNumber[] numbers = new PaillierNumber[count * perRow];
        IntStream.range(0, count).parallel().forEach(row -> {
            boolean[] reachable = blocks.reachable(rows, first + row);
            for (int leaf = 0; leaf < trees.length; leaf++) {
                for (int i = 0; i < outputs; i++) {
                    int output = outputs > 1 ? i : trees[leaf] % model.dimension();
                    BigInteger weight = reachable[leaf] ? weights[leaf][output] : BigInteger.ZERO;
                    numbers[row * perRow + leaf * outputs + i] =
                            keys.publicKey().encrypt(new FixedPoint(weight, 0));
                }
            }
        });
        return numbers;
    }

    private int outputsPerLeaf() {
        return model.start().size() / model.dimension();
    }

    private void decrypt(PaillierNumber[] sums, double[][] scores, int first, int count) throws ExchangeException {
        if (sums.length != count * scores.length) {
            throw new ExchangeException("the last host sent " + sums.length + " sums of " + count + " rows");
        }
        int extra = setup.parameters().inference().masked() ? EncryptedHostPrediction.MASK_PLACES : 0;
        IntStream.range(0, count).parallel().forEach(row -> {
            for (int output = 0; output < scores.length; output++) {
                double sum = keys.privateKey().decrypt(sums[row * scores.length + output]);
                scores[output][first + row] = Math.scalb(sum, -PLACES - extra);
            }
        });
    }

    private static BigInteger fixed(double value) {
        return BigInteger.valueOf(Math.round(Math.scalb(value, PLACES)));
    }
}
