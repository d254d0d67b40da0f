package io.fateflow.worker.component.binning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code optimal_binning_param}.
 *
 * @param minBinPct the share of all rows that a bin needs
 * @param maxBinPct the share of all rows that a bin may have
 * @param bins at most, at the end
 * @param initialBins to start from
 * @param initialBinning how those are made
 * @param mixture whether each bin needs events and others
 */
record OptimalParameters(
        OptimalMetric metric,
        double minBinPct,
        double maxBinPct,
        int bins,
        int initialBins,
        Splitter initialBinning,
        boolean mixture) {

    private static final String METRIC = "metric_method";
    private static final String LEAST = "min_bin_pct";
    private static final String GREATEST = "max_bin_pct";
    private static final String MIXTURE = "mixture";

    static OptimalParameters read(Parameters optimal, int bins) {
        OptimalParameters read = new OptimalParameters(
                OptimalMetric.of(optimal.choice(METRIC, "iv", "iv", "gini", "chi_square", "chi-square", "ks")),
                optimal.decimal(LEAST, 0.05, 0, 1),
                optimal.decimal(GREATEST, 1, Double.MIN_NORMAL, 1),
                bins,
                optimal.integer("init_bin_nums", 1000, 1, Integer.MAX_VALUE),
                optimal.choice("init_bucket_method", "quantile", "quantile", "bucket")
                                .equals("bucket")
                        ? Splitter.BUCKET
                        : Splitter.QUANTILE,
                optimal.flag(MIXTURE, true));
        optimal.refuseOthers();
        if (read.minBinPct > read.maxBinPct) {
            throw optimal.wrong(LEAST, "must not be greater than " + GREATEST);
        }
        return read;
    }

    /** Refuses bounds that no binning can keep; only asked if the binning is an optimal one. */
    void check(Parameters parameters) {
        if (Math.ceil(1 / maxBinPct) > bins) {
            throw parameters.wrong(
                    "bin_num",
                    "must be at least " + (long) Math.ceil(1 / maxBinPct) + ", for no bin may have more than "
                            + GREATEST + " = " + maxBinPct + " of the rows");
        }
    }

    /** What the guest needs to bin a host's columns: FATE's {@code optimal_params}. */
    ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put(METRIC, metric.fateName())
                .put("bin_num", bins)
                .put(MIXTURE, mixture)
                .put(GREATEST, maxBinPct)
                .put(LEAST, minBinPct);
    }

    static OptimalParameters fromJson(JsonNode json) {
        return new OptimalParameters(
                OptimalMetric.of(json.path(METRIC).asText()),
                json.path(LEAST).asDouble(),
                json.path(GREATEST).asDouble(),
                json.path("bin_num").asInt(),
                0,
                Splitter.QUANTILE,
                json.path(MIXTURE).asBoolean());
    }
}
