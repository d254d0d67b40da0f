package io.fateflow.worker.component.imputation;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * FATE's FeatureImputationMeta and FeatureImputationParam.
 *
 * @param missing what counts as missing beside NaN
 * @param fills one for each column that is filled
 */
record ImputationModel(List<String> header, List<Double> missing, List<ColumnFill> fills) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static ImputationModel load(Model model) {
        JsonNode imputer = model.param().path("imputerParam");
        List<ColumnFill> fills = new ArrayList<>();
        imputer.path("missingReplaceValue")
                .properties()
                .forEach(entry -> fills.add(new ColumnFill(
                        entry.getKey(),
                        imputer.path("colsReplaceMethod").path(entry.getKey()).asText("None"),
                        Double.parseDouble(entry.getValue().asText()))));
        List<String> header = new ArrayList<>();
        model.param().path("header").forEach(name -> header.add(name.asText()));
        return new ImputationModel(
                header, numbers(model.meta().path("imputerMeta").path("missingValue")), fills);
    }

    boolean isMissing(double value) {
        return Double.isNaN(value) || missing.contains(value);
    }

    /** The columns that are left as they are. */
    List<String> skipped() {
        List<String> filled = fills.stream().map(ColumnFill::column).toList();
        return header.stream().filter(name -> !filled.contains(name)).toList();
    }

    /** Ratios are those of one run, by the order of {@link #fills}. */
    Model toModel(double... ratios) {
        ObjectNode meta = JSON.objectNode();
        ObjectNode imputerMeta =
                meta.putObject("imputerMeta").put("isImputer", true).put("strategy", "");
        imputerMeta.set("missingValue", ProtobufJson.texts(marks()));
        imputerMeta.set(
                "missingValueType",
                ProtobufJson.texts(marks().stream().map(mark -> "float").toList()));
        meta.put("needRun", true);
        ObjectNode param = JSON.objectNode();
        param.set("header", ProtobufJson.texts(header));
        ObjectNode imputer = param.putObject("imputerParam");
        ObjectNode values = imputer.putObject("missingReplaceValue");
        fills.forEach(fill -> values.put(fill.column(), Double.toString(fill.value())));
        imputer.set("missingValueRatio", byColumn(ratios));
        ObjectNode types = imputer.putObject("missingReplaceValueType");
        fills.forEach(fill -> types.put(fill.column(), "float"));
        imputer.set("skipCols", ProtobufJson.texts(skipped()));
        ObjectNode methods = imputer.putObject("colsReplaceMethod");
        fills.forEach(fill -> methods.put(fill.column(), fill.method()));
        return new Model("FeatureImputation", "FeatureImputationMeta", meta, "FeatureImputationParam", param);
    }

    /** FATE's summary. */
    ObjectNode summary(double... ratios) {
        ObjectNode summary = JSON.objectNode();
        summary.set("missing_value", ProtobufJson.texts(marks()));
        ObjectNode values = summary.putObject("missing_impute_value");
        fills.forEach(fill -> values.put(fill.column(), fill.value()));
        summary.set("missing_impute_rate", byColumn(ratios));
        summary.set("skip_cols", ProtobufJson.texts(skipped()));
        return summary;
    }

    private ObjectNode byColumn(double... ratios) {
        ObjectNode json = JSON.objectNode();
        for (int i = 0; i < ratios.length; i++) {
            json.put(fills.get(i).column(), ratios[i]);
        }
        return json;
    }

    /** FATE lists texts too, such as {@code none}; features here are numbers, and {@code nan} is always missing. */
    private static List<Double> numbers(JsonNode marks) {
        List<Double> numbers = new ArrayList<>();
        for (JsonNode mark : marks) {
            if (mark.asText().matches("[-+.0-9eE]*\\d[-+.0-9eE]*")) {
                numbers.add(Double.valueOf(mark.asText()));
            }
        }
        return numbers;
    }

    private List<String> marks() {
        List<String> marks = new ArrayList<>(List.of("nan"));
        missing.forEach(value -> marks.add(Double.toString(value)));
        return marks;
    }
}
