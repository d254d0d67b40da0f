package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ColumnChoice;
import io.fateflow.worker.component.selection.Filter.ByMetric.Source;
import io.fateflow.worker.component.selection.Filter.Step;

/**
 * FATE's {@code FeatureSelectionParam}.
 *
 * @param select the columns that filters may take away
 * @param useAnonymous whether names are anonymous names
 * @param methods as the user gave them
 */
record SelectionParameters(ColumnChoice select, boolean useAnonymous, List<String> methods, List<Step> steps) {

    private static final String METHODS = "filter_methods";
    private static final String VALUE_THRESHOLD = "value_threshold";

    SelectionParameters {
        methods = List.copyOf(methods);
        steps = List.copyOf(steps);
    }

    /**
     * Reads all, also the sections of filters that are not asked for.
     *
     * @param hosts how many the job has
     */
    static SelectionParameters read(Parameters parameters, int hosts) {
        List<String> methods = parameters.any(METHODS).isMissingNode()
                ? List.of("manually")
                : parameters.texts(METHODS).stream()
                        .map(method -> method.toLowerCase(Locale.ROOT))
                        .toList();
        Sections sections = Sections.read(parameters, hosts);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            List<? extends Filter> filters = sections.filters(methods.get(i));
            boolean severalMetrics =
                    methods.get(i).endsWith("_filter") && !methods.get(i).equals("correlation_filter");
            steps.addAll(Step.of(i, filters, severalMetrics));
        }
        SelectionParameters read = new SelectionParameters(
                ColumnChoice.read(parameters, "select_col_indexes", "select_names", true),
                parameters.flag("use_anonymous", false),
                methods,
                steps);
        parameters.refuseOthers();
        return read;
    }

    /** The filters of all methods with their parameters. */
    private record Sections(
            Parameters parameters,
            Filter.Manually manually,
            Filter.PercentageValue percentageValue,
            Filter.Correlation correlation,
            List<MetricRule> iv,
            MetricRule ivValue,
            MetricRule ivPercentile,
            MetricRule ivTopK,
            List<MetricRule> statistics,
            List<MetricRule> vif,
            List<MetricRule> psi,
            List<MetricRule> trees,
            MetricRule unique,
            MetricRule variation,
            MetricRule outlier) {

        static Sections read(Parameters parameters, int hosts) {
            Parameters out = parameters.section("outlier_param");
            Sections sections = new Sections(
                    parameters,
                    manually(parameters.section("manually_param")),
                    new Filter.PercentageValue(
                            decimal(parameters.section("percentage_value_param"), "upper_pct", 1, 0.1, 1)),
                    correlation(parameters.section("correlation_param")),
                    iv(parameters.section("iv_param"), hosts),
                    ivLegacy(parameters.section("iv_value_param"), VALUE_THRESHOLD, 0, hosts),
                    ivLegacy(parameters.section("iv_percentile_param"), "percentile_threshold", 1, hosts),
                    ivLegacy(parameters.section("iv_top_k_param"), "k", 10, hosts),
                    MetricRules.read(
                            parameters.section("statistic_param"), MetricRule.local("mean", true, 1), true, hosts),
                    MetricRules.read(parameters.section("vif_param"), MetricRule.local("vif", false, 5), false, hosts),
                    psi(parameters.section("psi_param"), hosts),
                    trees(parameters.section("sbt_param"), hosts),
                    MetricRule.local(
                            "stddev", true, decimal(parameters.section("unique_param"), "eps", 1e-5, 0, 1e300)),
                    MetricRule.local(
                            "coefficient_of_variance",
                            true,
                            decimal(parameters.section("variance_coe_param"), VALUE_THRESHOLD, 1, 0, 1e300)),
                    MetricRule.local(
                            (int) (out.decimal("percentile", 1, 0, 1) * 100) + "%",
                            false,
                            out.decimal("upper_threshold", 1, -1e300, 1e300)));
            out.refuseOthers();
            return sections;
        }

        List<? extends Filter> filters(String method) {
            return switch (method) {
                case "manually" -> List.of(manually);
                case "percentage_value" -> List.of(percentageValue);
                case "correlation_filter" -> List.of(correlation);
                case "iv_filter" ->
                    iv.stream()
                            .map(rule -> new Filter.ByMetric(
                                    "iv_" + rule.type().name().toLowerCase(Locale.ROOT), Source.BINNING, rule))
                            .toList();
                case "iv_value_thres" -> List.of(new Filter.ByMetric(method, Source.BINNING, ivValue));
                case "iv_percentile" -> List.of(new Filter.ByMetric(method, Source.BINNING, ivPercentile));
                case "iv_top_k" -> List.of(new Filter.ByMetric(method, Source.BINNING, ivTopK));
                case "statistic_filter" ->
                    statistics.stream()
                            .map(rule -> new Filter.ByMetric(rule.metric(), Source.STATISTICS, rule))
                            .toList();
                case "unique_value" -> List.of(new Filter.ByMetric(method, Source.STATISTICS, unique));
                case "coefficient_of_variation_value_thres" ->
                    List.of(new Filter.ByMetric(method, Source.STATISTICS, variation));
                case "outlier_cols" -> List.of(new Filter.ByMetric(method, Source.STATISTICS, outlier));
                case "vif_filter" ->
                    vif.stream()
                            .map(rule -> new Filter.ByMetric(method, Source.PEARSON, rule))
                            .toList();
                case "psi_filter" ->
                    psi.stream()
                            .map(rule -> new Filter.ByMetric(method, Source.PSI, rule))
                            .toList();
                case "hetero_sbt_filter", "hetero_fast_sbt_filter", "homo_sbt_filter" ->
                    trees.stream()
                            .map(rule -> new Filter.ByImportance(TreeModule.of(method), rule))
                            .toList();
                default ->
                    throw parameters.wrong(
                            METHODS,
                            "asks for " + method + ", which is none of manually, percentage_value, iv_filter, "
                                    + "iv_value_thres, iv_percentile, iv_top_k, statistic_filter, unique_value, "
                                    + "coefficient_of_variation_value_thres, outlier_cols, vif_filter, "
                                    + "psi_filter, correlation_filter, hetero_sbt_filter, hetero_fast_sbt_filter, "
                                    + "homo_sbt_filter");
            };
        }

        private static Filter.Manually manually(Parameters section) {
            ColumnChoice out = ColumnChoice.read(section, "filter_out_indexes", "filter_out_names", false);
            ColumnChoice stay = ColumnChoice.read(section, "left_col_indexes", "left_col_names", false);
            section.refuseOthers();
            if (!out.isEmpty() && !stay.isEmpty()) {
                throw section.wrong("left_col_indexes", "and left_col_names can't be used with filter_out_*");
            }
            return new Filter.Manually(out, stay);
        }

        private static Filter.Correlation correlation(Parameters section) {
            section.choice("sort_metric", "iv", "iv");
            Filter.Correlation correlation = new Filter.Correlation(
                    section.decimal("threshold", 0.1, Double.MIN_NORMAL, 1e300),
                    section.flag("select_federated", true));
            section.refuseOthers();
            return correlation;
        }

        private static List<MetricRule> psi(Parameters section, int hosts) {
            List<MetricRule> rules = MetricRules.read(section, MetricRule.local("psi", false, 1), false, hosts);
            if (rules.stream().anyMatch(MetricRule::takeHigh)) {
                throw section.wrong("take_high", "must be false: columns with a high psi are not stable");
            }
            return rules;
        }

        private static List<MetricRule> trees(Parameters section, int hosts) {
            MetricRule defaults = MetricRule.local("feature_importance", true, 1);
            List<MetricRule> rules = MetricRules.read(section, defaults, false, hosts);
            if (!rules.stream().allMatch(MetricRule::takeHigh)) {
                throw section.wrong("take_high", "must be true: trees hardly use columns of low importance");
            }
            return rules;
        }

        private static List<MetricRule> iv(Parameters section, int hosts) {
            MetricRule defaults =
                    new MetricRule("iv", MetricRule.Type.THRESHOLD, true, 1, List.of(), true, MetricRule.Merge.AVERAGE);
            List<MetricRule> rules = MetricRules.read(section, defaults, false, hosts);
            if (!rules.stream().allMatch(MetricRule::takeHigh)) {
                throw section.wrong("take_high", "must be true: columns with a low iv say nothing");
            }
            return rules;
        }

        private static MetricRule ivLegacy(Parameters section, String threshold, double defaultValue, int hosts) {
            boolean count = threshold.equals("k");
            boolean share = threshold.equals("percentile_threshold");
            double value = count
                    ? section.integer(threshold, (int) defaultValue, 1, Integer.MAX_VALUE)
                    : section.decimal(threshold, defaultValue, share ? 0 : -1e300, share ? 1 : 1e300);
            List<Double> hostThresholds = count || share ? List.of() : section.decimals("host_thresholds");
            if (!hostThresholds.isEmpty() && hostThresholds.size() != hosts) {
                throw section.wrong("host_thresholds", "must have a number for each of the " + hosts + " hosts");
            }
            boolean federated = !section.flag("local_only", false);
            section.refuseOthers();
            MetricRule.Type type =
                    count ? MetricRule.Type.TOP_K : share ? MetricRule.Type.TOP_PERCENTILE : MetricRule.Type.THRESHOLD;
            return new MetricRule("iv", type, true, value, hostThresholds, federated, MetricRule.Merge.AVERAGE);
        }

        private static double decimal(
                Parameters section, String name, double defaultValue, double least, double greatest) {
            double value = section.decimal(name, defaultValue, least, greatest);
            section.refuseOthers();
            return value;
        }
    }
}
