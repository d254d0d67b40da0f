package io.fateflow.worker.component.binning;

import java.util.Locale;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ColumnChoice;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's {@code HeteroFeatureBinningParam}.
 *
 * @param compressThres of FATE's approximate quantiles; recorded, ours are exact
 * @param headSize as {@code compressThres}
 * @param error as {@code compressThres}
 */
record BinningParameters(
        Method method,
        int compressThres,
        int headSize,
        double error,
        int binNum,
        double adjustmentFactor,
        boolean localOnly,
        boolean skipStatic,
        int keyLength,
        ColumnChoice bins,
        ColumnChoice categories,
        ColumnChoice transformed,
        TransformType transformType,
        OptimalParameters optimal,
        ManualSplits manual) {

    /** How split points are found. */
    enum Method {
        QUANTILE,
        BUCKET,
        OPTIMAL;

        String fateName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static BinningParameters read(Parameters parameters, Party self) {
        Parameters transform = parameters.section("transform_param");
        Parameters encrypt = parameters.section("encrypt_param");
        int binNum = parameters.integer("bin_num", 10, 1, Integer.MAX_VALUE);
        encrypt.choice("method", "Paillier", "Paillier");
        BinningParameters read = new BinningParameters(
                Method.valueOf(parameters
                        .choice("method", "quantile", "quantile", "bucket", "optimal")
                        .toUpperCase(Locale.ROOT)),
                parameters.integer("compress_thres", 10_000, 1, Integer.MAX_VALUE),
                parameters.integer("head_size", 10_000, 1, Integer.MAX_VALUE),
                parameters.decimal("error", 1e-4, 0, 1),
                binNum,
                parameters.decimal("adjustment_factor", 0.5, Double.MIN_NORMAL, Math.nextDown(1.0)),
                parameters.flag("local_only", false),
                parameters.flag("skip_static", false),
                encrypt.integer("key_length", 2048, 1024, 16_384),
                ColumnChoice.read(parameters, "bin_indexes", "bin_names", true),
                ColumnChoice.read(parameters, "category_indexes", "category_names", false),
                ColumnChoice.read(transform, "transform_cols", "transform_names", true),
                transformType(transform),
                OptimalParameters.read(parameters.section("optimal_binning_param"), binNum),
                ManualSplits.read(parameters));
        encrypt.refuseOthers();
        transform.refuseOthers();
        parameters.refuseOthers();
        read.check(parameters, self);
        return read;
    }

    /** Whether bins are joined by their labels; never those that the user gave. */
    boolean isOptimal() {
        return method == Method.OPTIMAL && manual.isEmpty();
    }

    private void check(Parameters parameters, Party self) {
        if (isOptimal()) {
            optimal.check(parameters);
        }
        if (skipStatic && isOptimal()) {
            throw parameters.wrong("skip_static", "must not be set for method optimal, which needs statistics");
        }
        if (transformType == TransformType.WOE && (skipStatic || self.role().equals("host"))) {
            throw parameters.wrong(
                    "transform_param",
                    "asks for woe, which " + self + " does not know: "
                            + (skipStatic ? "skip_static is set" : "only the guest learns it"));
        }
    }

    /** Null means that nothing is replaced, while nothing given means the number of the bin. */
    private static TransformType transformType(Parameters transform) {
        return transform.isNull("transform_type")
                ? TransformType.NONE
                : TransformType.of(transform.choice("transform_type", "bin_num", "bin_num", "woe"));
    }
}
