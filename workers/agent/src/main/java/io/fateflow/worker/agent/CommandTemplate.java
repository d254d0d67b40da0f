package io.fateflow.worker.agent;

import java.util.List;
import java.util.Map;

/**
 * How an executor of some module is started.
 *
 * @param command the program and its first arguments
 * @param passArguments whether FATE's {@code --name value} arguments follow
 * @param csvTables whether the program reads and writes tables as CSV files: the built-in executor then runs it and
 *     carries tables over
 * @param environment added to what the executor inherits: all of the worker's environment but secrets
 */
public record CommandTemplate(
        List<String> command, boolean passArguments, boolean csvTables, Map<String, String> environment) {

    public CommandTemplate {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("an executor command needs a program");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A program that takes FATE's arguments. */
    public static CommandTemplate of(String... command) {
        return new CommandTemplate(List.of(command), true, false, Map.of());
    }

    /** A program that is to get no arguments beside its own. */
    public static CommandTemplate plain(String... command) {
        return new CommandTemplate(List.of(command), false, false, Map.of());
    }

    /** A program that finds its input tables as CSV files where it is started, and leaves its output there. */
    public static CommandTemplate csv(String... command) {
        return new CommandTemplate(List.of(command), false, true, Map.of());
    }
}
