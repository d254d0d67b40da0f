package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code watch}: a job, live, to its end. */
@Command(
        name = "watch",
        description = {
            "Shows a job's components while they run, and how it ended: what failed, where, why, and what to do.",
            "",
            "A server that is started again meanwhile is waited for. Ctrl-C ends the command, and not the job."
        })
public final class WatchCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        return JobResult.of(server, jobId, out);
    }
}
