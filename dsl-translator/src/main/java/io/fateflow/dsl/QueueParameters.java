package io.fateflow.dsl;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * Where a job waits for cores, and whether it may have to again: {@code queue}, {@code priority}, {@code expected_duration} and
 * {@code preemptible} in job parameters. Whether there is such a queue, only the site knows.
 */
public final class QueueParameters {

    private static final String QUEUE = "queue";
    private static final String PRIORITY = "priority";
    private static final String EXPECTED = "expected_duration";
    private static final String PREEMPTIBLE = "preemptible";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}");
    private static final int HIGHEST = 1_000_000;
    private static final int LONGEST_SECONDS = 31_536_000;

    private final Findings findings;

    QueueParameters(Findings findings) {
        this.findings = findings;
    }

    /** Whether a queue can be called so. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Reports what can't be. */
    void check(ConfSection job) {
        for (ConfSection.Layer layer : job.layers()) {
            JsonNode queue = layer.values().path(QUEUE);
            if (isGiven(queue) && !(queue.isTextual() && isName(queue.textValue()))) {
                findings.add(ProblemKind.QUEUE_NAME_INVALID, layer.place().at(QUEUE), queue.toString());
            }
            JsonNode priority = layer.values().path(PRIORITY);
            if (isGiven(priority) && !isWhole(priority, -HIGHEST, HIGHEST)) {
                findings.add(ProblemKind.PRIORITY_INVALID, layer.place().at(PRIORITY), priority.toString());
            }
            JsonNode expected = layer.values().path(EXPECTED);
            if (isGiven(expected) && !isWhole(expected, 1, LONGEST_SECONDS)) {
                findings.add(
                        ProblemKind.EXPECTED_DURATION_INVALID, layer.place().at(EXPECTED), expected.toString());
            }
            JsonNode preemptible = layer.values().path(PREEMPTIBLE);
            if (isGiven(preemptible) && !preemptible.isBoolean()) {
                findings.add(ProblemKind.PREEMPTIBLE_INVALID, layer.place().at(PREEMPTIBLE), preemptible.toString());
            }
        }
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
