package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.model.TreeJson;
import io.fateflow.worker.component.boosting.packing.SumPacking;
import io.fateflow.worker.component.boosting.tree.LayerNode;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/** Helps to grow one tree at a host: adds up encrypted gradients, and parts the rows of nodes that its columns part. */
final class HostTree {

    private final Setup setup;
    private final LinearVariables transfer;
    private final Party guest;
    private final BinnedTable data;
    private final boolean[] columns;
    private final PaillierPublicKey key;
    private final SplitRules rules;
    private final Map<Integer, TreeNode> parted = new HashMap<>();
    private final int[] leaves;

    /**
     * Begins nothing yet.
     *
     * @param transfer in the tree's own namespace
     * @param columns those that may part nodes
     */
    HostTree(Setup setup, LinearVariables transfer, BinnedTable data, boolean[] columns, PaillierPublicKey key) {
        this.setup = setup;
        this.transfer = transfer;
        this.guest = setup.side().guest();
        this.data = data;
        this.columns = columns;
        this.key = key;
        this.rules = SplitRules.of(setup.parameters().tree());
        this.leaves = new int[data.size()];
    }

    /** Takes part in growing a tree; none if the guest does without this host. */
    Tree grow() throws IOException, InterruptedException {
        JsonNode plan = transfer.receiveJson(Variables.TREE_PLAN, guest);
        if (!plan.path("takes_part").asBoolean()) {
            return new Tree(List.of());
        }
        SumPacking packing = new SumPacking(
                plan.path("width").asInt(),
                plan.path("padding").asInt(),
                plan.path("capacity").asInt());
        boolean keepsRows = plan.path("keeps_rows").asBoolean();
        try (EncryptedRows rows = receive(plan, packing.width());
                HostLayer layer = new HostLayer(
                        new CellBuilder(data, rows, columns), new CandidateMaker(data.splits(), rules, packing, key))) {
            grow(rows, layer, plan.path("depths").asInt(), keepsRows);
        }
        if (keepsRows) {
            transfer.send(Variables.DISPATCH_RESULT, guest, SmallNumbers.payload(leaves), Variables.FINAL_POSITIONS);
            return ownTree();
        }
        Tree structure = TreeJson.read(transfer.receiveJson(Variables.TREE_STRUCTURE, guest));
        return new Tree(structure.nodes().stream()
                .map(node -> parted.getOrDefault(node.id(), node))
                .toList());
    }

    private EncryptedRows receive(JsonNode plan, int width) throws IOException, InterruptedException {
        int[] counted = IntStream.range(0, data.size()).toArray();
        if (plan.path("sampled").asBoolean()) {
            counted = transfer.receive(Variables.SAMPLED_ROWS, guest, SmallNumbers::read);
            SmallNumbers.require(counted, counted.length, data.size(), guest + " sampled rows");
            if (IntStream.of(counted).anyMatch(row -> row < 0)) {
                throw new ExchangeException(guest + " sampled a row that is none");
            }
        }
        return EncryptedRows.receive(transfer, guest, key, width, counted, data.size());
    }

    private void grow(EncryptedRows rows, HostLayer layer, int depths, boolean keepsRows)
            throws IOException, InterruptedException {
        List<LayerNode> own =
                List.of(node(Tree.ROOT, -1, IntStream.range(0, data.size()).toArray(), rows));
        for (int depth = 0; depth < depths; depth++) {
            int[] queue = transfer.receive(Variables.NODE_QUEUE, guest, SmallNumbers::read, depth);
            if (queue.length == 0) {
                return;
            }
            List<LayerNode> nodes = keepsRows ? require(own, queue) : nodes(queue, rows, depth);
            List<HostCandidate> winners = candidates(nodes, layer, depth);
            own = part(nodes, winners, rows, depth, keepsRows);
            layer.descend();
        }
    }

    private List<LayerNode> require(List<LayerNode> own, int[] queue) throws ExchangeException {
        int[] expected = own.stream()
                .flatMapToInt(node -> IntStream.of(node.id(), node.parent()))
                .toArray();
        if (!Arrays.equals(expected, queue)) {
            throw new ExchangeException(guest + " wants other nodes than those that were parted");
        }
        return own;
    }

    private List<LayerNode> nodes(int[] queue, EncryptedRows rows, int depth) throws IOException, InterruptedException {
        int count = queue.length / 2;
        int[] positions = SmallNumbers.require(
                transfer.receive(Variables.NODE_POSITIONS, guest, SmallNumbers::read, depth),
                data.size(),
                count,
                guest + " said which nodes rows are in");
        int[] sizes = new int[count];
        IntStream.of(positions).filter(place -> place >= 0).forEach(place -> sizes[place]++);
        int[][] members = IntStream.of(sizes).mapToObj(int[]::new).toArray(int[][]::new);
        int[] filled = new int[count];
        for (int row = 0; row < positions.length; row++) {
            if (positions[row] >= 0) {
                members[positions[row]][filled[positions[row]]++] = row;
            }
        }
        return IntStream.range(0, count)
                .mapToObj(i -> node(queue[2 * i], queue[2 * i + 1], members[i], rows))
                .toList();
    }

