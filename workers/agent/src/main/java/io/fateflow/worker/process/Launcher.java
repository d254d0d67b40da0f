package io.fateflow.worker.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fateflow.worker.api.RunFiles;

/** Starts executors below a small shell script, which outlives the worker and leaves the exit code on disk. */
public final class Launcher {

    private static final String SCRIPT = script();
    private static final String TITLE = "fate-flow-launcher";

    /** As {@link #line} makes it: directory and log are before the mark. */
    private static final Pattern LINE =
            Pattern.compile("\\00" + TITLE + "(?:\\00[^\\00]*){2}\\00" + ProcessMarks.NAME + "=([^\\00]*)\\00");

    private final boolean canLeaveSession;
    private final Optional<SessionSpawn> spawn;

    public Launcher() {
        this(SessionSpawn.ofThisSystem());
    }

    /** @param spawn empty: as Java starts processes */
    Launcher(Optional<SessionSpawn> spawn) {
        this.canLeaveSession = Commands.isOnPath("setsid");
        this.spawn = spawn;
    }

    /**
     * Starts a command.
     *
     * @param directory where it runs, and where its process id, exit code and usage are written
     * @param log takes what it prints
     * @param mark by which a {@link ProcessGroup} knows everything that the command starts; of this run alone
     * @param environment all that it gets, besides the mark
     * @return the launcher; it ends when the command has ended and its exit code is written
     * @throws CommandNotFoundException if there is no such command
     */
    public Process start(Path directory, Path log, String mark, List<String> command, Map<String, String> environment)
            throws IOException {
        Commands.require(command.get(0));
        List<String> line = line(directory, log, mark, command);
        return spawn.isPresent()
                ? spawn.get().start(line, directory, log, environment)
                : startByJava(directory, log, line, environment, Redirect.from(new File("/dev/null")));
    }

    /**
     * Starts a command before there is an attempt for it. When there is one, the directory is moved to where that runs, and
     * {@link RunFiles#AHEAD} becomes {@link RunFiles#LAUNCH} there; without that, nothing of it is written down at its end.
     *
     * @return the launcher; what is written to it is the command's standard input
     */
    public Process startAhead(
            Path directory, Path log, String mark, List<String> command, Map<String, String> environment)
            throws IOException {
        Commands.require(command.get(0));
        List<String> line = line(directory, log, mark, RunFiles.AHEAD, command);
        return startByJava(directory, log, line, environment, Redirect.PIPE);
    }

    private Process startByJava(
            Path directory, Path log, List<String> launching, Map<String, String> environment, Redirect input)
            throws IOException {
        List<String> line = new ArrayList<>(canLeaveSession ? List.of("setsid") : List.of());
        line.addAll(launching);
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectInput(input)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The launcher's own command, for whoever starts it elsewhere; it ends with the command's exit code. */
    public static List<String> line(Path directory, Path log, String mark, List<String> command) {
        return line(directory, log, mark, RunFiles.LAUNCH, command);
    }

    private static List<String> line(Path directory, Path log, String mark, String who, List<String> command) {
        List<String> line = new ArrayList<>(List.of(
                "sh", "-c", SCRIPT, TITLE, directory.toString(), log.toString(), ProcessMarks.NAME + "=" + mark, who));
        line.addAll(command);
        return line;
    }

    /** The mark of what a process with these arguments, as {@link ProcFs#arguments} gives them, launches; empty if it is no launcher. */
    static Optional<String> mark(String arguments) {
        Matcher launcher = LINE.matcher(arguments);
        return launcher.find() ? Optional.of(launcher.group(1)) : Optional.empty();
    }

    private static String script() {
        try (InputStream in = Launcher.class.getResourceAsStream("launcher.sh")) {
            if (in == null) {
                throw new IllegalStateException("launcher.sh is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Commands {

        static void require(String command) throws CommandNotFoundException {
            if (!(command.contains("/") ? Files.isExecutable(Path.of(command)) : isOnPath(command))) {
                throw new CommandNotFoundException(command);
            }
        }

        static boolean isOnPath(String command) {
            String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
            return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                    .splitAsStream(path)
                    .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
        }
    }
}
