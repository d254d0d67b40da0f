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
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    add(row, place);
                }
            }
        }
    }

    private void add(Row row, String place) throws IOException {
        List<String> values = row.values();
        Predictions predictions = byType.computeIfAbsent(values.get(TYPE), type -> new Predictions());
        switch (parameters.type()) {
            case BINARY -> {
                boolean positive = label(row, LABEL, place).equals(parameters.positiveLabel());
                predictions.add(positive ? 1 : 0, number(row, SCORE, place));
            }
            case MULTI ->
                predictions.add(labels.numberOf(label(row, LABEL, place)), labels.numberOf(label(row, RESULT, place)));
            case REGRESSION -> predictions.add(number(row, LABEL, place), number(row, SCORE, place));
        }
    }

    private static Label label(Row row, int column, String place) throws IOException {
        String text = row.values().get(column);
        if (text.isBlank() || text.equals("None")) {
            throw new IOException("Evaluation needs " + (column == LABEL ? "labels" : "predictions") + ", but row \""
                    + row.id() + "\" of the " + place + " has none in column " + (column + 1));
        }
        return Label.of(text);
    }

    private static double number(Row row, int column, String place) throws IOException {
        String text = row.values().get(column);
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // told below, as what is not finite
        }
        throw new IOException("Evaluation needs numbers, but column " + (column + 1) + " of row \"" + row.id()
                + "\" of the " + place + " has \"" + text + "\"");
    }
}
