package io.fateflow.tools.demo;

import java.util.List;
import java.util.function.Function;

/** What can be learned without federation, on the same people. */
final class CreditBaseline {

    private final List<CreditData.Person> people;
    private final boolean[] defaulted;
    private final PooledRegression.Settings settings;

    CreditBaseline(List<CreditData.Person> people, PooledRegression.Settings settings) {
        this.people = people;
        this.settings = settings;
        this.defaulted = new boolean[people.size()];
        for (int i = 0; i < defaulted.length; i++) {
            defaulted[i] = people.get(i).defaulted();
        }
    }

    /** Learned with the columns of both parties that the federated model has. */
    PooledRegression pooled(CreditModel model) {
        return PooledRegression.train(rows(model::row), defaulted, settings);
    }

    double auc(PooledRegression pooled, CreditModel model) {
        return PooledRegression.auc(pooled.scores(rows(model::row)), defaulted);
    }

    double guestAloneAuc(CreditModel model) {
        double[][] rows = rows(model::guestRow);
        return PooledRegression.auc(
                PooledRegression.train(rows, defaulted, settings).scores(rows), defaulted);
    }

    double trueAuc() {
        return PooledRegression.auc(
                people.stream().mapToDouble(CreditData.Person::risk).toArray(), defaulted);
    }

    private double[][] rows(Function<CreditData.Person, double[]> row) {
        return people.stream().map(row).toArray(double[][]::new);
    }
}
