package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fateflow.worker.process.PrivateFiles;

/**
 * The user that one executor has for itself, and its files. Their directory is the worker's: the executor can put nothing in the place of
 * what is in it.
 *
 * @param id of the user, and of his group
 * @param files the worker's; others pass through, but see nothing
 */
public record ExecutorUser(int id, Path files) {

    /** Where the executor works; the user's alone. */
    public Path home() {
        return files.resolve("run");
    }

    /** What the executor logs by itself; the user's alone. */
    public Path logs() {
        return files.resolve("logs");
    }

    void create() throws IOException {
        Files.createDirectories(files);
        PrivateFiles.open(files.resolveSibling("."), "rwx--x--x");
        PrivateFiles.open(files, "rwx--x--x");
        PrivateFiles.directory(home());
        PrivateFiles.directory(logs());
        PrivateFiles.directory(home().resolve("tmp"));
    }

    /** Gives him what the worker has made for him; the directory comes last, since all in it is his then. */
    public void handOver(Path config) throws IOException {
        give(config);
        give(home().resolve("tmp"));
        give(logs());
        give(home());
    }

    /** Keeps what is left from whoever gets the user's id next. */
    void close() throws IOException {
        if (Files.isDirectory(files)) {
            PrivateFiles.open(files, "rwx------");
        }
    }

    private void give(Path file) throws IOException {
        Files.setAttribute(file, "unix:gid", id);
        Files.setAttribute(file, "unix:uid", id);
    }
}
