package io.fateflow.dsl;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * What may stand in {@code spark_run}: few options, and of those only what can be read as a number. All else of Spark's is the
 * site's, for its options can name programs, files and classes. FATE takes any option.
 */
final class SparkParameters {

    static final String EXECUTORS = "num-executors";
    static final String EXECUTOR_CORES = "executor-cores";
    static final String EXECUTOR_MEMORY = "executor-memory";
    static final String DRIVER_MEMORY = "driver-memory";
    static final String CONF_MAP = "conf";

    /** What may be in {@code conf}, with the highest value. */
    static final Map<String, Integer> CONF = Map.of(
            "spark.default.parallelism",
            100_000,
            "spark.sql.shuffle.partitions",
            100_000,
            "spark.task.maxFailures",
            100);

    private static final String DEPLOY_MODE = "deploy-mode";
    private static final String CLIENT = "client";
    private static final Map<String, Integer> COUNTS = Map.of(EXECUTORS, 10_000, EXECUTOR_CORES, 1_000);
    private static final Set<String> SIZES = Set.of(EXECUTOR_MEMORY, DRIVER_MEMORY);
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,5})([mMgG])[bB]?");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");
    private static final int GIGABYTE = 1024;

    /** Spark starts nothing with less. */
    private static final int LEAST_MEMORY = 512;

    /** So that the sum over all executors is a number, too. */
    private static final int MOST_MEMORY = 200_000;

    private final Findings findings;

    SparkParameters(Findings findings) {
        this.findings = findings;
    }

    /** Reports what can't be asked for; of a job's {@code spark_run} only if one of its components wants Spark. */
    void check(ConfSection job, ConfSection components, Set<String> names) {
        boolean wanted = false;
        for (ConfSection.Layer layer : components.layers()) {
            for (Map.Entry<String, JsonNode> component : layer.values().properties()) {
                if (names.contains(component.getKey())) {
                    wanted |= check(component.getValue(), layer.place().at(component.getKey()));
                }
            }
        }
        if (wanted) {
            job.layers().forEach(layer -> checkRun(layer.values(), layer.place()));
        }
    }

    private boolean check(JsonNode component, Place place) {
        JsonNode engine = component.path(SparkRun.ENGINE);
        if (!engine.isMissingNode() && !SparkRun.SPARK.equals(engine.textValue())) {
            findings.add(ProblemKind.ENGINE_UNKNOWN, place.at(SparkRun.ENGINE), engine.toString());
        }
        checkRun(component, place);
        return !engine.isMissingNode();
    }

    private void checkRun(JsonNode parameters, Place place) {
        Place there = place.at(SparkRun.SPARK_RUN);
        JsonNode run = parameters.path(SparkRun.SPARK_RUN);
        if (!run.isMissingNode() && !run.isObject()) {
            findings.add(
                    ProblemKind.SPARK_OPTION_INVALID, there, SparkRun.SPARK_RUN, run.toString(), "it is no object");
        }
        run.properties().forEach(option -> checkOption(option.getKey(), option.getValue(), there));
    }

    private void checkOption(String name, JsonNode value, Place there) {
        if (name.equals(CONF_MAP)) {
            if (!value.isObject()) {
                findings.add(
                        ProblemKind.SPARK_OPTION_INVALID, there.at(name), name, value.toString(), "it is no object");
            }
            value.properties().forEach(setting -> {
                Integer most = CONF.get(setting.getKey());
                checkCount(setting.getKey(), setting.getValue(), there.at(name), most);
            });
        } else if (SIZES.contains(name)) {
            if (megabytes(value).isEmpty()) {
                wrong(name, value, there, "from %dm to %dm".formatted(LEAST_MEMORY, MOST_MEMORY));
            }
        } else if (name.equals(DEPLOY_MODE)) {
            if (!CLIENT.equals(value.textValue())) {
                wrong(name, value, there, "an attempt is its driver: client");
            }
        } else {
            checkCount(name, value, there, COUNTS.get(name));
        }
    }

    private void checkCount(String name, JsonNode value, Place there, @Nullable Integer most) {
        if (most == null) {
            findings.add(
                    ProblemKind.SPARK_OPTION_UNKNOWN,
                    there.at(name),
                    name,
                    String.join(", ", new TreeSet<>(CONF.keySet())));
        } else if (number(value).filter(number -> number <= most).isEmpty()) {
            wrong(name, value, there, "from 1 to " + most);
        }
    }

    private void wrong(String name, JsonNode value, Place there, String can) {
        findings.add(ProblemKind.SPARK_OPTION_INVALID, there.at(name), name, value.toString(), can);
    }

    /** Of a number, or a text that is one; empty for anything else. */
    static Optional<Integer> number(JsonNode value) {
        String text =
                value.isIntegralNumber() || value.isTextual() ? value.asText().strip() : "";
        return NUMBER.matcher(text).matches() ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    /** Of a text such as {@code 2g}; empty for anything else, and for what Spark can't start with. */
    static Optional<Integer> megabytes(JsonNode value) {
        Matcher text = SIZE.matcher(value.isTextual() ? value.textValue().strip() : "");
        if (!text.matches()) {
            return Optional.empty();
        }
        long size = Long.parseLong(text.group(1)) * (text.group(2).equalsIgnoreCase("g") ? GIGABYTE : 1);
        return size < LEAST_MEMORY || size > MOST_MEMORY ? Optional.empty() : Optional.of((int) size);
    }
}
