package io.fateflow.worker.component.label;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.Row;

/** Rows of predictions: label, predict_result, predict_score, predict_detail (score by label, as JSON) and type. */
final class PredictionLabels {

    static final List<String> COLUMNS = List.of("label", "predict_result", "predict_score", "predict_detail", "type");

    private static final int LABEL = 0;
    private static final int RESULT = 1;
    private static final int DETAIL = 3;

    private final ObjectMapper json = new ObjectMapper();
    private final LabelEncoder encoder;

    PredictionLabels(LabelEncoder encoder) {
        this.encoder = encoder;
    }

    /**
     * The row with other labels.
     *
     * @throws IOException without place, if the encoder does not know a label
     */
    Row change(Row row) throws IOException {
        List<String> values = new ArrayList<>(row.values());
        values.set(LABEL, code(values.get(LABEL)));
        values.set(RESULT, code(values.get(RESULT)));
        ObjectNode detail = json.createObjectNode();
        for (var score : json.readTree(values.get(DETAIL)).properties()) {
            detail.set(code(score.getKey()), score.getValue());
        }
        values.set(DETAIL, detail.toString());
        return new Row(row.id(), values);
    }

    /** Whether the row predicts a number and not a class: then its labels stay. */
    boolean isRegression(Row row) throws IOException {
        JsonNode detail = json.readTree(row.values().get(DETAIL));
        return detail.size() == 1 && detail.has("label");
    }

    private String code(String label) throws IOException {
        try {
            Double code = encoder.codes().get(Double.valueOf(label));
            if (code != null) {
                return LabelEncoder.show(code);
            }
        } catch (NumberFormatException noNumber) {
            // told below, as what the encoder does not know
        }
        throw new IOException("has a label that is not in the label encoder");
    }
}
