package io.fateflow.worker.component.selection;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.columns.ColumnChoice;

/** One step of a selection, as the user asked for it. */
sealed interface Filter {

    /** The name under which FATE's model and summary have its result. */
    String resultName();

    /** Whether the guest decides for all parties, and knows the columns' values alone. */
    default boolean federated() {
        return false;
    }

    /** Whether the best column, which stays when no other does, has the highest value. */
    default boolean highestIsBest() {
        return true;
    }

    /** FATE's {@code FilterMeta}. */
    default ObjectNode meta() {
        return meta("", "", false, 0, false);
    }

    static ObjectNode meta(MetricRule rule) {
        return meta(
                rule.metric(),
                rule.type().name().toLowerCase(Locale.ROOT),
                rule.takeHigh(),
                rule.threshold(),
                rule.federated());
    }

    static ObjectNode meta(String metrics, String type, boolean high, double threshold, boolean federated) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("metrics", metrics)
                .put("filterType", type)
                .put("takeHigh", high)
                .put("threshold", threshold)
                .put("selectFederated", federated)
                .put("filterOutNames", "");
    }

    /** Columns that the user names. */
    record Manually(ColumnChoice out, ColumnChoice stay) implements Filter {

        @Override
        public String resultName() {
            return "manually";
        }
    }

    /** Columns in which one value is too frequent. */
    record PercentageValue(double upperPct) implements Filter {

        @Override
        public String resultName() {
            return "percentage_value";
        }
    }

    /** By a metric that a model has, or the data. */
    record ByMetric(String resultName, Source source, MetricRule rule) implements Filter {

        /** Where metrics come from. */
        enum Source {
            BINNING,
            STATISTICS,
            PEARSON,
            PSI
        }

        @Override
        public boolean federated() {
            return source == Source.BINNING && rule.federated();
        }

        @Override
        public boolean highestIsBest() {
            return rule.takeHigh();
        }

        @Override
        public ObjectNode meta() {
            return Filter.meta(rule);
        }
    }

    /** By how often the trees of a boosting model part rows by a column. */
    record ByImportance(TreeModule module, MetricRule rule) implements Filter {

        @Override
        public String resultName() {
            return module.filter();
        }

        @Override
        public boolean highestIsBest() {
            return rule.takeHigh();
        }

        @Override
        public ObjectNode meta() {
            return Filter.meta(rule);
        }
    }

    /** Columns that say what a better one says already. */
    record Correlation(double threshold, boolean federated) implements Filter {

        @Override
        public String resultName() {
            return "correlation_filter";
        }

        @Override
        public boolean highestIsBest() {
            return false;
        }

        @Override
        public ObjectNode meta() {
            return Filter.meta("correlation", "Sort and filter by threshold", false, threshold, federated);
        }
    }

    /**
     * A filter with the tag under which parties exchange what it needs.
     *
     * @param tag FATE's: the filter's place, and for those with several metrics the metric's
     */
    record Step(Filter filter, String tag) {

        /** Filters of one method. */
        static List<Step> of(int place, List<? extends Filter> filters, boolean severalMetrics) {
            String tag = "fit." + place;
            return IntStream.range(0, filters.size())
                    .mapToObj(i -> new Step(filters.get(i), severalMetrics ? tag + "." + i : tag))
                    .toList();
        }
    }
}
