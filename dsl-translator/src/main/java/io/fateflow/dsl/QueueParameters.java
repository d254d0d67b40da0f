package io.fateflow.dsl;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * Where a job waits for cores, and whether it may have to again: {@code queue}, {@code priority}, {@code expected_duration} and
 * {@code preemptible} in job parameters. Whether there is such a queue, only the site knows.
 *
 * @param common {@code job_parameters.common} of a conf that was checked
 */
public record QueueParameters(JsonNode common) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}");
    private static final int HIGHEST = 1_000_000;
    private static final int LONGEST_SECONDS = 31_536_000;

    private static final Parameter QUEUE = new Parameter(
            "queue", ProblemKind.QUEUE_NAME_INVALID, value -> value.isTextual() && isName(value.textValue()));
    private static final Parameter PRIORITY =
            new Parameter("priority", ProblemKind.PRIORITY_INVALID, value -> isWhole(value, -HIGHEST, HIGHEST));
    private static final Parameter EXPECTED_DURATION = new Parameter(
            "expected_duration", ProblemKind.EXPECTED_DURATION_INVALID, value -> isWhole(value, 1, LONGEST_SECONDS));
    private static final Parameter PREEMPTIBLE =
            new Parameter("preemptible", ProblemKind.PREEMPTIBLE_INVALID, JsonNode::isBoolean);
    private static final List<Parameter> ALL = List.of(QUEUE, PRIORITY, EXPECTED_DURATION, PREEMPTIBLE);

    private record Parameter(String name, ProblemKind wrong, Predicate<JsonNode> can) {}

    /** What they are called in a conf. */
    public static List<String> names() {
        return ALL.stream().map(Parameter::name).toList();
    }

    /** Whether a queue can be called so. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Reports what can't be. */
    static void check(ConfSection job, Findings findings) {
        for (ConfSection.Layer layer : job.layers()) {
            for (Parameter parameter : ALL) {
                JsonNode value = layer.values().path(parameter.name());
                if (isGiven(value) && !parameter.can().test(value)) {
                    findings.add(parameter.wrong(), layer.place().at(parameter.name()), value.toString());
                }
            }
        }
    }

    /** The queue's name. */
    public Optional<String> queue() {
        return given(QUEUE).map(JsonNode::asText);
    }

    /** Within the queue; higher is sooner. */
    public int priority() {
        return given(PRIORITY).map(JsonNode::asInt).orElse(0);
    }

    /** How long it will run, as the conf declares it. */
    public Optional<Duration> expectedDuration() {
        return given(EXPECTED_DURATION).map(JsonNode::asLong).map(Duration::ofSeconds);
    }

    /** Whether others may have its cores while it runs; empty if the conf does not say. */
    public Optional<Boolean> preemptible() {
        return given(PREEMPTIBLE).map(JsonNode::asBoolean);
    }

    private Optional<JsonNode> given(Parameter parameter) {
        return Optional.of(common.path(parameter.name())).filter(QueueParameters::isGiven);
    }

    private static boolean isGiven(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static boolean isWhole(JsonNode value, int least, int most) {
        return value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= least
                && value.intValue() <= most;
    }
}
