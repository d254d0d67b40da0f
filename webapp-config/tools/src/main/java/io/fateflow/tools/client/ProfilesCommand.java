package io.fateflow.tools.client;

import java.io.PrintWriter;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.Profiles;
import io.fateflow.webapp.Subcommand;

/** {@code profiles}: which servers one has a name for. */
@Command(
        name = "profiles",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the servers of your profiles file, and says where that is.",
            "",
            "A section for each:",
            "  default = bank",
            "",
            "  [bank]",
            "  server = https://fate.bank.example:9380",
            "  secrets = bank.secrets",
            "  certificate = bank-ca.pem",
            "",
            "The file of secrets has  user  and  password  of an account, or  app-key  and  secret-key  as FATE's clients"
                    + " have them, or all four, each as key = value; nobody else may read it (chmod 600). The certificate is"
                    + " needed where Java does not trust the server's."
        })
public final class ProfilesCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Profiles profiles = ServerOptions.profiles();
        try {
            profiles.names().forEach(out::println);
        } catch (ProfileException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCodes.USAGE;
        }
        spec.commandLine().getErr().println("They stand in " + profiles.file());
        return ExitCodes.SUCCESS;
    }
}
