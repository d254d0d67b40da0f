package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;

/** Reads rules as FATE's {@code CommonFilterParam} has them: each parameter one value, or one for each metric. */
final class MetricRules {

    private static final String METRICS = "metrics";
    private static final String TYPE = "filter_type";
    private static final String HIGH = "take_high";
    private static final String THRESHOLD = "threshold";
    private static final String HOSTS = "host_thresholds";
    private static final String FEDERATED = "select_federated";
    private static final String MERGE = "mul_class_merge_type";

    private final Parameters section;
    private final MetricRule defaults;
    private final boolean anyMetric;
    private final int hosts;
    private final JsonNode metrics;

    private MetricRules(Parameters section, MetricRule defaults, boolean anyMetric, int hosts) {
        this.section = section;
        this.defaults = defaults;
        this.anyMetric = anyMetric;
        this.hosts = hosts;
        this.metrics = section.any(METRICS);
    }

    /**
     * Reads all rules of a section.
     *
     * @param defaults what is not given
     * @param anyMetric whether there may be other metrics than the default's
     * @param hosts how many the job has
     */
    static List<MetricRule> read(Parameters section, MetricRule defaults, boolean anyMetric, int hosts) {
        MetricRules reader = new MetricRules(section, defaults, anyMetric, hosts);
        int count = reader.metrics.isArray() ? reader.metrics.size() : 1;
        List<MetricRule> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rules.add(reader.rule(i));
        }
        section.refuseOthers();
        if (rules.isEmpty()) {
            throw section.wrong(METRICS, "must name a metric");
        }
        return rules;
    }

    private MetricRule rule(int i) {
        MetricRule.Type type =
                MetricRule.Type.valueOf(word(TYPE, i, defaults.type().name(), "threshold", "top_k", "top_percentile"));
        return new MetricRule(
                metric(i),
                type,
                flag(HIGH, i, defaults.takeHigh()),
                threshold(i, type),
                hostThresholds(i),
                flag(FEDERATED, i, defaults.federated()),
                MetricRule.Merge.valueOf(word(MERGE, i, "AVERAGE", "average", "min", "max")));
    }

    private String metric(int i) {
        JsonNode metric = at(METRICS, i);
        if (metric.isMissingNode()) {
            return defaults.metric();
        }
        if (!metric.isTextual() || !(anyMetric || metric.asText().equals(defaults.metric()))) {
            throw section.wrong(METRICS, "must be " + (anyMetric ? "names of statistics" : defaults.metric()));
        }
        return metric.asText();
    }

    private double threshold(int i, MetricRule.Type type) {
        JsonNode value = at(THRESHOLD, i);
        if (value.isMissingNode()) {
            return defaults.threshold();
        }
        boolean right =
                switch (type) {
                    case THRESHOLD -> value.isNumber();
                    case TOP_K -> value.isInt() && value.asInt() > 0;
                    case TOP_PERCENTILE -> value.isNumber() && value.asDouble() >= 0 && value.asDouble() <= 1;
                };
        if (!right) {
            throw section.wrong(
                    THRESHOLD,
                    "must be "
                            + switch (type) {
                                case THRESHOLD -> "a number";
                                case TOP_K -> "a whole number from 1 for top_k";
                                case TOP_PERCENTILE -> "a share from 0 to 1 for top_percentile";
                            }
                            + ", not " + value);
        }
        return value.asDouble();
    }

    /** For one metric a list has a number for each host; for several, an element is such a list or a number for all. */
    private List<Double> hostThresholds(int i) {
        JsonNode given = section.any(HOSTS);
        JsonNode value = given.isArray() && (metrics.isArray() || given.path(0).isArray()) ? given.path(i) : given;
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        List<Double> thresholds = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            JsonNode threshold = value.isArray() ? value.path(host) : value;
            if (!threshold.isNumber()) {
                throw section.wrong(HOSTS, "must have a number for each of the " + hosts + " hosts");
            }
            thresholds.add(threshold.asDouble());
        }
        return thresholds;
    }

    private boolean flag(String name, int i, boolean defaultValue) {
        JsonNode value = at(name, i);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw section.wrong(name, "must be true or false, not " + value);
        }
        return value.asBoolean(defaultValue);
    }

    private String word(String name, int i, String defaultValue, String... words) {
        JsonNode value = at(name, i);
        if (value.isMissingNode()) {
            return defaultValue;
        }
        if (!List.of(words).contains(value.asText())) {
            throw section.wrong(name, "must be one of " + String.join(", ", words) + ", not " + value);
        }
        return value.asText().toUpperCase(Locale.ROOT);
    }

    private JsonNode at(String name, int i) {
        JsonNode value = section.any(name);
        if (!value.isArray()) {
            return value;
        }
        if (!metrics.isArray() || value.size() != metrics.size()) {
            throw section.wrong(name, "must be one value, or as many as " + METRICS + " has");
        }
        return value.get(i);
    }
}
