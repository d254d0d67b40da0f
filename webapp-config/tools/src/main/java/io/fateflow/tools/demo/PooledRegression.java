package io.fateflow.tools.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The model of FATE's HeteroLR with all data in one place: the same Taylor loss, L2 penalty, rmsprop and learning rate,
 * all rows in each step, beginning with zeros. What the federated model has to be compared with.
 *
 * @param weights by column
 * @param losses one for each step, taken before it
 */
record PooledRegression(List<Double> weights, double intercept, List<Double> losses) {

    private static final double MEMORY = 0.99;
    private static final double NO_ZERO = 1e-6;

    /** The parameters of HeteroLR that matter here, with the values that the job has. */
    record Settings(double alpha, double learningRate, double decay, double tolerance, int iterations) {

        /** Reads the parameters that the job's conf gives to HeteroLR; all of them must be there. */
        static Settings of(JsonNode heteroLr) {
            return new Settings(
                    heteroLr.required("alpha").asDouble(),
                    heteroLr.required("learning_rate").asDouble(),
                    heteroLr.required("decay").asDouble(),
                    heteroLr.required("tol").asDouble(),
                    heteroLr.required("max_iter").asInt());
        }
    }

    static PooledRegression train(double[][] rows, boolean[] positive, Settings settings) {
        double[] weights = new double[rows[0].length + 1];
        double[] squares = new double[weights.length];
        List<Double> losses = new ArrayList<>();
        for (int step = 0; step < settings.iterations(); step++) {
            double[] gradient = new double[weights.length];
            losses.add(lossAndGradient(rows, positive, weights, settings.alpha(), gradient));
            double rate = settings.learningRate() / Math.sqrt(1 + settings.decay() * step);
            for (int i = 0; i < weights.length; i++) {
                squares[i] = MEMORY * squares[i] + (1 - MEMORY) * gradient[i] * gradient[i];
                weights[i] -= rate * gradient[i] / Math.sqrt(squares[i] + NO_ZERO);
            }
            if (step > 0 && Math.abs(losses.get(step - 1) - losses.get(step)) < settings.tolerance()) {
                break;
            }
        }
        int last = weights.length - 1;
        return new PooledRegression(Arrays.stream(weights, 0, last).boxed().toList(), weights[last], losses);
    }

    /** The last weight is the intercept, which has no penalty. */
    private static double lossAndGradient(
            double[][] rows, boolean[] positive, double[] weights, double alpha, double[] gradient) {
        int last = weights.length - 1;
        double loss = Math.log(2);
        for (int row = 0; row < rows.length; row++) {
            double score = score(rows[row], weights, weights[last]);
            double label = positive[row] ? 1 : -1;
            loss += (-0.5 * label * score + 0.125 * score * score) / rows.length;
            double residual = (0.25 * score - 0.5 * label) / rows.length;
            for (int i = 0; i < last; i++) {
                gradient[i] += residual * rows[row][i];
            }
            gradient[last] += residual;
        }
        for (int i = 0; i < last; i++) {
            loss += 0.5 * alpha * weights[i] * weights[i];
            gradient[i] += alpha * weights[i];
        }
        return loss;
    }

    double[] scores(double[][] rows) {
        double[] learned = weights.stream().mapToDouble(Double::doubleValue).toArray();
        return Arrays.stream(rows)
                .mapToDouble(row -> score(row, learned, intercept))
                .toArray();
    }

    /** How often a positive row scores higher than a negative one, a tie counting half. */
    static double auc(double[] scores, boolean[] positive) {
        double won = 0;
        long pairs = 0;
        for (int a = 0; a < scores.length; a++) {
            for (int b = 0; b < scores.length; b++) {
                if (positive[a] && !positive[b]) {
                    won += scores[a] > scores[b] ? 1 : scores[a] == scores[b] ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return won / pairs;
    }

    private static double score(double[] row, double[] weights, double intercept) {
        double score = intercept;
        // the intercept may follow the weights of the columns
        for (int i = 0; i < row.length; i++) {
            score += row[i] * weights[i];
        }
        return score;
    }
}
