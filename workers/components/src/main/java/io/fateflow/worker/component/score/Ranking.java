package io.fateflow.worker.component.score;

import java.util.stream.IntStream;

/**
 * Scores from the greatest to the least, and how the class 1 is spread over them.
 *
 * @param auc the area under the ROC curve, a tie counting half; NaN without one of the classes
 * @param ks the greatest distance of the two classes' shares above a score, of the scores at each hundredth of the rows, as
 *     FATE looks for it; NaN without one of the classes
 */
public record Ranking(double auc, double ks) {

    private static final int CUTS = 100;

    /**
     * Ranks.
     *
     * @param labels 1, or anything else for the other class
     */
    public static Ranking of(double[] labels, double[] scores) {
        int[] order = IntStream.range(0, scores.length)
                .boxed()
                .sorted((a, b) -> Double.compare(scores[b], scores[a]))
                .mapToInt(Integer::intValue)
                .toArray();
        double positives = IntStream.of(order).filter(row -> labels[row] == 1).count();
        double negatives = labels.length - positives;
        double above = 0;
        double below = 0;
        double area = 0;
        double greatest = 0;
        int cut = 0;
        for (int i = 0; i < order.length; ) {
            double score = scores[order[i]];
            double found = 0;
            int from = i;
            for (; i < order.length && scores[order[i]] == score; i++) {
                found += labels[order[i]] == 1 ? 1 : 0;
            }
            double others = i - from - found;
            if (row(cut, order.length) < i) {
                greatest = Math.max(greatest, above / positives - below / negatives);
            }
            while (row(cut, order.length) < i) {
                cut++;
            }
            // rows of the same score are beaten by half
            area += others * (above + found / 2);
            above += found;
            below += others;
        }
        boolean defined = positives > 0 && negatives > 0;
        return new Ranking(defined ? area / (positives * negatives) : Double.NaN, defined ? greatest : Double.NaN);
    }

    /** The row at a hundredth, and none behind the last. */
    private static int row(int cut, int rows) {
        return cut < CUTS ? (int) (rows * (cut / (double) CUTS)) : rows;
    }
}
