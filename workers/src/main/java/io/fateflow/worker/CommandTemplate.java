package io.fateflow.worker;

import java.util.List;
import java.util.Map;

/**
 * How an executor of some module is started.
 *
 * @param command the program and its first arguments
 * @param passArguments whether FATE's {@code --name value} arguments follow
 * @param environment added to what the executor inherits: all of the worker's environment but secrets
 */
public record CommandTemplate(List<String> command, boolean passArguments, Map<String, String> environment) {

    public CommandTemplate {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("an executor command needs a program");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** A program that takes FATE's arguments. */
    public static CommandTemplate of(String... command) {
        return new CommandTemplate(List.of(command), true, Map.of());
    }

    /** A program that is to get no arguments beside its own. */
    public static CommandTemplate plain(String... command) {
        return new CommandTemplate(List.of(command), false, Map.of());
    }
}
