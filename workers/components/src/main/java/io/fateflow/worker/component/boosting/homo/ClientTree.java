package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.boosting.data.BinnedTable;
import io.fateflow.worker.component.boosting.tree.Gradients;
import io.fateflow.worker.component.boosting.tree.GrowingTree;
import io.fateflow.worker.component.boosting.tree.Histogram;
import io.fateflow.worker.component.boosting.tree.HistogramBuilder;
import io.fateflow.worker.component.boosting.tree.HistogramShape;
import io.fateflow.worker.component.boosting.tree.LayerNode;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.component.boosting.tree.Sums;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.tree.TreeNode;
import io.fateflow.worker.component.homo.SummingClient;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Grows one tree at a party that has rows: adds its histograms to those of all others, and parts nodes as the arbiter says. */
final class ClientTree {

    private final HomoSetup setup;
    private final LinearVariables transfer;
    private final SummingClient sums;
    private final BinnedTable data;
    private final Gradients gradients;
    private final SplitRules rules;
    private final HistogramBuilder builder;
    private final List<Split> splits = new ArrayList<>();

    ClientTree(HomoSetup setup, LinearVariables transfer, SummingClient sums, BinnedTable data, Gradients gradients) {
        this.setup = setup;
        this.transfer = transfer;
        this.sums = sums;
        this.data = data;
        this.gradients = gradients;
        this.rules = SplitRules.of(setup.parameters().tree());
        this.builder = new HistogramBuilder(data, new HistogramShape(data.splits(), gradients.outputs()), gradients);
    }

    /**
     * A tree that has grown.
     *
     * @param leaves the leaf of each of this party's rows
     */
    // nobody compares trees
    @SuppressWarnings("ArrayRecordComponent")
    record Grown(Tree tree, int[] leaves, List<Split> splits) {}

    Grown grow() throws IOException, InterruptedException {
        Party arbiter = setup.side().arbiter();
        Sums total = Totals.of(sums.sum(Totals.numbers(gradients.total())));
        GrowingTree tree = new GrowingTree(setup.side().self().role(), rules.criterion(), gradients, total, true);
        int depths = setup.parameters().tree().maxDepth();
        for (int depth = 0; depth < depths && !tree.layer().isEmpty(); depth++) {
            sums.add(leftHistograms(tree.layer()));
            double[] numbers = transfer.receive(HomoSetup.BEST_SPLITS, arbiter, Wire::readNumbers, depth);
            part(tree, SplitNumbers.read(numbers, tree.layer().size(), gradients.outputs()));
        }
        Tree grown = tree.finish();
        return new Grown(grown, tree.leaves(), List.copyOf(splits));
    }

    /** Of the root, or of each left node: the arbiter gets the others by taking away. */
    private double[] leftHistograms(List<LayerNode> layer) {
        List<double[]> parts = new ArrayList<>();
        int length = 0;
        for (int i = 0; i < layer.size(); i += 2) {
            double[] flat = Totals.numbers(builder.build(layer.get(i).counted()));
            parts.add(flat);
            length += flat.length;
        }
        double[] all = new double[length];
        int at = 0;
        for (double[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    private void part(GrowingTree tree, List<Split> best) {
        List<LayerNode> children = new ArrayList<>();
        for (int i = 0; i < best.size(); i++) {
            LayerNode node = tree.layer().get(i);
            Split split = best.get(i);
            if (!split.exists() || rules.isLeaf(split.gain())) {
                tree.close(node);
                continue;
            }
            double threshold = data.splits().point(split.feature(), split.bin());
            tree.part(
                    node,
                    setup.side().self().role(),
                    split.feature(),
                    threshold,
                    split.missingDirection(),
                    split.left());
            splits.add(split);
            TreeNode parted = tree.node(node.id());
            children.add(tree.child(parted.left(), node.id(), rows(node, split, true)));
            children.add(tree.child(parted.right(), node.id(), rows(node, split, false)));
        }
        tree.descend(children);
    }

    private int[] rows(LayerNode node, Split split, boolean left) {
        return Arrays.stream(node.rows())
                .filter(row -> data.goesLeft(row, split.feature(), split.bin(), split.missingDirection()) == left)
                .toArray();
    }

    /** Sums and histograms as numbers, one after the other. */
    static final class Totals {

        private Totals() {}

        static double[] numbers(Sums sums) {
            double[] numbers = new double[2 * sums.outputs()];
            System.arraycopy(sums.g(), 0, numbers, 0, sums.outputs());
            System.arraycopy(sums.h(), 0, numbers, sums.outputs(), sums.outputs());
            return numbers;
        }

        static Sums of(double[] numbers) {
            int outputs = numbers.length / 2;
            return new Sums(Arrays.copyOf(numbers, outputs), Arrays.copyOfRange(numbers, outputs, numbers.length));
        }

        static double[] numbers(Histogram histogram) {
            double[] numbers = Arrays.copyOf(histogram.sums(), histogram.sums().length + histogram.counts().length);
            for (int i = 0; i < histogram.counts().length; i++) {
                numbers[histogram.sums().length + i] = histogram.counts()[i];
            }
            return numbers;
        }

        /** The next histogram of some numbers. */
        static Histogram histogram(double[] numbers, int from, HistogramShape shape) {
            int sums = shape.cells() * 2 * shape.outputs();
            int[] counts = new int[shape.cells()];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = (int) Math.rint(numbers[from + sums + i]);
            }
            return new Histogram(Arrays.copyOfRange(numbers, from, from + sums), counts);
        }

        static int length(HistogramShape shape) {
            return shape.cells() * (2 * shape.outputs() + 1);
        }
    }
}
