package io.fateflow.tools.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

/** {@code install}: the program in a directory, with an archive of its classes. Exit code 0, 1 if it failed, 2 of usage. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        description = {
            "Puts this program into a directory from which it starts in half of the time.",
            "",
            "DIRECTORY/bin/fate-flow-bpm takes the same commands as java -jar fate-flow-bpm.jar, which the archive of"
                    + " classes beside it makes faster. The archive is for this machine's Java; with another one, after"
                    + " an update of it, and when the directory has been moved, the program starts as without it:"
                    + " install again. Data, settings and logs are not there, but in FATE_HOME as ever."
        })
public final class InstallCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "DIRECTORY", description = "One that is empty, or is not there yet.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path target = directory.toAbsolutePath().normalize();
        Path jar = ThisProgram.jar().orElse(null);
        if (jar == null || !ThisProgram.hasAllInside(jar)) {
            throw wrong("Only the one jar of a build can be installed: run"
                    + " java -jar fate-flow-bpm.jar install DIRECTORY.");
        }
        if (!isFree(target)) {
            throw wrong(target + " is not empty. Name another directory, or empty this one.");
        }
        PrintWriter out = spec.commandLine().getOut();
        Installation installation = new Installation(target);
        try {
            say(out, "Unpacking to " + target + " …");
            installation.unpack(jar);
            say(out, "Starting it once for the archive of its classes …");
            installation
                    .archiveClasses()
                    .ifPresent(reason -> warn("There is no archive of its classes, so it starts as before: " + reason));
            if (!installation.isNamedAsInUrls()) {
                warn(
                        "It starts as without one: Java takes classes from an archive only where the directory's name has no space or"
                                + " another character that a URL writes otherwise. Install it into another directory.");
            }
            say(out, "Installed. Start it by " + installation.writeScript());
        } catch (IOException | InterruptedException e) {
            installation.remove();
            throw e;
        }
        return 0;
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private void warn(String line) {
        spec.commandLine().getErr().println(line);
    }

    private static boolean isFree(Path target) throws IOException {
        if (!Files.isDirectory(target)) {
            return !Files.exists(target);
        }
        try (Stream<Path> there = Files.list(target)) {
            return there.findAny().isEmpty();
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
