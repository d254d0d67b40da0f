package io.fateflow.tools.client;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.call.FateFlowException;

/** What is said after something was done with a job. */
final class Done {

    private Done() {}

    /** Says it; the exit code. */
    static int with(FateFlowClient server, String jobId, String what, Output out)
            throws FateFlowException, InterruptedException {
        if (out.json()) {
            out.document(server.jobs().get(jobId));
        } else {
            out.line("Job " + jobId + " " + what);
        }
        return ExitCodes.SUCCESS;
    }
}
