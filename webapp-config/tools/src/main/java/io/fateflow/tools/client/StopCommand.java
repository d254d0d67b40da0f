package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code stop}: one of what can be done with a job. */
@Command(name = "stop", description = "Stops a job at all parties. One that has ended stays as it is.")
public final class StopCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        server.jobs().stop(jobId);
        return Done.with(server, jobId, "is being stopped", out);
    }
}
