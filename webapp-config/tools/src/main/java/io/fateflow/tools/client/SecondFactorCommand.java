package io.fateflow.tools.client;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

/** {@code second-factor}: an account's authenticator and recovery codes. */
@Command(
        name = "second-factor",
        description = "Sets up or takes off the second factor of an account of the server's own.",
        mixinStandardHelpOptions = true,
        subcommands = {
            EnrolSecondFactorCommand.class,
            ConfirmSecondFactorCommand.class,
            RecoveryCodesCommand.class,
            RemoveSecondFactorCommand.class
        })
public final class SecondFactorCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do: second-factor enrol, confirm, recovery-codes or remove.");
    }
}
