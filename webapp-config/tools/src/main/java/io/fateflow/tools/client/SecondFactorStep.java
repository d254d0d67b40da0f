package io.fateflow.tools.client;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.SecondFactor;
import io.fateflow.client.profile.Login;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;

/** What somebody does about the second factor of his account, whose password is the profile's, or is asked for. */
abstract class SecondFactorStep extends ServerCommand {

    @Option(names = "--user", paramLabel = "USER", description = "the account, unless the profile has its login")
    private @Nullable String user;

    private final SecretInput input = new SecretInput();

    /** Does it. */
    abstract void run(SecondFactor factor, Output out) throws IOException, InterruptedException;

    @Override
    final int run(FateFlowClient server, Output out) throws IOException, InterruptedException, ProfileException {
        ServerProfile profile = profile();
        Login login = login(profile);
        // it is sent to nobody to whom others listen
        run(FateFlowClient.to(profile.with(login)).secondFactor(login), out);
        return ExitCodes.SUCCESS;
    }

    private Login login(ServerProfile profile) throws IOException {
        Login known = profile.login();
        if (known != null && (user == null || user.equals(known.user()))) {
            return known;
        }
        if (user == null) {
            throw new IOException("FFB-5316 no account was given");
        }
        return new Login(user, input.ask("password"));
    }

    /** Of the authenticator, or a recovery code. */
    final String code() throws IOException {
        return input.ask("code");
    }

    /** What is told once. */
    static void tell(List<String> codes, Output out) {
        if (out.json()) {
            out.document(new RecoveryCodes(codes));
        } else {
            codes.forEach(out::line);
            out.remark(
                    "Each takes the place of a code once. They are not shown again: keep them apart from the authenticator.");
        }
    }

    private record RecoveryCodes(List<String> recoveryCodes) {}
}
