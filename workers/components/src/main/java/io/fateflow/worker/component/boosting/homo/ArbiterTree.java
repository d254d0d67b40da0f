package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fateflow.worker.component.boosting.tree.Histogram;
import io.fateflow.worker.component.boosting.tree.HistogramShape;
import io.fateflow.worker.component.boosting.tree.LocalSplits;
import io.fateflow.worker.component.boosting.tree.Split;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.component.homo.SummingServer;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Finds one tree's splits at the arbiter, by sums over all parties' rows. */
final class ArbiterTree {

    private final HomoSetup setup;
    private final LinearVariables transfer;
    private final SummingServer sums;
    private final HistogramShape shape;
    private final SplitRules rules;
    private final LocalSplits local;

    ArbiterTree(
            HomoSetup setup, LinearVariables transfer, SummingServer sums, HistogramShape shape, boolean[] columns) {
        this.setup = setup;
        this.transfer = transfer;
        this.sums = sums;
        this.shape = shape;
        this.rules = SplitRules.of(setup.parameters().tree());
        this.local = new LocalSplits(shape, rules, columns);
    }

    /** A node that may be parted yet, by its place among those of its depth. */
    private record Node(int parent) {}

    void grow() throws IOException, InterruptedException {
        sums.pass();
        List<Node> layer = List.of(new Node(-1));
        Map<Integer, Histogram> parents = new HashMap<>();
        int depths = setup.parameters().tree().maxDepth();
        for (int depth = 0; depth < depths && !layer.isEmpty(); depth++) {
            List<Histogram> histograms = histograms(layer, parents);
            List<Split> best = histograms.stream().parallel().map(local::best).toList();
            double[] numbers = SplitNumbers.of(best, shape.outputs());
            for (Party client : setup.clients()) {
                transfer.send(HomoSetup.BEST_SPLITS, client, Wire.numbers(numbers), depth);
            }
            List<Node> next = new ArrayList<>();
            parents.clear();
            for (int i = 0; i < best.size(); i++) {
                if (best.get(i).exists() && !rules.isLeaf(best.get(i).gain())) {
                    parents.put(i, histograms.get(i));
                    next.add(new Node(i));
                    next.add(new Node(i));
                }
            }
            layer = next;
        }
    }

    private List<Histogram> histograms(List<Node> layer, Map<Integer, Histogram> parents)
            throws IOException, InterruptedException {
        double[] numbers = sums.receive();
        int length = ClientTree.Totals.length(shape);
        if (numbers.length != (layer.size() + 1) / 2 * length) {
            throw new IOException("parties added up other histograms than those of " + layer.size() + " nodes");
        }
        List<Histogram> histograms = new ArrayList<>();
        for (int i = 0; i < layer.size(); i += 2) {
            Histogram left = ClientTree.Totals.histogram(numbers, i / 2 * length, shape);
            histograms.add(left);
            if (layer.get(i).parent() >= 0) {
                histograms.add(Objects.requireNonNull(parents.get(layer.get(i).parent()))
                        .minus(left));
            }
        }
        return histograms;
    }
}
