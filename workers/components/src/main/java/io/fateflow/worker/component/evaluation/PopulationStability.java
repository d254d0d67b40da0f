package io.fateflow.worker.component.evaluation;

import java.math.BigDecimal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The population stability index: how far the scores of validation data have moved from those of training data, over
 * twenty intervals that hold the same number of training rows. Intervals are closed on the left, the last on both sides.
 */
final class PopulationStability {

    private static final double INSTEAD_OF_NONE = 1e-6;

    private final RankedScores train;
    private final RankedScores validate;
    private final double[] bounds;

    PopulationStability(RankedScores train, RankedScores validate) {
        this.train = train;
        this.validate = validate;
        this.bounds = Thresholds.distinctQuantiles(train.all());
    }

    void writeTo(MetricSheet sheet) {
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        double total = 0;
        for (int interval = 0; interval + 1 < bounds.length; interval++) {
            total += write(interval, metas);
        }
        metas.put("total_psi", MetricSheet.rounded(total));
        sheet.table("psi", "PSI", metas);
    }

    private double write(int interval, ObjectNode metas) {
        int expected = count(train.all(), interval);
        int actual = count(validate.all(), interval);
        double expectedShare = share(expected, train);
        double actualShare = share(actual, validate);
        double psi = (actualShare - expectedShare) * Math.log(actualShare / expectedShare);
        metas.withArray("psi_scores").add(MetricSheet.rounded(psi));
        metas.withArray("expected_interval").add(expected);
        metas.withArray("expected_percentage").add(expectedShare);
        metas.withArray("actual_interval").add(actual);
        metas.withArray("actual_percentage").add(actualShare);
        metas.withArray("intervals").add(name(interval));
        metas.withArray("train_pos_perc").add(positiveShare(train, interval, expected));
        metas.withArray("validate_pos_perc").add(positiveShare(validate, interval, actual));
        return psi;
    }

    private int count(SortedDoubles scores, int interval) {
        double right = bounds[interval + 1];
        return scores.atLeast(bounds[interval]) - (isLast(interval) ? scores.above(right) : scores.atLeast(right));
    }

    private static double share(int count, RankedScores scores) {
        return (count == 0 ? INSTEAD_OF_NONE : count) / scores.all().size();
    }

    private double positiveShare(RankedScores scores, int interval, int all) {
        return all == 0 ? 0 : count(scores.positives(), interval) / (double) all;
    }

    private String name(int interval) {
        return "[" + text(bounds[interval]) + ", " + text(bounds[interval + 1]) + (isLast(interval) ? "]" : ")");
    }

    private static String text(double bound) {
        return BigDecimal.valueOf(MetricSheet.rounded(bound)).toPlainString();
    }

    private boolean isLast(int interval) {
        return interval + 2 == bounds.length;
    }
}
