package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code resume}: one of what can be done with a job. */
@Command(name = "resume", description = "Lets a suspended job go on.")
public final class ResumeCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        server.jobs().resume(jobId);
        return Done.with(server, jobId, "goes on", out);
    }
}
