package io.fateflow.worker.component.transform;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.imputation.FillMethod;

/**
 * FATE's DataTransformMeta and DataTransformParam.
 *
 * @param parameters as they were in training
 * @param header of the training data
 * @param anonymousHeader as many as the header's
 */
record TransformModel(
        TransformParameters parameters, List<String> header, List<String> anonymousHeader, Filler filler) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static TransformModel load(Model model) {
        JsonNode meta = model.meta();
        List<String> header = texts(model.param().path("header"));
        Filling missing = filling(meta.path("imputerMeta"), "isImputer", "missingValue");
        Filling outlier = filling(meta.path("outlierMeta"), "isOutlier", "outlierValue");
        JsonNode missingValues = model.param().path("imputerParam").path("missingReplaceValue");
        JsonNode outlierValues = model.param().path("outlierParam").path("outlierReplaceValue");
        Filler filler = new Filler(
                outlier.marks(),
                missing.on() ? Replacement.load(missingValues, header) : null,
                outlier.on() ? Replacement.load(outlierValues, header) : null,
                header.size());
        boolean sparse = meta.path("outputFormat").asText().equals("sparse");
        return new TransformModel(
                new TransformParameters(format(meta, model.param()), missing, outlier, sparse),
                header,
                texts(model.param().path("anonymousHeader")),
                filler);
    }

    TransformModel with(TransformParameters others) {
        return new TransformModel(others, header, anonymousHeader, filler);
    }

    /** The model of one run; ratios are those of its {@code rows}. */
    Model toModel(String module, long rows) {
        return new Model(module, module + "Meta", meta(), module + "Param", param(rows));
    }

    /** FATE's summary: what was replaced by what, and how often; empty if nothing was to be. */
    ObjectNode summary(long rows) {
        ObjectNode summary = JSON.objectNode();
        Replacement missing = filler.missing();
        if (missing != null) {
            ObjectNode info = summary.putObject("missing_fill_info");
            parameters.missing().marks().shown().forEach(info.putArray("missing_value")::add);
            putValues(missing, info.putObject("missing_impute_value"));
            putRatios(filler.missingCounts(), rows, info.putObject("missing_impute_rate"));
        }
        Replacement outlier = filler.outlier();
        if (outlier != null) {
            ObjectNode info = summary.putObject("outlier_replace_rate");
            parameters.outlier().marks().shown().forEach(info.putArray("outlier_value")::add);
            putValues(outlier, info.putObject("outlier_replace_value"));
            putRatios(filler.outlierCounts(), rows, info.putObject("outlier_replace_rate"));
        }
        return summary;
    }

    private ObjectNode meta() {
        RowFormat format = parameters.format();
        ObjectNode meta = JSON.objectNode()
                .put("inputFormat", format.input())
                .put("delimitor", format.delimiter())
                .put("dataType", format.dataType())
                .put("tagWithValue", format.tagWithValue())
                .put("tagValueDelimitor", format.tagValueDelimiter())
                .put("withLabel", format.withLabel())
                .put("labelName", format.withLabel() ? format.labelName() : "")
                .put("labelType", format.withLabel() ? format.labelType() : "")
                .put("outputFormat", parameters.sparse() ? "sparse" : "dense");
        put(meta.putObject("imputerMeta"), parameters.missing(), "isImputer", "missingValue");
        put(meta.putObject("outlierMeta"), parameters.outlier(), "isOutlier", "outlierValue");
        // as FATE leaves it
        meta.put("needRun", false);
        format.exclusiveTypes().forEach(meta.putObject("exclusiveDataType")::put);
        return meta.put("withMatchId", format.withMatchId());
    }

    private ObjectNode param(long rows) {
        ObjectNode param = JSON.objectNode();
        header.forEach(param.putArray("header")::add);
        RowFormat format = parameters.format();
        param.put("sidName", format.input().equals(RowFormat.DENSE) ? "" : "sid");
        param.put("labelName", format.withLabel() ? format.labelName() : "");
        put(param.putObject("imputerParam"), filler.missing(), "missing", filler.missingCounts(), rows);
        put(param.putObject("outlierParam"), filler.outlier(), "outlier", filler.outlierCounts(), rows);
        anonymousHeader.forEach(param.putArray("anonymousHeader")::add);
        return param;
    }

    private static void put(ObjectNode meta, Filling filling, String on, String marks) {
        FillMethod method = filling.method();
        meta.put(on, filling.on()).put("strategy", filling.on() && method != null ? method.text() : "");
        ArrayNode list = meta.putArray(marks);
        if (filling.on()) {
            filling.marks().shown().forEach(list::add);
        }
    }

    private void put(ObjectNode param, @Nullable Replacement replacement, String what, long[] counts, long rows) {
        ObjectNode values = param.putObject(what + "ReplaceValue");
        ObjectNode ratios = param.putObject(what + "ValueRatio");
        if (replacement != null) {
            putValues(replacement, values);
            putRatios(counts, rows, ratios);
        }
    }

    private void putValues(Replacement replacement, ObjectNode byColumn) {
        for (int column = 0; column < header.size(); column++) {
            byColumn.put(header.get(column), replacement.shown(column));
        }
    }

    private void putRatios(long[] counts, long rows, ObjectNode byColumn) {
        for (int column = 0; column < header.size(); column++) {
            byColumn.put(header.get(column), (double) counts[column] / rows);
        }
    }

    private static Filling filling(JsonNode meta, String on, String marks) {
        String method = meta.path("strategy").asText();
        List<String> listed = texts(meta.path(marks));
        return new Filling(
                meta.path(on).asBoolean(),
                method.isEmpty() ? null : FillMethod.of(method),
                IntNode.valueOf(0),
                Marks.of(listed.isEmpty() ? Marks.MISSING : listed));
    }

    private static RowFormat format(JsonNode meta, JsonNode param) {
        return new RowFormat(
                meta.path("inputFormat").asText(RowFormat.DENSE),
                meta.path("delimitor").asText(","),
                meta.path("dataType").asText("float64"),
                RowFormat.types(meta.path("exclusiveDataType")),
                meta.path("tagWithValue").asBoolean(),
                meta.path("tagValueDelimitor").asText(":"),
                meta.path("withLabel").asBoolean(),
                param.path("labelName").asText(),
                meta.path("labelType").asText("int"),
                meta.path("withMatchId").asBoolean(),
                "",
                0,
                List.of(),
                0);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
