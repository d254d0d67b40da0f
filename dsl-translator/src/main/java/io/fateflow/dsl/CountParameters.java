package io.fateflow.dsl;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * Job parameters that are counts: as numbers, or as text that is one, as FATE takes them. What is neither would count as if it
 * had not been said.
 */
final class CountParameters {

    private static final List<String> NAMES =
            List.of("task_cores", "task_parallelism", "auto_retries", "auto_retry_delay", "timeout");

    private CountParameters() {}

    /** Reports those that are no numbers; none of them is needed. */
    static void check(ConfSection job, Findings findings) {
        for (ConfSection.Layer layer : job.layers()) {
            for (String name : NAMES) {
                JsonNode value = layer.values().path(name);
                if (!value.isMissingNode() && !value.isNull() && !isCount(value)) {
                    findings.add(ProblemKind.COUNT_INVALID, layer.place().at(name), name, value.toString());
                }
            }
        }
    }

    private static boolean isCount(JsonNode value) {
        return value.isTextual()
                ? value.textValue().strip().matches("\\d{1,9}")
                : value.isNumber() && value.asInt(-1) >= 0;
    }
}
