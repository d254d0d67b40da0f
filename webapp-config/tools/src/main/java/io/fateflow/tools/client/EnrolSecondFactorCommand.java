package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;

import io.fateflow.client.SecondFactor;

/** {@code second-factor enrol}: what an authenticator takes. */
@Command(
        name = "enrol",
        description = {
            "Begins to set up a second factor, and prints what an authenticator takes. It counts when it is confirmed.",
            "",
            "The password is the one of the profile, or is asked for; without a terminal it is a line of the standard input."
        })
final class EnrolSecondFactorCommand extends SecondFactorStep {

    @Override
    void run(SecondFactor factor, Output out) throws IOException, InterruptedException {
        SecondFactor.Offer offer = factor.begin();
        if (out.json()) {
            out.document(offer);
        } else {
            out.line(offer.secret());
            out.line(offer.link());
            out.remark("Type the secret into your authenticator, or open the link there; then: second-factor confirm");
        }
    }
}
