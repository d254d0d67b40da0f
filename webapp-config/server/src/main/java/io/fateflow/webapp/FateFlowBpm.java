package io.fateflow.webapp;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

import io.fateflow.worker.cli.WorkerCommand;
import io.fateflow.worker.jvm.ProgramLocale;
import io.fateflow.worker.process.FileNames;

/** The program's entry: one jar, one subcommand per thing it can be; other packages and modules add theirs as {@link Subcommand}s. */
@Command(
        name = "fate-flow-bpm",
        description = "Schedules FATE federated-learning jobs as BPMN processes.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start here:",
            "  fate-flow-bpm demo          a server with data and a running federated job, nothing to install",
            "  fate-flow-bpm serve         the server: FATE Flow API, Cockpit and engine REST on port 9380",
            "",
            "Each command explains itself with --help."
        })
public final class FateFlowBpm implements Runnable {

    /** Those that are no {@link Subcommand}. */
    private static final List<Class<?>> OWN = List.of(ServeCommand.class, WorkerCommand.class, UnlockCommand.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    public static void main(String[] args) {
        ProgramLocale.set();
        int exitCode = 1;
        try {
            exitCode = commandLine(args).execute(args);
        } finally {
            // after an error, too: threads of a server that is half started would keep the process
            if (exitCode != Server.STAYS_UP) {
                System.exit(exitCode);
            }
        }
    }

    /** @param line that it is for; without one it has all commands */
    static CommandLine commandLine(String... line) {
        CommandLine all = new CommandLine(new FateFlowBpm());
        Optional<Class<?>> called =
                commands().filter(command -> isCalled(command, line)).findFirst();
        // one alone if that is enough: without all the others a client's command ends after 1.42 s instead of 1.54
        called.<Stream<Class<?>>>map(Stream::of)
                .orElseGet(FateFlowBpm::commands)
                .forEach(all::addSubcommand);
        all.addSubcommand(new CommandLine.HelpCommand());
        IParameterExceptionHandler usual = all.getParameterExceptionHandler();
        return all.registerConverter(Path.class, FateFlowBpm::path)
                .setUsageHelpAutoWidth(true)
                // an option that stands before the command would be answered by the list of all commands
                .setParameterExceptionHandler((failure, arguments) -> arguments.length > 1
                                && failure.getCommandLine() == all
                                && failure instanceof UnmatchedArgumentException unmatched
                                && unmatched.getUnmatched().get(0).startsWith("-")
                        ? misplaced(unmatched)
                        : usual.handleParseException(failure, arguments))
                // a user gets the reason; Spring has said already what to do, and -Dfate.trace=true shows the stack
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("Failed: " + reason(failure));
                    if (Boolean.getBoolean("fate.trace")) {
                        failure.printStackTrace(command.getErr());
                    }
                    return command.getCommandSpec().exitCodeOnExecutionException();
                });
    }

    private static Path path(String name) {
        FileNames.objection(name).ifPresent(objection -> {
            throw new TypeConversionException(objection);
        });
        return Path.of(name);
    }

    private static Stream<Class<?>> commands() {
        return Stream.concat(
                OWN.stream(), ServiceLoader.load(Subcommand.class).stream().map(ServiceLoader.Provider::type));
    }

    private static boolean isCalled(Class<?> command, String... line) {
        return line.length > 0
                && command.getAnnotation(Command.class).name().equals(line[0])
                && !Subcommand.AboutAll.class.isAssignableFrom(command);
    }

    /** Java's words for some errors are a path and nothing else. */
    static String reason(Throwable failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " is not there";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + " may not be read or written by this user";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static int misplaced(UnmatchedArgumentException failure) {
        failure.getCommandLine()
                .getErr()
                .println(
                        failure.getMessage()
                                + "\nOptions stand behind the command, such as `jobs --server URL`; --help lists the commands.");
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: a command is missing.");
    }
}
