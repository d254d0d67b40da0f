package io.fateflow.worker.component.boosting.hetero;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.packing.SumPacking;
import io.fateflow.worker.component.boosting.tree.SplitRules;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.crypto.paillier.PaillierTable;

/** Makes a host's candidates of a node's encrypted sums: what is left of each bin, in an order that is drawn for each node. */
final class CandidateMaker {

    private final BinSplits splits;
    private final SplitRules rules;
    private final SumPacking packing;
    private final PaillierPublicKey key;
    private final SecureRandom random = new SecureRandom();

    CandidateMaker(BinSplits splits, SplitRules rules, SumPacking packing, PaillierPublicKey key) {
        this.splits = splits;
        this.rules = rules;
        this.packing = packing;
        this.key = key;
    }

    /** One candidate, its sums beginning at a place. */
    private record Summed(HostCandidate candidate, int rows, PaillierTable sums, int place) {}

    /** The candidates of one column, with the table of their sums. */
    private record Column(PaillierTable sums, List<Summed> candidates) {}

    NodeCandidates make(NodeCells cells, int rows) {
        int[] used = IntStream.range(0, splits.columns())
                .filter(column -> cells.counts()[column].length > 0)
                .toArray();
        if (!rules.mayPart(rows) || used.length == 0) {
            return NodeCandidates.NONE;
        }
        List<Column> columns = IntStream.of(used)
                .parallel()
                .mapToObj(column -> column(column, cells.sums()[column], cells.counts()[column], rows))
                .toList();
        try (PaillierTable total = total(cells.sums()[used[0]])) {
            List<Summed> all = new ArrayList<>();
            columns.forEach(column -> all.addAll(column.candidates()));
            if (all.isEmpty()) {
                return NodeCandidates.NONE;
            }
            Collections.shuffle(all, random);
            List<HostCandidate> candidates = all.stream().map(Summed::candidate).toList();
            all.add(new Summed(new HostCandidate(-1, -1, 1), rows, total, 0));
            return new NodeCandidates(
                    candidates, all.stream().mapToInt(Summed::rows).toArray(), pack(all));
        } finally {
            columns.forEach(column -> column.sums().close());
        }
    }

    private Column column(int column, PaillierTable cells, int[] counts, int rows) {
        int width = packing.width();
        int last = counts.length - (splits.useMissing() ? 2 : 1);
        int directions = splits.useMissing() ? 2 : 1;
        PaillierTable sums = new PaillierTable(key, last * directions * width);
        List<Summed> candidates = new ArrayList<>();
        int left = 0;
        for (int bin = 0; bin < last; bin++) {
            left += counts[bin];
            int place = bin * width;
            for (int i = 0; i < width; i++) {
                if (bin > 0) {
                    sums.add(place + i, sums, place - width + i);
                }
                sums.add(place + i, cells, place + i);
            }
            if (rules.enoughRows(left, rows - left)) {
                candidates.add(new Summed(new HostCandidate(column, bin, 1), left, sums, place));
            }
            if (splits.useMissing()) {
                int withMissing = left + counts[last + 1];
                int other = (last + bin) * width;
                for (int i = 0; i < width; i++) {
                    sums.add(other + i, sums, place + i);
                    sums.add(other + i, cells, (last + 1) * width + i);
                }
                if (rules.enoughRows(withMissing, rows - withMissing)) {
                    candidates.add(new Summed(new HostCandidate(column, bin, -1), withMissing, sums, other));
                }
            }
        }
        return new Column(sums, candidates);
    }

    private PaillierTable total(PaillierTable cells) {
        PaillierTable total = new PaillierTable(key, packing.width());
        for (int place = 0; place < cells.size(); place++) {
            total.add(place % packing.width(), cells, place);
        }
        return total;
    }

    /** All packages, then what is not packed. */
    private PaillierNumber[] pack(List<Summed> all) {
        int packages = packing.packages(all.size());
        int before = packing.width() - 1;
        PaillierNumber[] numbers = new PaillierNumber[packing.numbers(all.size())];
        IntStream.range(0, packages).parallel().forEach(each -> {
            int first = each * packing.capacity();
            numbers[each] = fold(all.subList(first, Math.min(all.size(), first + packing.capacity())));
        });
        for (int sum = 0; sum < all.size(); sum++) {
            for (int i = 0; i < before; i++) {
                numbers[packages + sum * before + i] =
                        all.get(sum).sums().get(all.get(sum).place() + i);
            }
        }
        key.obfuscate(numbers);
        return numbers;
    }

    /** The first is the highest. */
    private PaillierNumber fold(List<Summed> some) {
        try (PaillierTable folded = new PaillierTable(key, 1)) {
            for (Summed each : some) {
                folded.shiftLeft(0, packing.padding());
                folded.add(0, each.sums(), each.place() + packing.width() - 1);
            }
            return folded.get(0);
        }
    }
}
