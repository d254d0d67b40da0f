package io.fateflow.tools.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code rerun}: from the start, or from a component on. */
@Command(
        name = "rerun",
        description =
                "Runs a job that has ended once more, or some of its components and all that depends on them, also"
                        + " those that have succeeded.")
public final class RerunCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Option(
            names = "--component",
            paramLabel = "NAME",
            split = ",",
            description = "this one and all that depends on it; all if none is named")
    private List<String> components = new ArrayList<>();

    @Option(
            names = {"-w", "--watch"},
            description = "watch it to its end, whose exit code is the command's")
    private boolean watch;

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        server.jobs().rerun(jobId, components);
        return watch ? JobResult.of(server, jobId, out) : Done.with(server, jobId, "runs again", out);
    }
}
