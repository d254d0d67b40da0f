package io.fateflow.tools.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.JobFailure;
import io.fateflow.client.JobListener;
import io.fateflow.client.SubmittedJob;
import io.fateflow.client.TableUpload;

/** {@code upload}: a file becomes a table. */
@Command(
        name = "upload",
        description =
                "Sends a file of this machine, and waits until it is a table of the site. It is read while it is sent,"
                        + " whatever its size.")
public final class UploadCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "columns with a delimiter between, the first one the id")
    private Path file = Path.of("");

    @Option(names = "--namespace", paramLabel = "TEXT", required = true, description = "the table's namespace")
    private String namespace = "";

    @Option(names = "--name", paramLabel = "TEXT", required = true, description = "the table's name")
    private String name = "";

    @Option(
            names = "--no-head",
            negatable = false,
            description = "the first line is data, and has not the columns' names")
    private boolean noHead;

    @Option(
            names = "--delimiter",
            paramLabel = "TEXT",
            description = "between columns (${DEFAULT-VALUE})",
            defaultValue = ",")
    private String delimiter = ",";

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "of the table (${DEFAULT-VALUE})",
            defaultValue = "4")
    private int partitions;

    @Option(
            names = {"--replace", "--drop"},
            description = "replace a table of that name")
    private boolean replace;

    @Option(names = "--no-wait", description = "return when the file is sent")
    private boolean noWait;

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new BadFileException(
                    file, Files.exists(file) ? " can't be read, or is no file" : " is not there", null);
        }
        SubmittedJob job =
                server.tables().upload(new TableUpload(file, namespace, name, !noHead, delimiter, partitions, replace));
        if (noWait) {
            return Done.with(server, job.jobId(), "makes the table", out);
        }
        Job ended = server.watch().toTheEnd(job.jobId(), JobListener.SILENT);
        List<JobFailure> failures = JobFailure.of(ended, server.jobs().tasks(job.jobId()));
        if (out.json()) {
            out.document(new JobResult.Ended(ended, server.jobs().tasks(job.jobId()), failures));
        } else if (ended.hasSucceeded()) {
            out.line("%s.%s: %s rows, by job %s".formatted(namespace, name, rows(server), job.jobId()));
        } else {
            out.line("Job " + job.jobId() + ": " + ended.status());
            JobResult.failures(out, failures);
        }
        return ended.hasSucceeded() ? ExitCodes.SUCCESS : ExitCodes.JOB_FAILED;
    }

    private String rows(FateFlowClient server) throws IOException, InterruptedException {
        return server.tables().having(name).tables().stream()
                .filter(table ->
                        table.namespace().equals(namespace) && table.name().equals(name))
                .findFirst()
                .map(table -> Long.toString(table.rows()))
                .orElse("?");
    }
}
