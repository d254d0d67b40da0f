package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.Input;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/**
 * Reads prediction tables: rows of label, predict_result, predict_score, predict_detail and type, by position, as FATE
 * does. Keeps two numbers of each row.
 */
final class PredictionReader {

    private static final int LABEL = 0;
    private static final int RESULT = 1;
    private static final int SCORE = 2;
    private static final int TYPE = 4;
    private static final int COLUMNS = 5;

    private final EvaluationParameters parameters;
    private final LabelIndex labels = new LabelIndex();
    private final Map<String, Predictions> byType = new LinkedHashMap<>();

    PredictionReader(EvaluationParameters parameters) {
        this.parameters = parameters;
    }

    /** What was read so far, by type ({@code train}, {@code validate}, {@code predict}), in order of appearance. */
    Map<String, Predictions> byType() {
        return byType;
    }

    /** What the numbers of labels mean, with {@link EvalType#MULTI}. */
    LabelIndex labels() {
        return labels;
    }

    void read(Input input, TableStore tables) throws IOException {
        String place = "output \"" + input.output() + "\" of " + input.component();
        try (TableReader reader = tables.open(input.table())) {
            List<String> columns = reader.info().schema().columns();
            if (columns.size() != COLUMNS) {
                throw new IOException("length of table header mismatch, expected length is 5, got " + columns.size()
                        + " columns in the " + place + ": Evaluation reads predictions (label, predict_result,"
                        + " predict_score, predict_detail, type); give it the output of a model");
            }
            long number = 0;
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    number++;
                    add(row.values(), "row " + number + " of the " + place);
                }
            }
        }
    }

    private void add(List<String> values, String place) throws IOException {
        Predictions predictions = byType.computeIfAbsent(values.get(TYPE), type -> new Predictions());
        switch (parameters.type()) {
            case BINARY -> {
                boolean positive = label(values, LABEL, place).equals(parameters.positiveLabel());
                predictions.add(positive ? 1 : 0, number(values, SCORE, place));
            }
            case MULTI ->
                predictions.add(
                        labels.numberOf(label(values, LABEL, place)), labels.numberOf(label(values, RESULT, place)));
            case CLUSTERING -> throw new IllegalStateException("clusters are no predictions");
            case REGRESSION -> predictions.add(number(values, LABEL, place), number(values, SCORE, place));
        }
    }

    private static Label label(List<String> values, int column, String place) throws IOException {
        String text = values.get(column);
        if (text.isBlank() || text.equals("None")) {
            throw new IOException("Evaluation needs " + (column == LABEL ? "labels" : "predictions") + ", but " + place
                    + " has none in column " + (column + 1));
        }
        return Label.of(text);
    }

    /** Its error travels to the other parties: it names the place, and neither the row's id nor the value. */
    private static double number(List<String> values, int column, String place) throws IOException {
        try {
            double number = Double.parseDouble(values.get(column));
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as what is not finite
        }
        throw new IOException(
                "Evaluation needs numbers, but " + place + " has something else in column " + (column + 1));
    }
}
