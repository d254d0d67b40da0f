package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.model.TreeJson;
import io.fateflow.worker.component.boosting.packing.GradientBounds;
import io.fateflow.worker.component.boosting.packing.GradientPacking;
import io.fateflow.worker.component.boosting.packing.SumPacking;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.GrowingTree;
import io.fateflow.worker.component.boosting.tree.HistogramBuilder;
import io.fateflow.worker.component.boosting.tree.HistogramShape;
import io.fateflow.worker.component.boosting.tree.LayerHistograms;
import io.fateflow.worker.component.boosting.tree.LayerNode;
import io.fateflow.worker.component.boosting.tree.LocalSplits;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.exchange.Party;

/** Grows one tree at the guest, depth by depth, together with the hosts that its plan names. */
final class GuestTree {

    private final Setup setup;
    private final LinearVariables transfer;
    private final TreePlan plan;
    private final BinnedTable data;
    private final Gradients gradients;
    private final PaillierKeyPair keys;
    private final SplitRules rules;
    private final LocalSplits local;
    private final HistogramBuilder builder;
    private final LayerHistograms histograms = new LayerHistograms();
    private final List<Party> asked = new ArrayList<>();
    private final List<Split> ownSplits = new ArrayList<>();

    /**
     * Begins nothing yet.
     *
     * @param transfer in the tree's own namespace
     * @param columns the guest's columns that may part nodes
     */
    GuestTree(
            Setup setup,
            LinearVariables transfer,
            TreePlan plan,
            BinnedTable data,
            Gradients gradients,
            boolean[] columns,
            PaillierKeyPair keys) {
        this.setup = setup;
        this.transfer = transfer;
        this.plan = plan;
        this.data = data;
        this.gradients = gradients;
        this.keys = keys;
        this.rules = SplitRules.of(setup.parameters().tree());
        HistogramShape shape = new HistogramShape(data.splits(), gradients.outputs());
        this.local = new LocalSplits(shape, rules, columns);
        this.builder = new HistogramBuilder(data, shape, gradients);
        for (int host = 0; host < setup.hosts().size(); host++) {
            if (plan.needs(host)) {
                asked.add(setup.hosts().get(host));
            }
        }
    }

    /**
     * A tree that has grown.
     *
     * @param leaves the leaf of each row
     * @param ownSplits those by the guest's columns
     */
    // nobody compares trees
    @SuppressWarnings("ArrayRecordComponent")
    record Grown(Tree tree, int[] leaves, List<Split> ownSplits) {}

    /**
     * Grows the tree.
     *
     * @param bounds between what gradients and hessians may be
     */
    Grown grow(GradientBounds bounds) throws IOException, InterruptedException {
        int room = GradientPacking.room(keys.publicKey().n());
        boolean compress = setup.parameters().compress();
        GradientPacking packing = GradientPacking.of(gradients, bounds, compress, room);
        SumPacking sums = SumPacking.of(packing, compress, room);
        announce(sums);
        if (!asked.isEmpty()) {
            new GradientSender(keys.publicKey(), packing, gradients).send(transfer, asked);
        }
        GrowingTree tree = new GrowingTree(
                setup.ownSite(), rules.criterion(), gradients, gradients.total(), !plan.hostKeepsRows());
        HostSum hostSums = new HostSum(packing, sums, keys.privateKey(), rules, gradients.outputs());
        for (int depth = 0; depth < setup.parameters().tree().maxDepth(); depth++) {
            boolean ended = tree.layer().isEmpty();
            tellNodes(tree, depth);
            if (ended) {
                break;
            }
            part(tree, best(tree.layer(), depth, hostSums), depth);
            histograms.descend();
        }
        Tree grown = tree.finish();
        return new Grown(grown, leaves(tree, grown), List.copyOf(ownSplits));
    }

