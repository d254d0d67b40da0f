package io.fateflow.tools.client;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.Job;
import io.fateflow.client.JobFailure;
import io.fateflow.client.JobListener;
import io.fateflow.client.Task;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.UnreachableException;
import io.fateflow.tools.view.JobView;

/** Watches a job to its end, and says how it ended. */
final class JobResult implements JobListener {

    private final Output out;
    private final JobView view;
    private String reason = "";
    private List<Task> tasks = List.of();
    private @Nullable Job ended;

    private JobResult(Output out) {
        this.out = out;
        this.view = new JobView(out::text, out.isTerminal());
    }

    /** How it ended, with all that failed. */
    record Ended(Job job, List<Task> tasks, List<JobFailure> failures) {}

    /** The exit code. */
    static int of(FateFlowClient server, String jobId, Output out) throws FateFlowException, InterruptedException {
        JobResult result = new JobResult(out);
        // Ctrl-C ends who looks, not what is looked at
        Farewell.during(
                () -> result.ended = server.watch().toTheEnd(jobId, result),
                out,
                "Nobody watches job %1$s any more; it goes on. \"watch %1$s\" looks again, \"stop %1$s\" ends it."
                        .formatted(jobId));
        Job job = Objects.requireNonNull(result.ended);
        result.print(job);
        return job.hasSucceeded() ? ExitCodes.SUCCESS : ExitCodes.JOB_FAILED;
    }

    @Override
    public void seen(Job job, List<Task> now) {
        tasks = now;
        if (out.json()) {
            return;
        }
        String waits = job.hasEnded() ? "" : job.suspended() ? "it is suspended" : job.reason();
        if (!waits.equals(reason) && !waits.isEmpty()) {
            view.leave();
            out.line("  " + job.status() + ": " + Plain.text(waits));
        }
        reason = waits;
        view.show(now);
    }

    @Override
    public void away(UnreachableException why) {
        view.leave();
        out.remark(why.getMessage() + "; trying again");
    }

    @Override
    public void back() {
        out.remark("The server answers again");
    }

    private void print(Job job) {
        List<JobFailure> failures = JobFailure.of(job, tasks);
        if (out.json()) {
            out.document(new Ended(job, tasks, failures));
            return;
        }
        String took = Plain.duration(job.elapsed());
        out.line("Job " + job.jobId() + ": " + job.status() + (took.isEmpty() ? "" : " in " + took));
        failures(out, failures);
        failures.stream()
                .filter(failure -> !failure.lastLines().isEmpty())
                .findFirst()
                .ifPresent(failure -> out.remark("Its log: logs %s %s --role %s --party %s"
                        .formatted(job.jobId(), failure.component(), failure.role(), failure.partyId())));
        if (job.status().equals("failed") && job.own()) {
            out.remark("When the cause is gone: retry " + job.jobId());
        }
    }

    /** What failed, where, why, and what to do. */
    static void failures(Output out, List<JobFailure> failures) {
        for (JobFailure failure : failures) {
            out.line(
                    failure.component().isEmpty()
                            ? "  of the whole job:"
                            : "  %s at %s %s:".formatted(failure.component(), failure.role(), failure.partyId()));
            Plain.text(failure.reason()).lines().forEach(line -> out.line("    " + line));
            if (!failure.remedy().isEmpty()) {
                out.line("    To do: " + failure.remedy());
            }
        }
    }
}
