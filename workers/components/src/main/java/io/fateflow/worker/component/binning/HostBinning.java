package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** A host's part: it adds up the guest's encrypted labels by bins, and gets to know nothing of them. */
final class HostBinning {

    private final BinningParameters parameters;
    private final DataSet data;
    private final Party self;
    private final List<Party> guests;
    private final List<Party> hosts;
    private final Exchange exchange;

    HostBinning(BinningParameters parameters, DataSet data, ComponentContext context) {
        this.parameters = parameters;
        this.data = data;
        this.self = context.task().self();
        this.guests = context.parties().of("guest");
        this.hosts = context.parties().of("host");
        this.exchange = context.exchange();
    }

    FittedBinning fit() throws IOException, InterruptedException {
        List<BinnedColumn> columns = new ColumnBinning(parameters, data, self).columns();
        if (!parameters.skipStatic() && !parameters.localOnly()) {
            columns = joined(columns);
        }
        return FittedBinning.withoutStatistics(parameters, data, columns, self, hosts);
    }

    private List<BinnedColumn> joined(List<BinnedColumn> columns) throws IOException, InterruptedException {
        Party guest = guests.get(0);
        exchange.send(BinningVariables.ENCRYPTED_BIN_SUM, BinningVariables.TAG, guest, sums(columns, guest));
        HostMethod method = HostMethod.of(parameters, columns);
        exchange.sendJson(BinningVariables.OPTIMAL_INFO, BinningVariables.TAG, guest, method.toJson());
        if (!method.isOptimal()) {
            return columns;
        }
        JsonNode ends = exchange.receiveJson(BinningVariables.BUCKET_IDX, BinningVariables.TAG, guest);
        List<BinnedColumn> joined = new ArrayList<>();
        for (BinnedColumn column : columns) {
            joined.add(column.category() ? column : joined(column, ends.path(column.anonymousName()), guest));
        }
        return joined;
    }

    private EncryptedBinSums sums(List<BinnedColumn> columns, Party guest) throws IOException, InterruptedException {
        PaillierPublicKey key = exchange.receive(
                BinningVariables.PAILLIER_PUBKEY, BinningVariables.TAG, guest, PaillierPublicKey::read);
        PaillierNumber[] labels = exchange.receive(
                        BinningVariables.ENCRYPTED_LABEL,
                        BinningVariables.TAG,
                        guest,
                        in -> EncryptedLabels.read(in, key))
                .in(data.ids(), self);
        Map<String, int[]> bins = new LinkedHashMap<>();
        for (BinnedColumn column : columns) {
            bins.put(column.anonymousName(), column.splits().bins(Columns.values(data, column.place())));
        }
        return EncryptedBinSums.of(bins, labels);
    }

    private static BinnedColumn joined(BinnedColumn column, JsonNode ends, Party guest) throws IOException {
        int[] kept = new int[ends.size()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = ends.get(i).asInt(-1);
            if (kept[i] < 0 || kept[i] >= column.splits().size() || (i > 0 && kept[i] <= kept[i - 1])) {
                throw new IOException(
                        guest + " joined bins of column " + column.anonymousName() + " that do not follow each other");
            }
        }
        if (kept.length == 0) {
            throw new IOException(guest + " did not bin column " + column.anonymousName());
        }
        return column.withSplits(column.splits().keep(kept));
    }
}
