package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code suspend}: one of what can be done with a job. */
@Command(name = "suspend", description = "Lets a job start nothing more until it is resumed; what runs goes on.")
public final class SuspendCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        server.jobs().suspend(jobId);
        return Done.with(server, jobId, "starts nothing more until \"resume\"", out);
    }
}
