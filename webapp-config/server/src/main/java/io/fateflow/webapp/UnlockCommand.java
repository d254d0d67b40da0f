package io.fateflow.webapp;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import io.fateflow.webapp.camunda.AccountRescue;
import io.fateflow.worker.process.PrivateFiles;

/** {@code unlock}: an account of Cockpit and engine REST is its owner's again. */
@Command(
        name = "unlock",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = 2,
        description = {
            "Unlocks an account of Cockpit and engine REST, gives it a new password if that is forgotten, and takes"
                    + " its second factor off if that is lost.",
            "",
            "Opens the database itself: with the embedded one no server may run on it; with PostgreSQL, set"
                    + " SPRING_DATASOURCE_URL as for the server. The change is in the audit log."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:there is no such account", "2:the database can't be opened"})
final class UnlockCommand implements Callable<Integer> {

    @Option(names = "--user", paramLabel = "USER", description = "the account (${DEFAULT-VALUE})")
    private String user = "admin";

    @Option(names = "--new-password", description = "make a new random password and print it")
    private boolean newPassword;

    @Option(
            names = "--remove-second-factor",
            description = "take its second factor off: whoever has lost it sets up another one")
    private boolean removeSecondFactor;

    @Option(names = "--home", paramLabel = "DIR", description = "the server's home directory")
    private @Nullable Path home;

    private final PrintStream out = System.out;

    @Override
    public Integer call() {
        PrivateFiles.fromNowOn();
        if (home != null && !Files.isDirectory(home)) {
            // a new and empty one would be made
            throw new IllegalArgumentException(
                    "--home %s is not there: give the server's home directory".formatted(home));
        }
        try (Server closed = Server.start(ClosedServer.settings(home))) {
            return rescue(closed.part(AccountRescue.class));
        }
    }

    private int rescue(AccountRescue accounts) {
        if (!accounts.unlock(user)) {
            out.println("There is no account " + user + ".");
            return 1;
        }
        Optional<String> password = newPassword ? accounts.newPassword(user) : Optional.empty();
        String factor = !removeSecondFactor
                ? ""
                : accounts.removeSecondFactor(user)
                        ? " It has no second factor any more."
                        : " It had no second factor.";
        out.println("Account " + user + " is unlocked." + factor
                + password.map(fresh -> " Its new password: " + fresh).orElse(""));
        return 0;
    }
}
