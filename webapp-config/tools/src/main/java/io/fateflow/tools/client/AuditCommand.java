package io.fateflow.tools.client;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.webapp.Subcommand;

/** {@code audit}: the audit log as a proof. */
@Command(
        name = "audit",
        description = "Takes the audit log out of a server as a proof, and verifies it without one.",
        mixinStandardHelpOptions = true,
        subcommands = {AuditHeadCommand.class, AuditExportCommand.class, AuditVerifyCommand.class})
public final class AuditCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Say what to do: audit head, audit export FILE, or audit verify FILE.");
    }
}
