package io.fateflow.tools.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;

/** {@code audit export}: the whole audit log as a file. */
@Command(
        name = "export",
        description = {
            "Saves the whole audit log with its chain, a JSON object a line. That is an entry of the log, too.",
            "",
            "With a login, it takes an administrator's."
        })
final class AuditExportCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "what is there already is replaced; only you may read it")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        server.site().exportAudit(file);
        long bytes = Files.size(file);
        if (out.json()) {
            out.document(Map.of("file", file.toString(), "bytes", bytes));
        } else {
            out.line("%s: %d bytes. Verify it with: audit verify %s --key PUBLIC_KEY".formatted(file, bytes, file));
        }
        return ExitCodes.SUCCESS;
    }
}
