package io.fateflow.worker.component.transform;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;

/**
 * What DataTransform is told; defaults are FATE's.
 *
 * @param format of a table that was uploaded without {@code meta}
 * @param sparse whether to leave out zeros
 */
record TransformParameters(RowFormat format, Filling missing, Filling outlier, boolean sparse) {

    private static final String[] TYPES = {"float", "float64", "int", "int64", "long", "str"};

    static TransformParameters from(Parameters parameters) {
        TransformParameters all = new TransformParameters(
                format(parameters),
                Filling.from(
                        parameters,
                        "missing_fill",
                        "missing_fill_method",
                        "default_value",
                        "missing_impute",
                        Marks.of(Marks.MISSING)),
                Filling.from(
                        parameters,
                        "outlier_replace",
                        "outlier_replace_method",
                        "outlier_replace_value",
                        "outlier_impute",
                        Marks.of(Marks.MISSING)),
                parameters.choice("output_format", "dense", "dense", "sparse").equals("sparse"));
        if (all.format().hasTexts()
                && (all.sparse() || all.missing().on() || all.outlier().on())) {
            throw parameters.wrong(
                    "data_type",
                    "is str, with which output_format must be dense, and neither gaps nor outliers are filled");
        }
        parameters.refuseOthers();
        return all;
    }

    /** For a table of another format. As in FATE, only dense data has outliers, and sparse data no gaps. */
    TransformParameters with(RowFormat newFormat) {
        boolean dense = newFormat.input().equals(RowFormat.DENSE);
        boolean tagged = newFormat.input().equals(RowFormat.TAG) && newFormat.tagWithValue();
        return new TransformParameters(
                newFormat, dense || tagged ? missing : missing.off(), dense ? outlier : outlier.off(), sparse);
    }

    private static RowFormat format(Parameters parameters) {
        String input = parameters.choice("input_format", RowFormat.DENSE, "dense", "sparse", "svmlight", "tag");
        return new RowFormat(
                input.equals("svmlight") ? RowFormat.SPARSE : input,
                parameters.text("delimitor", ","),
                parameters.choice("data_type", "float64", TYPES),
                exclusiveTypes(parameters),
                parameters.flag("tag_with_value", false),
                parameters.text("tag_value_delimitor", ":"),
                parameters.flag("with_label", false),
                parameters.text("label_name", "y"),
                labelType(parameters),
                parameters.flag("with_match_id", false),
                parameters.text("match_id_name", ""),
                parameters.integer("match_id_index", 0, 0, Integer.MAX_VALUE),
                List.of(),
                0);
    }

    private static String labelType(Parameters parameters) {
        String type = parameters.choice("label_type", "int", TYPES);
        if (type.equals(RowFormat.TEXT)) {
            throw parameters.wrong("label_type", "is str, but labels are numbers here; use int or float");
        }
        return type;
    }

    private static Map<String, String> exclusiveTypes(Parameters parameters) {
        ObjectNode types = parameters.object("exclusive_data_type");
        types.properties().forEach(type -> {
            String name = type.getValue().asText().toLowerCase(Locale.ROOT);
            if (!List.of(TYPES).contains(name)) {
                throw parameters.wrong(
                        "exclusive_data_type",
                        "must be int, float or str for column " + type.getKey() + ", not " + name);
            }
        });
        return RowFormat.types(types);
    }
}
