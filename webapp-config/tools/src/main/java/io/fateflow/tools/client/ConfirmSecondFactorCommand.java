package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;

import io.fateflow.client.SecondFactor;

/** {@code second-factor confirm}: a first code, from which on codes are asked for. */
@Command(
        name = "confirm",
        description = {
            "Confirms a second factor with the first code of the authenticator, and prints recovery codes.",
            "",
            "The password is the one of the profile, or is asked for, and then the code; without a terminal each is a line of the standard input."
        })
final class ConfirmSecondFactorCommand extends SecondFactorStep {

    @Override
    void run(SecondFactor factor, Output out) throws IOException, InterruptedException {
        tell(factor.confirm(code()), out);
    }
}
