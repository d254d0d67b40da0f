package io.fateflow.tools.client;

import java.io.IOException;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.SubmittedJob;

/** {@code submit}: a job of DSL and conf. */
@Command(
        name = "submit",
        description = {
            "Submits a job, and says its id.",
            "",
            "DSL and conf are two files as FATE's clients have them, or one with both: {\"job_dsl\": …,"
                    + " \"job_runtime_conf\": …}."
        })
public final class SubmitCommand extends ServerCommand {

    @ArgGroup(multiplicity = "1")
    private Documents documents = new Documents();

    @Option(
            names = {"-w", "--watch"},
            description = "watch it to its end, whose exit code is the command's")
    private boolean watch;

    @Option(
            names = {"-q", "--quiet"},
            description = "print its id, and nothing else")
    private boolean quiet;

    /** One file or two. */
    static final class Documents {

        @Parameters(paramLabel = "FILE", description = "a file with job_dsl and job_runtime_conf", arity = "0..1")
        private @Nullable Path both;

        @ArgGroup(exclusive = false)
        private @Nullable Pair pair;
    }

    /** As FATE's clients have them. */
    static final class Pair {

        @Option(
                names = {"-d", "--dsl"},
                paramLabel = "FILE",
                required = true,
                description = "the DSL")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path dsl;

        @Option(
                names = {"-c", "--conf"},
                paramLabel = "FILE",
                required = true,
                description = "the runtime conf")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path conf;
    }

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        SubmittedJob job = submit(server);
        if (out.json()) {
            if (!watch) {
                out.document(job);
            }
        } else if (quiet) {
            out.line(job.jobId());
        } else {
            out.line("Job " + job.jobId() + ", on the board: " + job.page());
            if (!job.message().equals("success")) {
                out.remark(Plain.text(job.message()));
            }
        }
        return watch ? JobResult.of(server, job.jobId(), out) : ExitCodes.SUCCESS;
    }

    private SubmittedJob submit(FateFlowClient server) throws IOException, InterruptedException {
        Pair two = documents.pair;
        if (two != null) {
            return server.jobs().submit(JsonFiles.read(two.dsl), JsonFiles.read(two.conf));
        }
        Path one = documents.both;
        if (one == null) {
            throw new IllegalStateException("picocli asks for one of them");
        }
        JsonNode job = JsonFiles.read(one);
        return server.jobs()
                .submit(
                        JsonFiles.part(one, job, "job_dsl", "dsl"),
                        JsonFiles.part(one, job, "job_runtime_conf", "runtime_conf"));
    }
}
