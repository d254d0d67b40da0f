package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.NotificationTrial;

/** {@code notify test}: whether a receiver takes what is sent to it. */
@Command(
        name = "test",
        description = {
            "Sends a receiver a test message, signed as all others, and shows what it answers.",
            "",
            "Needs an administrator's login. Exit code 1 says that it was not delivered."
        })
final class NotifyTestCommand extends ServerCommand {

    @Parameters(paramLabel = "RECEIVER", description = "its name in fate.notifications.receivers")
    private String receiver = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        NotificationTrial trial = server.site().tryReceiver(receiver);
        if (out.json()) {
            out.document(trial);
        } else {
            out.line("%s: %s (%s)".formatted(trial.outcome(), trial.result(), trial.notification()));
        }
        return trial.isDelivered() ? ExitCodes.SUCCESS : ExitCodes.JOB_FAILED;
    }
}
