package io.fateflow.tools.client;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

/** {@code notify}: what is to do about receivers of notifications. */
@Command(
        name = "notify",
        description = "Tries the receivers of a site's notifications.",
        mixinStandardHelpOptions = true,
        subcommands = NotifyTestCommand.class)
public final class NotifyCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Say what to do: notify test RECEIVER.");
    }
}