    private static LayerNode node(int id, int parent, int[] members, EncryptedRows rows) {
        return new LayerNode(id, parent, members, rows.counted(members));
    }

    /** The candidate that parts each node; one without column if it is not this host's. */
    private List<HostCandidate> candidates(List<LayerNode> nodes, HostLayer layer, int depth)
            throws IOException, InterruptedException {
        List<HostCandidate> winners = new ArrayList<>();
        int size = setup.parameters().tree().nodesAtOnce();
        for (int from = 0; from < nodes.size(); from += size) {
            List<NodeCandidates> candidates =
                    layer.candidates(nodes.subList(from, Math.min(nodes.size(), from + size)));
            Candidates message = new Candidates(
                    candidates.stream().map(NodeCandidates::rows).toList(),
                    candidates.stream()
                            .flatMap(each -> Arrays.stream(each.numbers()))
                            .toArray(PaillierNumber[]::new));
            transfer.send(Variables.SPLIT_INFO, guest, message, depth, from / size);
            int[] best = transfer.receive(Variables.BEST_SPLIT, guest, SmallNumbers::read, depth, from / size);
            SmallNumbers.require(best, candidates.size(), Integer.MAX_VALUE, guest + " chose candidates");
            for (int i = 0; i < best.length; i++) {
                List<HostCandidate> ofNode = candidates.get(i).candidates();
                SmallNumbers.require(new int[] {best[i]}, 1, ofNode.size(), guest + " chose a candidate");
                winners.add(best[i] < 0 ? new HostCandidate(-1, -1, 1) : ofNode.get(best[i]));
            }
        }
        return winners;
    }

    private List<LayerNode> part(
            List<LayerNode> nodes, List<HostCandidate> winners, EncryptedRows rows, int depth, boolean keepsRows)
            throws IOException, InterruptedException {
        int[] children = transfer.receive(Variables.DISPATCH, guest, SmallNumbers::read, depth);
        SmallNumbers.require(children, 2 * nodes.size(), Integer.MAX_VALUE, guest + " named children");
        List<LayerNode> next = new ArrayList<>();
        IntStream.Builder directions = IntStream.builder();
        for (int i = 0; i < nodes.size(); i++) {
            LayerNode node = nodes.get(i);
            HostCandidate winner = winners.get(i);
            if ((children[2 * i] >= 0) != (winner.feature() >= 0)) {
                throw new ExchangeException(guest + " parts a node by another candidate than it chose");
            }
            if (children[2 * i] < 0) {
                close(node);
                continue;
            }
            parted.put(node.id(), parted(node, winner, children[2 * i], children[2 * i + 1]));
            int[] left = rows(node, winner, true);
            int[] right = rows(node, winner, false);
            if (keepsRows) {
                next.add(node(children[2 * i], node.id(), left, rows));
                next.add(node(children[2 * i + 1], node.id(), right, rows));
                next.subList(next.size() - 2, next.size()).forEach(this::close);
            } else {
                for (int row : node.rows()) {
                    directions.add(goesLeft(row, winner) ? 1 : 0);
                }
            }
        }
        if (!keepsRows) {
            transfer.send(
                    Variables.DISPATCH_RESULT,
                    guest,
                    SmallNumbers.payload(directions.build().toArray()),
                    depth);
        }
        return next;
    }

    /** Where rows are unless they go on. */
    private void close(LayerNode node) {
        for (int row : node.rows()) {
            leaves[row] = node.id();
        }
    }

    private TreeNode parted(LayerNode node, HostCandidate winner, int left, int right) {
        double threshold = data.splits().point(winner.feature(), winner.bin());
        return TreeNode.open(node.id(), setup.ownSite(), new double[1])
                .parted(setup.ownSite(), winner.feature(), threshold, winner.missingDirection(), left, right);
    }

    private int[] rows(LayerNode node, HostCandidate winner, boolean left) {
        return Arrays.stream(node.rows())
                .filter(row -> goesLeft(row, winner) == left)
                .toArray();
    }

    private boolean goesLeft(int row, HostCandidate winner) {
        return data.goesLeft(row, winner.feature(), winner.bin(), winner.missingDirection());
    }

    /** Of a tree that this host alone has grown, all that no child was named of are leaves. */
    private Tree ownTree() {
        int size = parted.values().stream().mapToInt(TreeNode::right).max().orElse(0) + 1;
        return new Tree(IntStream.range(0, size)
                .mapToObj(id -> parted.getOrDefault(
                        id, TreeNode.open(id, setup.ownSite(), new double[1]).asLeaf()))
                .toList());
    }
}
