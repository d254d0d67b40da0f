package io.fateflow.worker.component.evaluation;

/** The scores of positive and of negative rows, there being at least one of each. */
final class RankedScores {

    private final SortedDoubles positives;
    private final SortedDoubles negatives;
    private final SortedDoubles all;

    RankedScores(Predictions predictions) {
        this.positives = new SortedDoubles(predictions.predictedWhere(1));
        this.negatives = new SortedDoubles(predictions.predictedWhere(0));
        double[] scores = new double[predictions.size()];
        for (int row = 0; row < scores.length; row++) {
            scores[row] = predictions.predicted(row);
        }
        this.all = new SortedDoubles(scores);
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

    /** The area under the ROC curve: how often a positive row beats a negative one, a tie counting half. */
    double auc() {
        long halves = 0;
        for (int i = 0; i < positives.size(); i++) {
            double score = positives.at(i);
            halves += 2L * negatives.size() - negatives.above(score) - negatives.atLeast(score);
        }
        return halves / (2.0 * positives.size() * negatives.size());
    }

    private Counts counts(int tp, int fp) {
        return new Counts(tp, fp, positives.size() - tp, negatives.size() - fp);
    }
}
