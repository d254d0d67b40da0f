package io.fateflow.webapp.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.model.archive.ModelProperties;
import io.fateflow.webapp.security.OpenAccess;
import io.fateflow.webapp.storage.SiteTables;

/** With which keys the files of tables, caches and archives of models are encrypted. Reads the beginning of each; objects of a store are not looked at. */
@Component
final class AtRestChecks {

    private static final String ID = "FFB-5327";
    private static final String PLAIN = "";

    private final AtRest atRest;
    private final SiteTables tables;
    private final ModelProperties models;

    AtRestChecks(AtRest atRest, SiteTables tables, ModelProperties models) {
        this.atRest = atRest;
        this.tables = tables;
        this.models = models;
    }

    /** A finding for each key that files want and this server has not. */
    List<Finding> look() {
        return filesByKey().entrySet().stream()
                .filter(files -> !files.getKey().equals(PLAIN) && !atRest.has(files.getKey()))
                .map(files -> new Finding(
                        Rule.KEY_MISSING,
                        "key " + files.getKey(),
                        "%d files are encrypted with it, and this server has not got it; one of them is %s"
                                .formatted(
                                        files.getValue().size(),
                                        files.getValue().get(0)),
                        Optional.empty()))
                .toList();
    }

    /** Which key protects what; empty where nothing is encrypted. */
    Optional<OpenAccess.Note> note() {
        return atRest.key()
                .map(
                        key -> new OpenAccess.Note(
                                ID,
                                "Tables, caches, stored archives of models and secrets of authenticators are encrypted with key "
                                        + key + ". Files of this machine: " + counts() + ".",
                                "Keep the key file where backups of the data are not: without its keys the data are lost. A key may go from it when no file"
                                        + " has it, and no backup that is still to be read (docs/operating.md, Encryption at rest)."));
    }

    private String counts() {
        Map<String, List<Path>> files = filesByKey();
        return files.isEmpty()
                ? "none"
                : files.entrySet().stream()
                        .map(of -> "%d %s"
                                .formatted(
                                        of.getValue().size(),
                                        of.getKey().equals(PLAIN) ? "not encrypted" : "with key " + of.getKey()))
                        .collect(Collectors.joining(", "));
    }

    private Map<String, List<Path>> filesByKey() {
        Map<String, List<Path>> files = new TreeMap<>();
        try {
            for (Path file : all()) {
                keyOf(file).ifPresent(key -> files.computeIfAbsent(key, missing -> new ArrayList<>())
                        .add(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** Empty if the file has gone meanwhile. */
    private static Optional<String> keyOf(Path file) throws IOException {
        try {
            return Optional.of(AtRest.keyOf(file).orElse(PLAIN));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private List<Path> all() throws IOException {
        List<Path> all = new ArrayList<>(tables.files());
        all.addAll(tables.caches().files());
        Path archives = models.store();
        if (archives != null && Files.isDirectory(archives)) {
            try (Stream<Path> stored = Files.walk(archives)) {
                stored.filter(file -> file.endsWith("model.zip")).forEach(all::add);
            }
        }
        return all;
    }
}
