package io.fateflow.tools.client;

import java.io.IOException;
import java.util.Map;

import picocli.CommandLine.Command;

import io.fateflow.client.SecondFactor;

/** {@code second-factor remove}: the end of a second factor. */
@Command(
        name = "remove",
        description = {
            "Takes the second factor off. A recovery code does in place of one of the authenticator.",
            "",
            "The password is the one of the profile, or is asked for, and then the code; without a terminal each is a line of the standard input."
        })
final class RemoveSecondFactorCommand extends SecondFactorStep {

    @Override
    void run(SecondFactor factor, Output out) throws IOException, InterruptedException {
        factor.remove(code());
        if (out.json()) {
            out.document(Map.of("removed", true));
        } else {
            out.line("The account has no second factor any more");
        }
    }
}
