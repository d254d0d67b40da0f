package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * The guest's part: it has the labels, so it makes the statistics of everybody's bins. It never gets to know where the
 * bins of a host begin.
 */
final class GuestBinning {

    private final BinningParameters parameters;
    private final DataSet data;
    private final Party self;
    private final List<Party> hosts;
    private final Exchange exchange;

    GuestBinning(BinningParameters parameters, DataSet data, ComponentContext context) {
        this.parameters = parameters;
        this.data = data;
        this.self = context.task().self();
        this.hosts = context.parties().of("host");
        this.exchange = context.exchange();
    }

    FittedBinning fit() throws IOException, InterruptedException {
        List<BinnedColumn> columns = new ColumnBinning(parameters, data, self).columns();
        if (parameters.skipStatic()) {
            return FittedBinning.withoutStatistics(parameters, data, columns, self, hosts);
        }
        LabelClasses labels = LabelClasses.of(data, self);
        if (parameters.isOptimal()) {
            requireBinary(labels, self);
        }
        int[] classes = labels.of(data);
        List<BinnedColumn> binned = new ArrayList<>();
        List<ColumnBins> known = new ArrayList<>();
        for (BinnedColumn column : columns) {
            ClassCounts counts = counts(column, classes, labels);
            BinnedColumn result = column;
            if (parameters.isOptimal() && !column.category()) {
                int[] ends = optimal(parameters.optimal()).ends(counts);
                counts = counts.merge(ends);
                result = column.withSplits(column.splits().keep(ends));
            }
            binned.add(result);
            known.add(new ColumnBins(column.name(), result.splits(), statistics(counts, labels)));
        }
        List<PartyBins> others = parameters.localOnly() ? List.of() : hosts(labels, classes);
        return new FittedBinning(parameters, data, binned, new PartyBins(self, known), labels.names(), others, hosts);
    }

    private ClassCounts counts(BinnedColumn column, int[] classes, LabelClasses labels) {
        double[] values = Columns.values(data, column.place());
        return ClassCounts.of(column.splits().bins(values), classes, labels.size());
    }

    private List<PartyBins> hosts(LabelClasses labels, int... classes) throws IOException, InterruptedException {
        PaillierKeyPair keys = PaillierKeyPair.generate(parameters.keyLength(), new SecureRandom());
        LabelPacking packing = new LabelPacking(labels.size(), data.size(), keys.publicKey());
        EncryptedLabels encrypted = EncryptedLabels.of(data.ids(), classes, packing, keys.publicKey());
        for (Party host : hosts) {
            exchange.send(BinningVariables.PAILLIER_PUBKEY, BinningVariables.TAG, host, keys.publicKey()::write);
            exchange.send(BinningVariables.ENCRYPTED_LABEL, BinningVariables.TAG, host, encrypted);
        }
        List<PartyBins> known = new ArrayList<>();
        for (Party host : hosts) {
            Map<String, ClassCounts> counts = exchange.receive(
                            BinningVariables.ENCRYPTED_BIN_SUM,
                            BinningVariables.TAG,
                            host,
                            in -> EncryptedBinSums.read(in, keys.publicKey()))
                    .decrypt(keys.privateKey(), packing);
            check(host, counts, labels, classes);
            known.add(host(host, counts, labels));
        }
        return known;
    }

    private PartyBins host(Party host, Map<String, ClassCounts> counts, LabelClasses labels)
            throws IOException, InterruptedException {
        HostMethod method =
                HostMethod.fromJson(exchange.receiveJson(BinningVariables.OPTIMAL_INFO, BinningVariables.TAG, host));
        if (method.isOptimal()) {
            requireBinary(labels, host);
        }
        ObjectNode ends = JsonNodeFactory.instance.objectNode();
        List<ColumnBins> columns = new ArrayList<>();
        for (Map.Entry<String, ClassCounts> column : counts.entrySet()) {
            ClassCounts result = column.getValue();
            if (method.joins(column.getKey())) {
                int[] joined = optimal(method.parameters()).ends(result);
                ends.set(column.getKey(), ProtobufJson.integers(joined));
                result = result.merge(joined);
            }
            columns.add(new ColumnBins(column.getKey(), null, statistics(result, labels)));
        }
        if (method.isOptimal()) {
            exchange.sendJson(BinningVariables.BUCKET_IDX, BinningVariables.TAG, host, ends);
        }
        return new PartyBins(host, columns);
    }

    /** A host with other rows, or one that adds up something else, is found out here. */
    private static void check(Party host, Map<String, ClassCounts> counts, LabelClasses labels, int... classes)
            throws IOException {
        for (Map.Entry<String, ClassCounts> column : counts.entrySet()) {
            for (int i = 0; i < labels.size(); i++) {
                int whichClass = i;
                long expected =
                        IntStream.of(classes).filter(c -> c == whichClass).count();
                if (column.getValue().total(whichClass) != expected) {
                    throw new IOException("the bins of column " + column.getKey() + " of " + host
                            + " do not have as many rows of each class as the label: do both have the same rows?");
                }
            }
        }
    }

    private OptimalBinning optimal(OptimalParameters optimal) {
        return new OptimalBinning(optimal, parameters.adjustmentFactor());
    }

    private List<BinStatistics> statistics(ClassCounts counts, LabelClasses labels) {
        return IntStream.range(0, labels.events())
                .mapToObj(event -> BinStatistics.of(counts, event, parameters.adjustmentFactor()))
                .toList();
    }

    private void requireBinary(LabelClasses labels, Party where) throws IOException {
        if (!labels.isBinary()) {
            throw new IOException("method optimal at " + where + " needs a binary label, the label \""
                    + data.schema().labelName() + "\" of " + self + " has " + labels.size()
                    + " classes: use quantile or bucket");
        }
    }
}
