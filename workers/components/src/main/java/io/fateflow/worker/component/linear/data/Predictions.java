package io.fateflow.worker.component.linear.data;

import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.table.Row;

/** Predictions of rows, in FATE's columns: label, predict_result, predict_score, predict_detail, type. */
public interface Predictions {

    /** FATE's columns, by which predictions are known. */
    List<String> COLUMNS = List.of("label", "predict_result", "predict_score", "predict_detail", "type");

    /**
     * One row's prediction.
     *
     * @param type {@code train}, {@code validate} or {@code predict}
     */
    Row row(int row, String type);

    int size();

    /** What is predicted of each row, as text. */
    List<String> results();

    /** The score of each row. */
    double[] scores();

    /**
     * Of numbers.
     *
     * @param scores one for each row
     */
    static Predictions regression(LinearData data, double[] scores) {
        return of(data, row -> {
            double score = scores[row];
            return new Verdict(Double.toString(score), score, "{\"label\": " + score + "}");
        });
    }

    /**
     * Of the classes 0 and 1.
     *
     * @param scores the probability of 1 for each row
     */
    static Predictions binary(LinearData data, double[] scores, double threshold) {
        return of(data, row -> {
            double score = scores[row];
            String detail = "{\"0\": " + (1 - score) + ", \"1\": " + score + "}";
            return new Verdict(score > threshold ? "1" : "0", score, detail);
        });
    }

    /**
     * Of more classes: the one with the greatest probability, the first of those.
     *
     * @param scores for each class one for each row
     */
    static Predictions classes(LinearData data, List<String> classes, List<double[]> scores) {
        return of(data, row -> {
            int best = 0;
            StringBuilder detail = new StringBuilder();
            for (int i = 0; i < classes.size(); i++) {
                best = scores.get(i)[row] > scores.get(best)[row] ? i : best;
                detail.append(i == 0 ? "{" : ", ")
                        .append(JsonNodeFactory.instance.textNode(classes.get(i)))
                        .append(": ")
                        .append(scores.get(i)[row]);
            }
            return new Verdict(
                    classes.get(best), scores.get(best)[row], detail.append('}').toString());
        });
    }

    /** What is predicted of one row, as text. */
    record Verdict(String result, double score, String detail) {}

    /** Says what is predicted of a row. */
    @FunctionalInterface
    interface Judge {
        Verdict of(int row);
    }

    private static Predictions of(LinearData data, Judge judge) {
        return new Predictions() {
            @Override
            public Row row(int row, String type) {
                Verdict verdict = judge.of(row);
                String label = label(data, row);
                return new Row(
                        data.id(row),
                        List.of(label, verdict.result(), Double.toString(verdict.score()), verdict.detail(), type));
            }

            @Override
            public int size() {
                return data.size();
            }

            @Override
            public List<String> results() {
                return IntStream.range(0, size())
                        .mapToObj(row -> judge.of(row).result())
                        .toList();
            }

            @Override
            public double[] scores() {
                return IntStream.range(0, size())
                        .mapToDouble(row -> judge.of(row).score())
                        .toArray();
            }
        };
    }

    /** The label as the table has it, whatever the model was trained with; None is FATE's word for no label. */
    private static String label(LinearData data, int row) {
        double label = data.source().instances().get(row).label();
        if (Double.isNaN(label)) {
            return "None";
        }
        return data.schema().integerLabel() ? Long.toString((long) label) : Double.toString(label);
    }
}
