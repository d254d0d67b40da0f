package io.fateflow.worker.component.baseline;

import io.fateflow.worker.component.linear.data.LinearData;

/**
 * What scikit-learn's logistic regression makes small: half the sum of squares of the coefficients, without the intercept, and C
 * times the sum of the rows' cross entropies, by their weights.
 *
 * @param data whose labels are 1, or anything else
 */
record LogisticLoss(LinearData data, BaselineParameters parameters) {

    int size() {
        return data.header().size() + (parameters.fitIntercept() ? 1 : 0);
    }

    /**
     * The loss of some weights, the intercept last.
     *
     * @param gradient is set
     */
    double at(double[] weights, double[] gradient) {
        int columns = data.header().size();
        double loss = 0;
        for (int i = 0; i < weights.length; i++) {
            boolean penalized = parameters.penalized() && i < columns;
            loss += penalized ? 0.5 * weights[i] * weights[i] : 0;
            gradient[i] = penalized ? weights[i] : 0;
        }
        for (int row = 0; row < data.size(); row++) {
            double[] predictor = {parameters.fitIntercept() ? weights[columns] : 0};
            data.features(row).forEach((column, value) -> predictor[0] += weights[column] * value);
            double sign = data.label(row) == 1 ? 1 : -1;
            double margin = sign * predictor[0];
            double share = parameters.lossWeight() * data.weight(row);
            // as it is without overflow on either side
            loss += share * (Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin))));
            double slope = -share * sign / (1 + Math.exp(margin));
            data.features(row).forEach((column, value) -> gradient[column] += slope * value);
            if (parameters.fitIntercept()) {
                gradient[columns] += slope;
            }
        }
        return loss;
    }
}
