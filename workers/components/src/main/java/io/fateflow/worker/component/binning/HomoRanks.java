package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.component.homo.SumClient;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/**
 * What one client gets to know of the columns of all together: how many values there are, the least and the greatest,
 * and how many are up to a given value.
 */
final class HomoRanks {

    static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.homo_binning_transfer_variable.HomoBinningTransferVariable";
    static final String OWN_RANGE = "local_static_values";
    static final String RANGE = "global_static_values";
    /** FATE takes what is smaller for 0. */
    private static final double NEARLY_ZERO = 1e-8;

    private final SumClient sums;
    private final List<String> names;
    private final List<double[]> sorted = new ArrayList<>();
    private long[] counts = {};
    private double total;
    private double[] least = {};
    private double[] greatest = {};

    /**
     * Knows this client's values.
     *
     * @param columns one array for each name, NaN where missing
     */
    HomoRanks(SumClient sums, List<String> names, List<double[]> columns) {
        this.sums = sums;
        this.names = names;
        for (double[] column : columns) {
            sorted.add(Arrays.stream(column)
                    .filter(value -> !Double.isNaN(value))
                    .map(value -> Math.abs(value) < NEARLY_ZERO ? 0 : value)
                    .sorted()
                    .toArray());
        }
    }

    /** Gets to know how many values there are, and their range. */
    void begin(LinearVariables transfer, Party server, int rows) throws IOException, InterruptedException {
        double[] missing = sorted.stream().mapToDouble(own -> rows - own.length).toArray();
        total = Math.rint(sums.sum("total_count", rows)[0]);
        exchangeRange(transfer, server);
        double[] absent = sums.sum("missing_count", missing);
        counts = Arrays.stream(absent)
                .mapToLong(each -> Math.round(total - each))
                .toArray();
    }

    /** Of all parties' rows. */
    double total() {
        return total;
    }

    /** Of a column's values at all parties. */
    long count(int column) {
        return counts[column];
    }

    double least(int column) {
        return least[column];
    }

    double greatest(int column) {
        return greatest[column];
    }

    /** How many values of all parties are up to each point, as FATE counts: up to 0 means below 0. */
    long[][] of(String name, double[]... points) throws IOException, InterruptedException {
        double[] own =
                new double[Arrays.stream(points).mapToInt(each -> each.length).sum()];
        int place = 0;
        for (int column = 0; column < points.length; column++) {
            for (double point : points[column]) {
                own[place++] = rank(sorted.get(column), point);
            }
        }
        double[] all = sums.sum(name, own);
        long[][] ranks = new long[points.length][];
        place = 0;
        for (int column = 0; column < points.length; column++) {
            ranks[column] = new long[points[column].length];
            for (int i = 0; i < ranks[column].length; i++) {
                ranks[column][i] = Math.round(all[place++]);
            }
        }
        return ranks;
    }

    private void exchangeRange(LinearVariables transfer, Party server) throws IOException, InterruptedException {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        own.set("columns", ProtobufJson.texts(names));
        own.set(
                "max",
                ProtobufJson.doubles(sorted.stream()
                        .mapToDouble(each -> each.length == 0 ? Double.NEGATIVE_INFINITY : each[each.length - 1])
                        .toArray()));
        own.set(
                "min",
                ProtobufJson.doubles(sorted.stream()
                        .mapToDouble(each -> each.length == 0 ? Double.POSITIVE_INFINITY : each[0])
                        .toArray()));
        transfer.sendJson(OWN_RANGE, server, own, "min-max");
        JsonNode range = transfer.receiveJson(RANGE, server, "min-max");
        least = ProtobufJson.doubles(range.path("min"));
        greatest = ProtobufJson.doubles(range.path("max"));
        for (int column = 0; column < names.size(); column++) {
            if (!(least[column] <= greatest[column])) {
                throw new IOException(
                        "column " + names.get(column) + " has no value at any party: leave it out of bin_names");
            }
        }
    }

    private static int rank(double[] sorted, double point) {
        int place = Arrays.binarySearch(sorted, point == 0 ? 0.0 : point);
        if (place < 0) {
            return -place - 1;
        }
        int end = place;
        if (point == 0) {
            while (end > 0 && sorted[end - 1] == 0) {
                end--;
            }
            return end;
        }
        while (end < sorted.length && sorted[end] == point) {
            end++;
        }
        return end;
    }
}