    private void announce(SumPacking sums) throws IOException, InterruptedException {
        for (Party host : setup.hosts()) {
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put("takes_part", asked.contains(host))
                    .put("keeps_rows", plan.hostKeepsRows())
                    .put("sampled", gradients.sampled())
                    .put("depths", hostDepths())
                    .put("width", sums.width())
                    .put("padding", sums.padding())
                    .put("capacity", sums.capacity());
            transfer.sendJson(Variables.TREE_PLAN, host, json);
        }
    }

    private int hostDepths() {
        Strategy strategy = setup.parameters().strategy();
        return plan.kind() == TreePlan.Kind.LAYERED
                ? strategy.hostDepth()
                : setup.parameters().tree().maxDepth();
    }

    private int[] hostsAt(int depth) {
        return plan.hostsThatPart(
                depth, setup.hosts().size(), setup.parameters().strategy());
    }

    /** The nodes of a depth, and which of them each row is in. */
    private void tellNodes(GrowingTree tree, int depth) throws IOException, InterruptedException {
        List<LayerNode> layer = tree.layer();
        int[] queue = layer.stream()
                .flatMapToInt(node -> IntStream.of(node.id(), node.parent()))
                .toArray();
        int[] positions = new int[plan.hostKeepsRows() || layer.isEmpty() ? 0 : gradients.size()];
        Arrays.fill(positions, -1);
        for (int place = 0; place < layer.size(); place++) {
            for (int row : layer.get(place).rows()) {
                positions[row] = place;
            }
        }
        for (int host : hostsAt(depth)) {
            Party party = setup.hosts().get(host);
            transfer.send(Variables.NODE_QUEUE, party, SmallNumbers.payload(queue), depth);
            if (positions.length > 0) {
                transfer.send(Variables.NODE_POSITIONS, party, SmallNumbers.payload(positions), depth);
            }
        }
    }

    private List<Split> best(List<LayerNode> layer, int depth, HostSum hostSums)
            throws IOException, InterruptedException {
        List<Split> best = new ArrayList<>();
        int size = setup.parameters().tree().nodesAtOnce();
        for (int from = 0; from < layer.size(); from += size) {
            List<LayerNode> batch = layer.subList(from, Math.min(layer.size(), from + size));
            List<Split> ofBatch = best(batch, depth, from / size, hostSums);
            tellWinners(ofBatch, depth, from / size);
            best.addAll(ofBatch);
        }
        return best;
    }

    /** The guest's split, unless a host's is better; of equal hosts' the first. */
    private List<Split> best(List<LayerNode> batch, int depth, int number, HostSum hostSums)
            throws IOException, InterruptedException {
        boolean guestParts = plan.guestParts(depth, setup.parameters().strategy());
        List<Split> own = guestParts
                ? histograms.of(batch, builder::build).stream()
                        .parallel()
                        .map(local::best)
                        .toList()
                : List.of();
        List<Split> hosts = List.of();
        for (int host : hostsAt(depth)) {
            Candidates candidates = transfer.receive(
                    Variables.SPLIT_INFO,
                    setup.hosts().get(host),
                    in -> Candidates.read(in, batch.size(), keys.publicKey()),
                    depth,
                    number);
            hosts = merge(hosts, hostSums.best(candidates, host));
        }
        return merge(own, hosts);
    }

    private static List<Split> merge(List<Split> first, List<Split> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        return IntStream.range(0, first.size())
                .mapToObj(i -> SplitRules.better(first.get(i), second.get(i)))
                .toList();
    }

    /** A host gets to know which of its candidates win, and nothing of the others. */
    private void tellWinners(List<Split> best, int depth, int batch) throws IOException, InterruptedException {
        for (int host : hostsAt(depth)) {
            int[] winners = best.stream()
                    .mapToInt(split -> split.owner() == host && !rules.isLeaf(split.gain()) ? split.bin() : -1)
                    .toArray();
            transfer.send(Variables.BEST_SPLIT, setup.hosts().get(host), SmallNumbers.payload(winners), depth, batch);
        }
    }

