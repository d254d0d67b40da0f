package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;

import io.fateflow.client.SecondFactor;

/** {@code second-factor recovery-codes}: other recovery codes. */
@Command(
        name = "recovery-codes",
        description = {
            "Makes other recovery codes in place of those that are left, and prints them.",
            "",
            "The password is the one of the profile, or is asked for, and then the code; without a terminal each is a line of the standard input."
        })
final class RecoveryCodesCommand extends SecondFactorStep {

    @Override
    void run(SecondFactor factor, Output out) throws IOException, InterruptedException {
        tell(factor.renewRecoveryCodes(code()), out);
    }
}
