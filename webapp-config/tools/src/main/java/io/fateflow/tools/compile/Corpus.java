package io.fateflow.tools.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.json.JsonReader;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** The tasks of all FATE test suites in a directory. */
final class Corpus {

    private static final String SUITE_FILE = "testsuite.json";

    private final Findings findings;

    Corpus(Findings findings) {
        this.findings = findings;
    }

    List<CorpusTask> tasksIn(Path directory) {
        List<CorpusTask> tasks = new ArrayList<>();
        suitesIn(directory).forEach(suite -> tasks.addAll(tasksOf(suite)));
        return tasks;
    }

    private List<Path> suitesIn(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> suites = files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(SUITE_FILE))
                    .sorted()
                    .toList();
            if (suites.isEmpty()) {
                unreadable(directory, "there is no *" + SUITE_FILE + " in it");
            }
            return suites;
        } catch (IOException e) {
            unreadable(directory, TextFiles.cause(e));
        } catch (UncheckedIOException e) {
            unreadable(directory, String.valueOf(e.getMessage()));
        }
        return List.of();
    }

    private List<CorpusTask> tasksOf(Path suite) {
        Findings faults = new Findings();
        Optional<ObjectNode> root =
                new TextFiles(faults).read(suite, Document.SUITE).flatMap(new JsonReader(Document.SUITE, faults)::read);
        faults.found().forEach(findings::add);
        List<CorpusTask> tasks = new ArrayList<>();
        root.ifPresent(object -> {
            if (object.has("tasks") && !object.path("tasks").isObject()) {
                findings.add(ProblemKind.SUITE_MALFORMED, Place.of(Document.SUITE), suite, "'tasks' is not an object");
            }
            object.path("tasks")
                    .properties()
                    .forEach(task -> tasks.add(new CorpusTask(suite, task.getKey(), task.getValue())));
        });
        return tasks;
    }

    private void unreadable(Path directory, String cause) {
        findings.add(ProblemKind.FILE_UNREADABLE, Place.of(Document.SUITE), directory, cause);
    }
}
