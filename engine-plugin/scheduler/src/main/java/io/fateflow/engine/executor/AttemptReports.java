package io.fateflow.engine.executor;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.DatabaseError;
import io.fateflow.database.TextColumn;
import io.fateflow.database.Texts;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.task.PartyOutcome;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.tracking.ResultCheck;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.federation.status.TaskStatus;

/**
 * Keeps what a worker says of an attempt that has ended. What can't be kept fails the attempt, with the place: nobody could
 * say it better another time, and whoever repeats it holds cores for ever.
 */
final class AttemptReports {

    private static final String REFUSED = "result_refused";

    private final TaskStore tasks;
    private final TrackingStore tracking;
    private final ComponentModelStore models;

    AttemptReports(TaskStore tasks, TrackingStore tracking, ComponentModelStore models) {
        this.tasks = tasks;
        this.tracking = tracking;
        this.models = models;
    }

    /**
     * Writes it down, in the caller's transaction, with the attempt's row locked.
     *
     * @return whether the attempt had not ended yet
     * @throws ReportNotKeptException if it has no place in the database, or in this program; the transaction is spoilt
     */
    boolean keep(TaskRow row, PartyOutcome outcome, @Nullable ObjectNode result) {
        List<String> problems = result == null ? List.of() : ResultCheck.problems(result);
        try {
            if (!tasks.ended(row.key(), problems.isEmpty() ? clean(outcome) : refused(row, outcome, problems))) {
                return false;
            }
            if (result != null && problems.isEmpty()) {
                tracking.write(row.jobId(), row.componentName(), row.key(), result);
                models.write(row.jobId(), row.componentName(), row.key(), result.path("models"));
            }
            return true;
        } catch (RuntimeException e) {
            if (DatabaseError.isTransient(e) || LostRace.is(e)) {
                throw e;
            }
            throw new ReportNotKeptException(e);
        }
    }

    /** How an attempt ends whose report could not be kept. */
    static PartyOutcome notKept(TaskRow row, PartyOutcome outcome, ReportNotKeptException failure) {
        String state = DatabaseError.state(failure);
        return failed(
                outcome,
                "FFB-4021 the report of %s could not be kept%s\nWhat to do: the server's log says why; correct what the component leaves behind, or report this as a mistake of the scheduler, and run the job again"
                        .formatted(
                                place(row),
                                state.isEmpty() ? "" : ": the database refuses it (SQL state " + state + ")"));
    }

    private static PartyOutcome refused(TaskRow row, PartyOutcome outcome, List<String> problems) {
        String own = Texts.cleaned(outcome.errorReport());
        return failed(
                outcome,
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

    private static PartyOutcome failed(PartyOutcome outcome, String why) {
        return new PartyOutcome(
                TaskStatus.FAILED,
                REFUSED,
                outcome.exitCode(),
                why,
                outcome.command(),
                outcome.pid(),
                outcome.startTime(),
                outcome.endTime(),
                outcome.peakMemoryBytes(),
                outcome.cpuMillis());
    }

    /** A program may print anything. */
    private static PartyOutcome clean(PartyOutcome outcome) {
        return new PartyOutcome(
                outcome.status(),
                TextColumn.EXIT_REASON.fitted(outcome.exitReason()),
                outcome.exitCode(),
                Texts.cleaned(outcome.errorReport()),
                outcome.command(),
                outcome.pid(),
                outcome.startTime(),
                outcome.endTime(),
                outcome.peakMemoryBytes(),
                outcome.cpuMillis());
    }
}