    private void part(GrowingTree tree, List<Split> best, int depth) throws IOException, InterruptedException {
        List<LayerNode> layer = tree.layer();
        for (int i = 0; i < layer.size(); i++) {
            Split split = best.get(i);
            if (!split.exists() || rules.isLeaf(split.gain())) {
                tree.close(layer.get(i));
            } else if (split.owner() == Split.GUEST) {
                double threshold = data.splits().point(split.feature(), split.bin());
                tree.part(
                        layer.get(i),
                        setup.ownSite(),
                        split.feature(),
                        threshold,
                        split.missingDirection(),
                        split.left());
                ownSplits.add(split);
            } else {
                String site = Setup.site(setup.hosts().get(split.owner()));
                tree.part(layer.get(i), site, -1, 0, 1, split.left());
            }
        }
        tree.descend(route(tree, best, depth));
    }

    private List<LayerNode> route(GrowingTree tree, List<Split> best, int depth)
            throws IOException, InterruptedException {
        List<LayerNode> layer = tree.layer();
        boolean[][] left = new boolean[layer.size()][];
        for (int i = 0; i < layer.size(); i++) {
            Split split = best.get(i);
            int[] rows = layer.get(i).rows();
            left[i] = new boolean[rows.length];
            for (int j = 0; split.owner() == Split.GUEST && j < rows.length; j++) {
                left[i][j] = data.goesLeft(rows[j], split.feature(), split.bin(), split.missingDirection());
            }
        }
        for (int host : hostsAt(depth)) {
            askHost(tree, best, left, host, depth);
        }
        List<LayerNode> children = new ArrayList<>();
        for (int i = 0; i < layer.size(); i++) {
            TreeNode node = tree.node(layer.get(i).id());
            if (!node.leaf()) {
                children.add(
                        tree.child(node.left(), node.id(), pick(layer.get(i).rows(), left[i], true)));
                children.add(
                        tree.child(node.right(), node.id(), pick(layer.get(i).rows(), left[i], false)));
            }
        }
        return children;
    }

    /** A host is told its nodes' children, and says which rows go to the left. */
    private void askHost(GrowingTree tree, List<Split> best, boolean[][] left, int host, int depth)
            throws IOException, InterruptedException {
        Party party = setup.hosts().get(host);
        int[] children = new int[2 * left.length];
        int rows = 0;
        for (int i = 0; i < left.length; i++) {
            TreeNode node = tree.node(tree.layer().get(i).id());
            boolean theirs = !node.leaf() && best.get(i).owner() == host;
            children[2 * i] = theirs ? node.left() : -1;
            children[2 * i + 1] = theirs ? node.right() : -1;
            rows += theirs ? left[i].length : 0;
        }
        transfer.send(Variables.DISPATCH, party, SmallNumbers.payload(children), depth);
        if (plan.hostKeepsRows()) {
            return;
        }
        int[] answer = SmallNumbers.require(
                transfer.receive(Variables.DISPATCH_RESULT, party, SmallNumbers::read, depth),
                rows,
                2,
                party + " parted the rows of its nodes");
        int next = 0;
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; children[2 * i] >= 0 && j < left[i].length; j++) {
                left[i][j] = answer[next++] == 1;
            }
        }
    }

    private int[] leaves(GrowingTree tree, Tree grown) throws IOException, InterruptedException {
        if (plan.hostKeepsRows()) {
            Party host = asked.get(0);
            return SmallNumbers.require(
                    transfer.receive(Variables.DISPATCH_RESULT, host, SmallNumbers::read, Variables.FINAL_POSITIONS),
                    gradients.size(),
                    grown.nodes().size(),
                    host + " gave rows leaves");
        }
        Tree masked = new Tree(grown.nodes().stream().map(TreeNode::masked).toList());
        for (Party host : asked) {
            transfer.sendJson(Variables.TREE_STRUCTURE, host, TreeJson.write(masked));
        }
        return tree.leaves();
    }

    private static int[] pick(int[] rows, boolean[] left, boolean wanted) {
        return IntStream.range(0, rows.length)
                .filter(i -> left[i] == wanted)
                .map(i -> rows[i])
                .toArray();
    }
}
