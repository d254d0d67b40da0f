package io.fateflow.worker.component.binning;

import java.util.Arrays;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import static io.fateflow.worker.component.columns.ProtobufJson.doubles;
import static io.fateflow.worker.component.columns.ProtobufJson.longs;
import static io.fateflow.worker.component.columns.ProtobufJson.texts;

/**
 * What the bins of a column say about an event: FATE's {@code IVParam} without split points. The weight of evidence of
 * a bin is ln(event rate / non-event rate), where the rates are shares of all events and of all non-events; a bin
 * without one of both has the adjustment factor added to both its counts. Its share of the information value is
 * (event rate − non-event rate) · woe.
 */
final class BinStatistics {

    private final long[] events;
    private final long[] nonEvents;
    private final double[] eventRates;
    private final double[] nonEventRates;
    private final double[] woe;
    private final double[] iv;

    private BinStatistics(long[] events, long[] nonEvents, double adjustment) {
        this.events = events;
        this.nonEvents = nonEvents;
        this.eventRates = rates(events, nonEvents, adjustment);
        this.nonEventRates = rates(nonEvents, events, adjustment);
        this.woe = IntStream.range(0, events.length)
                .mapToDouble(bin -> Math.log(eventRates[bin] / nonEventRates[bin]))
                .toArray();
        this.iv = IntStream.range(0, events.length)
                .mapToDouble(bin -> (eventRates[bin] - nonEventRates[bin]) * woe[bin])
                .toArray();
    }

    /**
     * Calculates.
     *
     * @param event the class that counts as the event; all others do not
     * @param adjustment FATE's {@code adjustment_factor}
     */
    static BinStatistics of(ClassCounts counts, int event, double adjustment) {
        return new BinStatistics(counts.of(event), counts.allBut(event), adjustment);
    }

    double[] woe() {
        return woe.clone();
    }

    double iv() {
        return Arrays.stream(iv).sum();
    }

    boolean isWoeMonotonic() {
        return isMonotonic(woe);
    }

    static boolean isMonotonic(double... values) {
        return IntStream.range(1, values.length).allMatch(i -> values[i - 1] <= values[i])
                || IntStream.range(1, values.length).allMatch(i -> values[i - 1] >= values[i]);
    }

    /** Without split points, which another party has. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("woeArray", doubles(woe));
        json.set("ivArray", doubles(iv));
        json.set("eventCountArray", longs(events));
        json.set("nonEventCountArray", longs(nonEvents));
        json.set("eventRateArray", doubles(eventRates));
        json.set("nonEventRateArray", doubles(nonEventRates));
        json.set("splitPoints", doubles());
        json.put("iv", iv());
        json.put("isWoeMonotonic", isWoeMonotonic());
        json.put("binNums", Integer.toString(woe.length));
        json.set("binAnonymous", binNames(woe.length));
        return json;
    }

    /** The same form for a column of which nothing but its split points is known. */
    static ObjectNode jsonOf(SplitPoints splits) {
        ObjectNode json = new BinStatistics(new long[0], new long[0], 0).toJson();
        json.put("binNums", Integer.toString(splits.size()));
        return withSplits(json, splits);
    }

    /** With this party's own split points. */
    ObjectNode toJson(SplitPoints splits) {
        return withSplits(toJson(), splits);
    }

    private static ObjectNode withSplits(ObjectNode json, SplitPoints splits) {
        json.set("splitPoints", doubles(splits.toArray()));
        json.set("binAnonymous", binNames(splits.size()));
        return json;
    }

    private static ArrayNode binNames(int count) {
        return texts(IntStream.range(0, count).mapToObj(bin -> "bin_" + bin).toList());
    }

    private static double[] rates(long[] counts, long[] others, double adjustment) {
        long total = Math.max(1, Arrays.stream(counts).sum());
        return IntStream.range(0, counts.length)
                .mapToDouble(
                        bin -> (counts[bin] == 0 || others[bin] == 0 ? counts[bin] + adjustment : counts[bin]) / total)
                .toArray();
    }
}
