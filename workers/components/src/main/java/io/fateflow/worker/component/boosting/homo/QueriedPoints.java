package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.BooleanNode;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.homo.SummingClient;
import io.fateflow.worker.component.homo.SummingServer;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's quantile points of all parties' rows, which no party has: points are asked for their rank over all rows, and moved by
 * halves until their ranks are right, or near enough.
 */
final class QueriedPoints {

    private static final int MOST_TURNS = 100;
    private static final double ZERO = 1e-8;
    private static final double LEAST_MOVE = ZERO * 0.9;

    private final SummingClient sums;
    private final double[][] sorted;
    private final int bins;
    private final double allowed;
    private final boolean tells;

    /**
     * Asks nothing yet.
     *
     * @param error the share of all rows by which a rank may be wrong
     * @param tells whether this party, as the guest, tells the arbiter when it is enough
     */
    QueriedPoints(SummingClient sums, ColumnTable data, int bins, double error, boolean tells) {
        this.tells = tells;
        this.sums = sums;
        this.bins = bins;
        this.allowed = Math.ceil(error * sums.rows());
        this.sorted = Arrays.stream(data.columns())
                .map(column -> Arrays.stream(column)
                        .filter(value -> !Double.isNaN(value))
                        .map(value -> Math.abs(value) < ZERO ? 0 : value)
                        .sorted()
                        .toArray())
                .toArray(double[][]::new);
    }

    /** One point on its way. */
    private static final class Point {

        private double value;
        private double low;
        private double high;
        private final double rank;
        private boolean fixed;

        Point(double value, double low, double high, double rank) {
            this.value = value;
            this.low = low;
            this.high = high;
            this.rank = rank;
        }

        void move(double found, double allowed) {
            if (fixed || Math.abs(found - rank) <= allowed) {
                fixed = true;
                return;
            }
            if (found > rank) {
                high = value;
            } else {
                low = value;
            }
            double half = (low + high) / 2;
            fixed = Math.abs(half - value) <= LEAST_MOVE;
            // above the value that it has closed in on, mostly: halves come as near from below
            value = fixed ? value + LEAST_MOVE : half;
        }
    }

    /** The points of each column, ascending. */
    double[][] find(LinearVariables transfer, Party arbiter) throws IOException, InterruptedException {
        double[] counts = sums.sum(
                Arrays.stream(sorted).mapToDouble(column -> column.length).toArray());
        double[] own = IntStream.range(0, sorted.length)
                .mapToObj(this::extremes)
                .flatMapToDouble(Arrays::stream)
                .toArray();
        transfer.send(HomoSetup.LOCAL_EXTREMES, arbiter, Wire.numbers(own));
        double[] extremes = transfer.receive(HomoSetup.EXTREMES, arbiter, Wire::readNumbers);
        List<List<Point>> points = new ArrayList<>();
        for (int column = 0; column < sorted.length; column++) {
            points.add(start(extremes[2 * column], extremes[2 * column + 1], counts[column]));
        }
        boolean done = false;
        for (int turn = 0; turn < MOST_TURNS && !done; turn++) {
            move(points, sums.sum(ranks(points)));
            done = points.stream().flatMap(List::stream).allMatch(point -> point.fixed);
            if (tells) {
                transfer.sendJson(HomoSetup.CONVERGED, arbiter, BooleanNode.valueOf(done), turn);
            }
        }
        return points.stream().map(QueriedPoints::distinct).toArray(double[][]::new);
    }

    /** The arbiter's side: adds up, until the guest says that it is enough. */
    static void serve(HomoSetup setup, SummingServer server, LinearVariables transfer)
            throws IOException, InterruptedException {
        server.pass();
        double[] all = new double[0];
        for (Party client : setup.clients()) {
            double[] own = transfer.receive(HomoSetup.LOCAL_EXTREMES, client, Wire::readNumbers);
            all = all.length == 0 ? own : widest(all, own, client);
        }
        for (Party client : setup.clients()) {
            transfer.send(HomoSetup.EXTREMES, client, Wire.numbers(all));
        }
        boolean done = false;
        for (int turn = 0; turn < MOST_TURNS && !done; turn++) {
            server.pass();
            done = transfer.receiveJson(HomoSetup.CONVERGED, setup.side().guest(), turn)
                    .asBoolean();
        }
    }

    private static double[] widest(double[] all, double[] own, Party client) throws IOException {
        if (own.length != all.length) {
            throw new IOException(client + " has another number of columns than others");
        }
        return IntStream.range(0, all.length)
                .mapToDouble(i -> i % 2 == 0 ? Math.min(all[i], own[i]) : Math.max(all[i], own[i]))
                .toArray();
    }

    private void move(List<List<Point>> points, double[] ranks) {
        int i = 0;
        for (List<Point> column : points) {
            for (Point point : column) {
                point.move(ranks[i++], allowed);
            }
        }
    }

    /** The least and the greatest value; what is neither if there is none. */
    private double[] extremes(int column) {
        double[] values = sorted[column];
        return values.length == 0
                ? new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}
                : new double[] {values[0], values[values.length - 1]};
    }

    private List<Point> start(double least, double greatest, double count) {
        List<Point> points = new ArrayList<>();
        boolean none = least > greatest;
        for (int i = 1; i <= bins; i++) {
            double share = (double) i / bins;
            double value = none ? 0 : i == bins ? greatest : least + (greatest - least) * share;
            points.add(new Point(value, none ? 0 : least, none ? 0 : greatest, Math.floor(share * count)));
        }
        return points;
    }

    private double[] ranks(List<List<Point>> points) {
        return IntStream.range(0, points.size())
                .boxed()
                .flatMapToDouble(column -> points.get(column).stream().mapToDouble(point -> rank(column, point.value)))
                .toArray();
    }

    /** How many values a point is not exceeded by; of 0, FATE counts only what is less. */
    private double rank(int column, double value) {
        double[] values = sorted[column];
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            boolean before = value == 0 ? values[middle] < 0 : values[middle] <= value;
            low = before ? middle + 1 : low;
            high = before ? high : middle;
        }
        return low;
    }

    private static double[] distinct(List<Point> points) {
        double[] sorted = points.stream()
                .mapToDouble(point -> Math.abs(point.value) < ZERO ? 0 : point.value)
                .sorted()
                .toArray();
        return IntStream.range(0, sorted.length)
                .filter(i -> i == 0 || Math.abs(sorted[i] - sorted[i - 1]) > ZERO)
                .mapToDouble(i -> sorted[i])
                .toArray();
    }
}
