package io.fateflow.worker.component.binning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Results;

import static io.fateflow.worker.component.columns.ProtobufJson.doubles;

/**
 * FATE's summary: at the guest {@code iv} (best first), {@code woe}, {@code monotonic} and {@code split_points} of all
 * columns, under {@code result} or, for more than two classes, under each label; at a host its own split points.
 */
final class BinningSummary {

    private final FittedBinning fitted;

    BinningSummary(FittedBinning fitted) {
        this.fitted = fitted;
    }

    void addTo(Results results) {
        if (fitted.hasStatistics()) {
            for (int event = 0; event < fitted.events(); event++) {
                String key = fitted.events() == 1 ? "result" : fitted.labels().get(event);
                results.summary(key, statistics(event));
            }
        } else {
            fitted.columns()
                    .forEach(column -> results.summary(
                            column.name(), doubles(column.splits().toArray())));
        }
    }

    private ObjectNode statistics(int event) {
        List<ColumnBins> columns = new ArrayList<>(fitted.own().columns());
        fitted.others().forEach(host -> columns.addAll(host.columns()));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode iv = json.putArray("iv");
        columns.stream()
                .sorted(Comparator.comparingDouble((ColumnBins column) -> iv(column, event))
                        .reversed())
                .forEach(column -> iv.addArray().add(column.name()).add(iv(column, event)));
        ObjectNode woe = json.putObject("woe");
        ObjectNode monotonic = json.putObject("monotonic");
        ObjectNode splits = json.putObject("split_points");
        for (ColumnBins column : columns) {
            BinStatistics statistics = column.statistics().get(event);
            woe.set(column.name(), doubles(statistics.woe()));
            monotonic.put(column.name(), statistics.isWoeMonotonic());
            SplitPoints own = column.splits();
            if (own != null) {
                splits.set(column.name(), doubles(own.toArray()));
            }
        }
        return json;
    }

    private static double iv(ColumnBins column, int event) {
        return column.statistics().get(event).iv();
    }
}
