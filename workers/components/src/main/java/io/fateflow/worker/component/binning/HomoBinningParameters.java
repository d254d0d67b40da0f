package io.fateflow.worker.component.binning;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ColumnChoice;

/**
 * FATE's {@code HomoFeatureBinningParam}.
 *
 * @param recursive whether each bound is searched for, and not interpolated between points of known rank
 * @param points of known rank, if bounds are interpolated
 * @param error that a bound's rank may have, as a share of all rows, if it is searched for
 * @param rounds of the search at most
 */
record HomoBinningParameters(
        boolean recursive,
        int binNum,
        int points,
        double error,
        int rounds,
        int compressThres,
        int headSize,
        double adjustmentFactor,
        ColumnChoice bins,
        ColumnChoice transformed,
        TransformType transformType) {

    private static final int MOST_ROUNDS = 100;

    static HomoBinningParameters read(Parameters parameters) {
        Parameters transform = parameters.section("transform_param");
        HomoBinningParameters read = new HomoBinningParameters(
                parameters
                        .choice("method", "virtual_summary", "virtual_summary", "recursive_query")
                        .equals("recursive_query"),
                parameters.integer("bin_num", 10, 1, Integer.MAX_VALUE),
                parameters.integer("sample_bins", 100, 2, 1_000_000),
                parameters.decimal("error", 1e-4, 0, 1),
                parameters.integer("max_iter", MOST_ROUNDS, 1, MOST_ROUNDS),
                parameters.integer("compress_thres", 10_000, 1, Integer.MAX_VALUE),
                parameters.integer("head_size", 10_000, 1, Integer.MAX_VALUE),
                parameters.decimal("adjustment_factor", 0.5, Double.MIN_NORMAL, Math.nextDown(1.0)),
                ColumnChoice.read(parameters, "bin_indexes", "bin_names", true),
                ColumnChoice.read(transform, "transform_cols", "transform_names", true),
                transformType(transform));
        transform.refuseOthers();
        // FATE has these in the same class, and does nothing with them here
        parameters
                .ignore("skip_static")
                .ignore("local_only")
                .ignore("category_indexes")
                .ignore("category_names")
                .refuseOthers();
        return read;
    }

    String method() {
        return recursive ? "recursive_query" : "virtual_summary";
    }

    private static TransformType transformType(Parameters transform) {
        return transform.isNull("transform_type")
                ? TransformType.NONE
                : TransformType.of(transform.choice("transform_type", "bin_num", "bin_num"));
    }
}
