package io.fateflow.tools.client;

import java.io.IOException;

import picocli.CommandLine.Command;

import io.fateflow.client.FateFlowClient;

/** {@code audit head}: what a partner keeps. */
@Command(
        name = "head",
        description = {
            "Prints the head of the audit log's chain, as JSON: number, hash, time, and the site's signature.",
            "",
            "Keep it in a file, or have a partner keep it: audit verify FILE --head KEPT says later whether an export still"
                    + " has all that was there."
        })
final class AuditHeadCommand extends ServerCommand {

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        out.line(server.site().auditHead().toString());
        return ExitCodes.SUCCESS;
    }
}
