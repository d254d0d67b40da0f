package io.fateflow.worker.component.binning;

import java.util.List;

import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * All that one party knows after binning.
 *
 * @param data that was binned, as it was
 * @param columns of this party
 * @param own what is known of them
 * @param labels that occur; none at a host or without statistics
 * @param others what the guest knows of the hosts' columns
 * @param hosts of the job
 */
record FittedBinning(
        BinningParameters parameters,
        DataSet data,
        List<BinnedColumn> columns,
        PartyBins own,
        List<String> labels,
        List<PartyBins> others,
        List<Party> hosts) {

    FittedBinning {
        columns = List.copyOf(columns);
        labels = List.copyOf(labels);
        others = List.copyOf(others);
        hosts = List.copyOf(hosts);
    }

    static FittedBinning withoutStatistics(
            BinningParameters parameters, DataSet data, List<BinnedColumn> columns, Party self, List<Party> hosts) {
        List<ColumnBins> known = columns.stream()
                .map(column -> new ColumnBins(column.name(), column.splits(), List.of()))
                .toList();
        return new FittedBinning(parameters, data, columns, new PartyBins(self, known), List.of(), List.of(), hosts);
    }

    /** How many classes are an event of their own. */
    int events() {
        return Math.max(1, own.columns().get(0).statistics().size());
    }

    boolean hasStatistics() {
        return !labels.isEmpty();
    }
}
