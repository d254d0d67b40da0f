package io.fateflow.tools.compile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.json.JsonReader;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * One task of a FATE test suite.
 *
 * @param suiteFile the suite's file
 * @param name the task's name
 * @param task its entry in the suite
 */
record CorpusTask(Path suiteFile, String name, JsonNode task) {

    /** The name of the suite's folder. */
    String suite() {
        Path folder = suiteFile.toAbsolutePath().normalize().getParent();
        return folder == null || folder.getFileName() == null
                ? "suite"
                : folder.getFileName().toString();
    }

    /** The text of the task's DSL or conf; empty if it can't be had. */
    Optional<String> text(Document document, Findings findings) {
        JsonNode path = task.path(document.label());
        if (!path.isTextual()) {
            findings.add(ProblemKind.TASK_INCOMPLETE, Place.of(document), name, document.label());
            return Optional.empty();
        }
        try {
            Path file = suiteFile.resolveSibling(path.textValue()).normalize();
            return new TextFiles(findings).read(file, document);
        } catch (InvalidPathException e) {
            findings.add(ProblemKind.FILE_UNREADABLE, Place.of(document), path.textValue(), "not a path");
            return Optional.empty();
        }
    }

    /**
     * The conf as FATE's test runner submits it: a task that depends on another one predicts with that one's model.
     */
    String confToSubmit(String conf) {
        Findings ignored = new Findings();
        Optional<ObjectNode> parsed = new JsonReader(Document.CONF, ignored).read(conf);
        if (!task.hasNonNull("deps") || parsed.isEmpty() || !ignored.isEmpty()) {
            return conf;
        }
        ObjectNode submitted = parsed.get();
        if (!submitted.has("job_parameters")) {
            submitted.putObject("job_parameters");
        }
        if (submitted.path("job_parameters") instanceof ObjectNode job) {
            if (!job.has("common")) {
                job.putObject("common");
            }
            if (job.path("common") instanceof ObjectNode common) {
                common.put("job_type", "predict");
                fill(common, "model_id");
                fill(common, "model_version");
            }
        }
        return submitted.toString();
    }

    private void fill(ObjectNode common, String key) {
        if (common.path(key).asText("").isBlank()) {
            common.put(key, "of-task-" + task.path("deps").asText());
        }
    }
}
