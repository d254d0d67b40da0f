package io.fateflow.tools.client;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.JobFailure;
import io.fateflow.client.Task;

/** {@code show}: all of a job at a glance. */
@Command(name = "show", description = "Shows a job: its parties, its components, what it waits for, or what failed.")
public final class ShowCommand extends ServerCommand {

    @Parameters(paramLabel = "JOB", description = "its id")
    private String jobId = "";

    @Override
    int run(FateFlowClient server, Output out) throws IOException, InterruptedException {
        Job job = server.jobs().get(jobId);
        List<Task> tasks = server.jobs().tasks(jobId);
        List<JobFailure> failures = JobFailure.of(job, tasks);
        if (out.json()) {
            out.document(new JobResult.Ended(job, tasks, failures));
            return ExitCodes.SUCCESS;
        }
        head(out, job);
        TextTable table = new TextTable("COMPONENT", "MODULE", "PARTY", "STATUS", "ATTEMPT", "STARTED", "TOOK");
        tasks.forEach(task -> table.row(
                task.component(),
                task.module(),
                task.role() + " " + task.partyId(),
                task.status(),
                task.version() + 1,
                Plain.time(task.startTime()),
                Plain.duration(task.elapsed())));
        if (!table.isEmpty()) {
            out.line("");
            out.table(table);
        }
        if (!failures.isEmpty()) {
            out.line("");
            out.line("What failed");
            JobResult.failures(out, failures);
        }
        return ExitCodes.SUCCESS;
    }

    private static void head(Output out, Job job) {
        line(out, "Job", job.jobId());
        line(out, "Name", job.name());
        line(out, "Status", job.status() + (job.suspended() ? ", suspended" : "") + ", " + job.progress() + " %");
        line(out, job.hasEnded() ? "" : "Waits for", job.hasEnded() ? "" : job.reason());
        line(out, "Initiator", job.initiatorRole() + " " + job.initiatorPartyId());
        line(
                out,
                "Parties",
                job.roles().entrySet().stream()
                        .map(role -> role.getKey() + " " + String.join(", ", role.getValue()))
                        .collect(Collectors.joining("; ")));
        line(out, "Owner", job.owner());
        line(out, "Created", Plain.time(job.createTime()));
        line(out, "Started", Plain.time(job.startTime()));
        line(out, "Ended", Plain.time(job.endTime()));
        line(out, "Took", Plain.duration(job.elapsed()));
        line(out, "Notes", job.notes().equals(job.reason()) ? "" : job.notes());
    }

    private static void line(Output out, String name, String value) {
        if (!value.isEmpty()) {
            out.line("%-10s %s".formatted(name, Plain.text(value)));
        }
    }
}
