package io.fateflow.worker.component.binning;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a column's bins.
 *
 * @param name anonymous if the column is another party's
 * @param splits null if the column is another party's
 * @param statistics for each class that is an event; empty if nobody asked for them
 */
record ColumnBins(String name, @Nullable SplitPoints splits, List<BinStatistics> statistics) {

    ColumnBins {
        statistics = List.copyOf(statistics);
    }

    /** FATE's {@code IVParam}. */
    ObjectNode toJson(int event) {
        if (splits == null) {
            return statistics.get(event).toJson();
        }
        return statistics.isEmpty()
                ? BinStatistics.jsonOf(splits)
                : statistics.get(event).toJson(splits);
    }
}
