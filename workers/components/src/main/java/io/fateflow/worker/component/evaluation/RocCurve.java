package io.fateflow.worker.component.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * The ROC curve as scikit-learn computes it for FATE: a point for each different score, without those in the middle of a
 * straight line, and a first point where nothing is called positive.
 */
final class RocCurve {

    /**
     * One point.
     *
     * @param threshold what scores at least this much is called positive
     */
    record Corner(double threshold, double fpr, double tpr) {}

    private RocCurve() {}

    static List<Corner> of(RankedScores scores) {
        double[] thresholds = scores.all().distinctDescending();
        List<Corner> corners = new ArrayList<>();
        corners.add(new Corner(thresholds[0] + 1, 0, 0));
        Counts before = scores.atLeast(thresholds[0]);
        Counts here = before;
        for (int i = 0; i < thresholds.length; i++) {
            Counts after = i + 1 < thresholds.length ? scores.atLeast(thresholds[i + 1]) : here;
            if (i == 0 || i + 1 == thresholds.length || !isStraight(before, here, after)) {
                corners.add(new Corner(thresholds[i], here.falsePositiveRate(), here.recall()));
            }
            before = here;
            here = after;
        }
        return corners;
    }

    /** FATE's choice of at most a hundred corners, by number. */
    static List<Corner> hundredOf(List<Corner> corners) {
        List<Corner> chosen = new ArrayList<>(Thresholds.CUTS);
        for (int cut = 0; cut < Thresholds.CUTS; cut++) {
            Corner corner = corners.get((int) (corners.size() * Thresholds.cut(cut)));
            if (chosen.isEmpty() || !chosen.get(chosen.size() - 1).equals(corner)) {
                chosen.add(corner);
            }
        }
        return chosen;
    }

    private static boolean isStraight(Counts before, Counts here, Counts after) {
        return after.fp() - here.fp() == here.fp() - before.fp() && after.tp() - here.tp() == here.tp() - before.tp();
    }
}
