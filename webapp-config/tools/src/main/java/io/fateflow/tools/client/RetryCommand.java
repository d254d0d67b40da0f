package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code retry}: goes on where a job has failed. */
@Command(
        name = "retry",
        description = "Goes on with a job that has failed or was stopped: what has succeeded is not run again.")
public final class RetryCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Option(
            names = {"-w", "--watch"},
            description = "watch it to its end, whose exit code is the command's")
    private boolean watch;

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        if (server.jobs().get(jobId).hasSucceeded()) {
            out.remark("Job " + jobId + " has succeeded: there is nothing to retry. \"rerun\" runs it again.");
            return ExitCodes.REFUSED;
        }
        server.jobs().retry(jobId);
        return watch ? JobResult.of(server, jobId, out) : Done.with(server, jobId, "goes on", out);
    }
}
