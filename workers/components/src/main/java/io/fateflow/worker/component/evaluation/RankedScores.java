package io.fateflow.worker.component.evaluation;

import io.fateflow.worker.component.score.Ranking;

/** The scores of positive and of negative rows, there being at least one of each. */
final class RankedScores {

    private final Predictions predictions;
    private final SortedDoubles positives;
    private final SortedDoubles negatives;
    private final SortedDoubles all;

    RankedScores(Predictions predictions) {
        this.predictions = predictions;
        this.positives = new SortedDoubles(predictions.predictedWhere(1));
        this.negatives = new SortedDoubles(predictions.predictedWhere(0));
        this.all = new SortedDoubles(predictions.predicted());
    }

    SortedDoubles all() {
        return all;
    }

    SortedDoubles positives() {
        return positives;
    }

    SortedDoubles negatives() {
        return negatives;
    }

    /** The confusion matrix when what scores above the threshold is called positive. */
    Counts above(double threshold) {
        return counts(positives.above(threshold), negatives.above(threshold));
    }

    /** The same when the threshold itself is called positive too. */
    Counts atLeast(double threshold) {
        return counts(positives.atLeast(threshold), negatives.atLeast(threshold));
    }

    /** The area under the ROC curve. */
    double auc() {
        return Ranking.of(predictions.expected(), predictions.predicted()).auc();
    }

    private Counts counts(int tp, int fp) {
        return new Counts(tp, fp, positives.size() - tp, negatives.size() - fp);
    }
}
