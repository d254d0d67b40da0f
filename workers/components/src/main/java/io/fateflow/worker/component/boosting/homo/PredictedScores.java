package io.fateflow.worker.component.boosting.homo;

import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.tree.Tree;
import io.fateflow.worker.component.boosting.validate.Scores;

/**
 * What a model that grows predicts of a party's rows. Those that it learns from are no exception, as in FATE: a value may
 * exceed a threshold a little when it is predicted, which it may not in training, and a point that was found by halves is
 * often that little below a value.
 */
final class PredictedScores {

    private final ColumnTable table;
    private final Scores scores;
    private int trees;

    PredictedScores(BoostingModel model, ColumnTable table) {
        this.table = table;
        this.scores = Scores.start(model.start(), table.size());
        add(model);
    }

    /** Adds the trees that the model has more than before. */
    void add(BoostingModel model) {
        List<Tree> more = model.trees().subList(trees, model.trees().size());
        TreeRows rows = new TreeRows(
                more, table, model.learned().useMissing(), model.learned().zeroAsMissing());
        for (int tree = 0; tree < more.size(); tree++) {
            int at = tree;
            int[] leaves = IntStream.range(0, table.size())
                    .parallel()
                    .map(row -> rows.advance(at, Tree.ROOT, row))
                    .toArray();
            int output = (trees + tree) % model.dimension();
            scores.add(more.get(tree), output, model.learned().learningRate(), 0, leaves);
        }
        trees = model.trees().size();
    }

    Scores scores() {
        return scores;
    }
}
