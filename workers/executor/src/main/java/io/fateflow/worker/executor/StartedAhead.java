package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;

import io.fateflow.worker.api.RunFiles;

/**
 * This process, when it was started before there was an attempt for it. It gets ready, and waits for the end of its standard input:
 * the worker ends that when it has given it an attempt, and so does the worker's death. What it then finds in its directory
 * decides, never the reason: so there is no moment at which a worker could die and leave it in doubt.
 */
final class StartedAhead {

    /** The attempt that this process was given: its command line, and since when it waits. */
    record Attempt(Arguments arguments, Beginning begun) {}

    private StartedAhead() {}

    /** Empty if there is none, and never will be. */
    static Optional<Attempt> await() throws IOException {
        Path scratch = Files.createDirectory(Path.of("warm-up"));
        new WarmUp(scratch).tables();
        Files.createFile(Path.of(RunFiles.READY));
        System.in.readAllBytes();
        return given(Path.of(""));
    }

    /** What the worker has decided of the executor that was started ahead in a directory. */
    static Optional<Attempt> given(Path directory) throws IOException {
        Path launch = directory.resolve(RunFiles.LAUNCH);
        if (!Files.exists(launch) || !Files.isSameFile(launch, directory.resolve(RunFiles.AHEAD))) {
            return Optional.empty();
        }
        Path arguments = directory.resolve(RunFiles.ARGUMENTS);
        Instant given = Files.getLastModifiedTime(arguments).toInstant();
        return Optional.of(new Attempt(
                Arguments.parse(new ObjectMapper().readValue(Files.readAllBytes(arguments), String[].class)),
                new Beginning(given, "it was given to an executor that waited")));
    }
}
