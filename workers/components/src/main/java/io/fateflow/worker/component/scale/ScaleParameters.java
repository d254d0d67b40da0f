package io.fateflow.worker.component.scale;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ColumnChoice;

/**
 * What FeatureScale is told; defaults are FATE's.
 *
 * @param standard mean 0 and standard deviation 1; otherwise from 0 to 1
 * @param cap whether limits are shares of a column's values; otherwise they are values
 */
record ScaleParameters(
        boolean standard,
        boolean cap,
        Limit upper,
        Limit lower,
        ColumnChoice columns,
        boolean withMean,
        boolean withStd) {

    static ScaleParameters from(Parameters parameters) {
        String method = parameters.choice("method", ColumnScale.STANDARD, ColumnScale.MIN_MAX, ColumnScale.STANDARD);
        ScaleParameters all = new ScaleParameters(
                method.equals(ColumnScale.STANDARD),
                parameters.choice("mode", "normal", "normal", "cap").equals("cap"),
                Limit.of(parameters, "feat_upper"),
                Limit.of(parameters, "feat_lower"),
                ColumnChoice.read(parameters, "scale_col_indexes", "scale_names", true),
                parameters.flag("with_mean", true),
                parameters.flag("with_std", true));
        parameters.refuseOthers();
        return all;
    }

    String method() {
        return standard ? ColumnScale.STANDARD : ColumnScale.MIN_MAX;
    }

    String mode() {
        return cap ? "cap" : "normal";
    }
}
