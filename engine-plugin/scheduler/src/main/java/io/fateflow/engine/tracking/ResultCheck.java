package io.fateflow.engine.tracking;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.database.TextColumn;
import io.fateflow.database.Texts;
import io.fateflow.worker.api.CheckpointLimits;

/** Whether what a component left in its {@code result.json} can be kept: looked at before any of it becomes SQL. */
public final class ResultCheck {

    private static final int MOST_PROBLEMS = 5;

    private static final Map<String, TextColumn> TABLE = Map.of(
            "name", TextColumn.TABLE_NAME,
            "namespace", TextColumn.TABLE_NAMESPACE,
            "origin", TextColumn.TABLE_ORIGIN,
            "id_delimiter", TextColumn.ID_DELIMITER);
    private static final Map<String, TextColumn> OUTPUT = Map.of(
            "data_name", TextColumn.DATA_NAME,
            "table_name", TextColumn.OUTPUT_TABLE,
            "table_namespace", TextColumn.OUTPUT_NAMESPACE);
    private static final Map<String, TextColumn> METRIC = Map.of(
            "namespace", TextColumn.METRIC_NAMESPACE,
            "name", TextColumn.METRIC_NAME,
            "metric_type", TextColumn.METRIC_TYPE);
    private static final Map<String, TextColumn> MODEL = Map.of(
            "alias", TextColumn.MODEL_ALIAS,
            "module", TextColumn.MODEL_MODULE,
            "meta_name", TextColumn.MODEL_META_NAME,
            "param_name", TextColumn.MODEL_PARAM_NAME);

    private static final Map<String, TextColumn> CACHE = Map.of(
            "cache_name", TextColumn.CACHE_NAME,
            "table_name", TextColumn.CACHE_TABLE,
            "table_namespace", TextColumn.CACHE_NAMESPACE);
    private static final Map<String, TextColumn> CHECKPOINT = Map.of(
            "alias", TextColumn.CHECKPOINT_ALIAS,
            "step_name", TextColumn.CHECKPOINT_STEP_NAME,
            "module", TextColumn.CHECKPOINT_MODULE,
            "meta_name", TextColumn.CHECKPOINT_META_NAME,
            "param_name", TextColumn.CHECKPOINT_PARAM_NAME);

    private final List<String> problems = new ArrayList<>();

    private ResultCheck() {}

    /** What is wrong with it, with the place in the result of each; no value is quoted. Empty if it can be kept. */
    public static List<String> problems(ObjectNode result) {
        ResultCheck check = new ResultCheck();
        check.texts(result, "tables", TABLE);
        check.texts(result, "outputs", OUTPUT);
        check.texts(result, "metrics", METRIC);
        check.texts(result, "models", MODEL);
        check.texts(result, "caches", CACHE);
        check.once(result, "outputs", List.of("data_name"));
        check.once(result, "caches", List.of("cache_name"));
        check.once(result, "metrics", List.of("namespace", "name"));
        check.once(result, "models", List.of("alias"));
        check.texts(result, "checkpoints", CHECKPOINT);
        check.once(result, "checkpoints", List.of("step_index"));
        check.checkpoints(result.path("checkpoints"));
        return check.shortened();
    }

    private void texts(ObjectNode result, String list, Map<String, TextColumn> columns) {
        JsonNode entries = result.path(list);
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.path(i);
            String place = "%s[%d].".formatted(list, i);
            columns.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(column -> column.getValue()
                    .problem(
                            place + column.getKey(), entry.path(column.getKey()).asText())
                    .ifPresent(problems::add));
        }
    }

    private void once(ObjectNode result, String list, List<String> names) {
        JsonNode entries = result.path(list);
        Set<List<String>> seen = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.path(i);
            List<String> key =
                    names.stream().map(name -> entry.path(name).asText()).toList();
            if (!seen.add(key)) {
                problems.add("%s[%d] has the %s of an earlier one".formatted(list, i, String.join(" and ", names)));
            }
        }
    }

    /** Their messages are texts, which nobody has read before. */
    private void checkpoints(JsonNode checkpoints) {
        long characters = 0;
        for (int i = 0; i < checkpoints.size(); i++) {
            JsonNode checkpoint = checkpoints.path(i);
            if (!checkpoint.path("step_index").canConvertToInt()) {
                problems.add("checkpoints[%d].step_index is no whole number".formatted(i));
            }
            for (String message : List.of("meta", "param")) {
                String text = checkpoint.path(message).asText();
                characters += text.length();
                if (!isObject(text)) {
                    problems.add("checkpoints[%d].%s is not the text of a JSON object".formatted(i, message));
                }
            }
        }
        if (checkpoints.size() > CheckpointLimits.MOST || characters > CheckpointLimits.MOST_CHARACTERS) {
            problems.add("checkpoints: there are %d with %d characters, %d with %d are allowed"
                    .formatted(
                            checkpoints.size(), characters, CheckpointLimits.MOST, CheckpointLimits.MOST_CHARACTERS));
        }
    }

    private static boolean isObject(String text) {
        try {
            return Texts.isStorable(text) && Json.read(text).isObject();
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private List<String> shortened() {
        if (problems.size() <= MOST_PROBLEMS) {
            return List.copyOf(problems);
        }
        List<String> first = new ArrayList<>(problems.subList(0, MOST_PROBLEMS));
        first.add("and %d more".formatted(problems.size() - MOST_PROBLEMS));
        return first;
    }
}
