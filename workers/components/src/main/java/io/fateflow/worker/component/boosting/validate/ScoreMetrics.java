package io.fateflow.worker.component.boosting.validate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.fateflow.worker.component.score.SingleMetrics;

/** FATE's metrics of single values between rounds. */
public final class ScoreMetrics {

    private static final List<String> CLASSES = List.of("accuracy", "precision", "recall");
    private static final int USUAL = 2;

    private ScoreMetrics() {}

    /**
     * By name, in the order wanted; the usual ones if the user names none, and none that has more than a value.
     *
     * @param predictions of each row: the probability of the second class, of each class, or a number
     */
    public static Map<String, Double> of(Labels labels, double[][] predictions, List<String> wanted) {
        double[] first = IntStream.range(0, predictions.length)
                .mapToDouble(row -> predictions[row][0])
                .toArray();
        int classes = labels.classes().size();
        if (classes == 2) {
            return SingleMetrics.binary(
                    labels.values(), first, chosen(SingleMetrics.BINARY, wanted, SingleMetrics.BINARY.size()));
        }
        if (classes < 2) {
            return SingleMetrics.regression(labels.values(), first, chosen(SingleMetrics.REGRESSION, wanted, USUAL));
        }
        Map<String, Double> all = ofClasses(labels, predictions);
        Map<String, Double> values = new LinkedHashMap<>();
        chosen(CLASSES, wanted, CLASSES.size()).forEach(name -> values.put(name, all.getOrDefault(name, 0.0)));
        return SingleMetrics.rounded(values);
    }

    /** The place of the greatest; the first of equal ones. */
    public static int greatest(double[] values) {
        int greatest = 0;
        for (int i = 1; i < values.length; i++) {
            greatest = values[i] > values[greatest] ? i : greatest;
        }
        return greatest;
    }

    private static List<String> chosen(List<String> known, List<String> wanted, int usual) {
        return wanted.isEmpty()
                ? known.subList(0, usual)
                : wanted.stream().filter(known::contains).toList();
    }

    /** Of a class that nobody has, or that is never predicted, the share is 0, as scikit-learn has it. */
    private static Map<String, Double> ofClasses(Labels labels, double[][] predictions) {
        int classes = labels.classes().size();
        int[] labelled = new int[classes];
        int[] predicted = new int[classes];
        int[] right = new int[classes];
        for (int row = 0; row < predictions.length; row++) {
            int result = greatest(predictions[row]);
            int label = (int) labels.values()[row];
            predicted[result]++;
            if (label >= 0) {
                labelled[label]++;
                right[label] += result == label ? 1 : 0;
            }
        }
        double all = IntStream.of(right).sum();
        return Map.of(
                "accuracy", all / predictions.length,
                "precision", mean(right, predicted),
                "recall", mean(right, labelled));
    }

    private static double mean(int[] right, int[] of) {
        return IntStream.range(0, right.length)
                .mapToDouble(k -> of[k] == 0 ? 0 : (double) right[k] / of[k])
                .average()
                .orElse(0);
    }
}
