package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * FATE's {@code virtual_summary}: asks for the ranks of points that are spread evenly over a column's range, and interpolates
 * between them.
 */
record VirtualSummary(HomoBinningParameters parameters, HomoRanks ranks, int columns) {

    private static final double NEARLY_ZERO = 1e-8;

    List<SplitPoints> splits() throws IOException, InterruptedException {
        double[][] points = new double[columns][];
        for (int column = 0; column < columns; column++) {
            points[column] = spread(ranks.least(column), ranks.greatest(column), parameters.points());
        }
        long[][] known = ranks.of("rank", points);
        List<SplitPoints> splits = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            splits.add(splits(points[column], known[column], ranks.count(column)));
        }
        return splits;
    }

    /** As many points from the least to the greatest, both among them. */
    static double[] spread(double least, double greatest, int count) {
        double[] points = new double[count];
        double step = (greatest - least) / (count - 1);
        for (int i = 0; i < count; i++) {
            points[i] = least + i * step;
        }
        points[count - 1] = greatest;
        return points;
    }

    private SplitPoints splits(double[] points, long[] known, long values) {
        int bins = parameters.binNum();
        double[] bounds = new double[bins];
        for (int i = 1; i <= bins; i++) {
            double share = i == bins ? 1 : i * (1.0 / bins);
            bounds[i - 1] = at((long) (share * values), points, known);
        }
        return SplitPoints.ofDistinct(bounds);
    }

    /** FATE's formula, which takes the slope behind the first point whose rank is great enough. */
    private static double at(long rank, double[] points, long[] known) {
        int place = 0;
        while (place < known.length && known[place] < rank) {
            place++;
        }
        if (place >= points.length - 1) {
            return points[points.length - 1];
        }
        double width = points[place + 1] - points[place];
        long between = known[place + 1] - known[place];
        if (Math.abs(width) < NEARLY_ZERO || between == 0) {
            return points[place];
        }
        return points[place] + width * ((double) (rank - known[place]) / between);
    }
}
