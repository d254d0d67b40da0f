package io.fateflow.tools.client;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.ModelPage;

/** {@code models}: what jobs have learned. */
@Command(name = "models", description = "Lists models, the newest first, a line for each party's part.")
public final class ModelsCommand extends ServerCommand {

    @Parameters(arity = "0..1", paramLabel = "JOB", description = "only those that this job has trained")
    private @Nullable String jobId;

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        String job = jobId;
        ModelPage page = job == null
                ? server.models().list()
                : server.models().ofJob(server.jobs().get(job).jobId());
        if (out.json()) {
            out.document(page);
            return ExitCodes.SUCCESS;
        }
        TextTable table = new TextTable("MODEL", "VERSION", "PARTY", "FROM", "CREATED");
        page.models()
                .forEach(model -> table.row(
                        model.modelId(),
                        model.modelVersion(),
                        model.role() + " " + model.partyId(),
                        model.imported() ? "an archive" : "job " + model.jobId(),
                        Plain.time(model.createTime())));
        if (table.isEmpty()) {
            out.remark("No model.");
        } else {
            out.table(table);
        }
        if (page.more()) {
            out.remark("There are more: name a job.");
        }
        return ExitCodes.SUCCESS;
    }
}
