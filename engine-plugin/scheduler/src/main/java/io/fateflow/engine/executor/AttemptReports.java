package io.fateflow.engine.executor;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.DatabaseError;
import io.fateflow.database.Json;
import io.fateflow.database.TextColumn;
import io.fateflow.database.Texts;
import io.fateflow.engine.job.JobStatuses;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.tracking.ResultCheck;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExitReason;
import io.fateflow.worker.api.ReportRefusedException;

/**
 * Keeps what a worker says of an attempt that has ended. What can't be kept fails the attempt, with the place: nobody could
 * say it better another time, and whoever repeats it holds cores for ever.
 */
public final class AttemptReports {

    private static final String LOCAL = "local";

    private final TaskStore tasks;
    private final TrackingStore tracking;
    private final ComponentModelStore models;
    private final CheckpointStore checkpoints;
    private final JobStatuses jobs;

    public AttemptReports(
            TaskStore tasks,
            TrackingStore tracking,
            ComponentModelStore models,
            CheckpointStore checkpoints,
            JobStatuses jobs) {
        this.tasks = tasks;
        this.tracking = tracking;
        this.models = models;
        this.checkpoints = checkpoints;
        this.jobs = jobs;
    }

    /**
     * Writes it down, in the caller's transaction, with the attempt's row locked.
     *
     * @return the row as it is then; empty if the attempt had ended before
     * @throws ReportNotKeptException if it has no place in the database, or in this program; the transaction is spoilt
     */
    Optional<TaskRow> keep(TaskRow row, ExecutorReport report) {
        ObjectNode result = report.result();
        List<String> problems = result == null ? List.of() : ResultCheck.problems(result);
        ExecutorReport kept = problems.isEmpty() ? clean(report) : refused(row, report, problems);
        return kept(() -> {
            if (!tasks.ended(row.key(), kept)) {
                return Optional.empty();
            }
            if (result != null && problems.isEmpty()) {
                tracking.write(row.jobId(), row.componentName(), row.key(), result);
                models.write(row.jobId(), row.componentName(), row.key(), result.path("models"));
                checkpoints.write(row.jobId(), row.componentName(), row.key(), result.path("checkpoints"));
            }
            return Optional.of(row.ended(kept));
        });
    }

    /**
     * Writes down what an attempt has measured so far, in place of what it had, in the caller's transaction, with the
     * attempt's row locked. How far it is counts as how far its job is, if that has one component, as FATE's jobs of the role
     * local have.
     *
     * @return whether the attempt runs; otherwise nothing is written
     * @throws ReportRefusedException if it has no place in the database
     */
    boolean keepMetrics(TaskRow row, ArrayNode metrics) {
        List<String> problems = ResultCheck.problems(Json.object().<ObjectNode>set("metrics", metrics));
        if (!problems.isEmpty()) {
            throw new ReportRefusedException(
                    "FFB-4020 what %s measures can't be kept: %s".formatted(place(row), String.join("; ", problems)));
        }
        if (row.partyStatus().isEnd()) {
            return false;
        }
        return kept(() -> {
            tracking.writeMetrics(row.jobId(), row.componentName(), row.key(), LiveProgress.without(metrics));
            if (row.key().party().role().equals(LOCAL)) {
                LiveProgress.of(metrics).ifPresent(percent -> jobs.progress(row.jobId(), percent));
            }
            return true;
        });
    }

    /** @throws ReportNotKeptException if trying again is vain; the transaction is spoilt */
    private static <T> T kept(Supplier<T> writing) {
        try {
            return writing.get();
        } catch (RuntimeException e) {
            if (DatabaseError.isTransient(e) || LostRace.is(e)) {
                throw e;
            }
            throw new ReportNotKeptException(e);
        }
    }

    /** How an attempt ends whose report could not be kept. */
    static ExecutorReport notKept(TaskRow row, ExecutorReport report, ReportNotKeptException failure) {
        String state = DatabaseError.state(failure);
        return report.failed(
                ExitReason.RESULT_REFUSED,
                "FFB-4021 the report of %s could not be kept%s\nWhat to do: the server's log says why; correct what the component leaves behind, or report this as a mistake of the scheduler, and run the job again"
                        .formatted(
                                place(row),
                                state.isEmpty() ? "" : ": the database refuses it (SQL state " + state + ")"));
    }

    private static ExecutorReport refused(TaskRow row, ExecutorReport report, List<String> problems) {
        String own = Texts.cleaned(report.errorReport());
        return report.failed(
                ExitReason.RESULT_REFUSED,
                "%sFFB-4020 the result of %s can't be kept: %s\nWhat to do: correct what the component leaves in its result.json, and run the job again"
                        .formatted(own.isEmpty() ? "" : own + "\n", place(row), String.join("; ", problems)));
    }

    private static String place(TaskRow row) {
        return "%s at %s %s (attempt %d)"
                .formatted(
                        row.componentName(),
                        row.key().role(),
                        row.key().partyId(),
                        row.key().version());
    }

    /** A program may print anything. */
    private static ExecutorReport clean(ExecutorReport report) {
        return new ExecutorReport(
                report.status(),
                TextColumn.EXIT_REASON.fitted(report.exitReason()),
                report.exitCode(),
                Texts.cleaned(report.errorReport()),
                report.command(),
                report.pid(),
                report.startTime(),
                report.endTime(),
                report.peakMemoryBytes(),
                report.cpuMillis(),
                report.result());
    }
}
