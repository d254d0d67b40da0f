package io.fateflow.worker.component.scale;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Model;

/** FATE's ScaleMeta and ScaleParam. */
record ScaleModel(List<ColumnScale> scales, Model model) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static ScaleModel of(ScaleParameters parameters, List<String> header, List<ColumnScale> scales) {
        return new ScaleModel(
                scales,
                new Model(
                        "FeatureScale",
                        "ScaleMeta",
                        meta(parameters, header, scales),
                        "ScaleParam",
                        param(header, scales)));
    }

    static ScaleModel load(Model model) {
        boolean standard = model.meta().path("method").asText().equals(ColumnScale.STANDARD);
        List<ColumnScale> scales = new ArrayList<>();
        model.param().path("colScaleParam").properties().forEach(column -> {
            JsonNode scale = column.getValue();
            scales.add(new ColumnScale(
                    column.getKey(),
                    standard,
                    scale.path("columnLower").asDouble(),
                    scale.path("columnUpper").asDouble(),
                    scale.path("mean").asDouble(),
                    scale.path("std").asDouble()));
        });
        return new ScaleModel(scales, model);
    }

    /** FATE's summary, by column. */
    ObjectNode summary() {
        ObjectNode summary = JSON.objectNode();
        scales.forEach(scale -> summary.putObject(scale.name())
                .put("column_upper", scale.upper())
                .put("column_lower", scale.lower())
                .put("mean", scale.mean())
                .put("std", scale.deviation()));
        return summary;
    }

    private static ObjectNode meta(ScaleParameters parameters, List<String> header, List<ColumnScale> scales) {
        ObjectNode meta = JSON.objectNode()
                .put("method", parameters.method())
                .put("mode", parameters.mode())
                .put("area", "null");
        scales.forEach(scale -> meta.withArray("scaleColumn").add(scale.name()));
        parameters.upper().shown(header.size()).forEach(meta.putArray("featUpper")::add);
        parameters.lower().shown(header.size()).forEach(meta.putArray("featLower")::add);
        return meta.put("withMean", parameters.standard() && parameters.withMean())
                .put("withStd", parameters.standard() && parameters.withStd())
                .put("needRun", true);
    }

    private static ObjectNode param(List<String> header, List<ColumnScale> scales) {
        ObjectNode param = JSON.objectNode();
        ObjectNode columns = param.putObject("colScaleParam");
        scales.forEach(scale -> columns.putObject(scale.name())
                .put("columnUpper", scale.upper())
                .put("columnLower", scale.lower())
                .put("mean", scale.mean())
                .put("std", scale.deviation()));
        header.forEach(param.putArray("header")::add);
        return param;
    }
}
