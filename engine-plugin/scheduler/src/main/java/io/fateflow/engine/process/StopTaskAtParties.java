package io.fateflow.engine.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.job.JobStatuses;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.federation.PartyCommand;
import io.fateflow.federation.status.TaskStatus;

/**
 * The attempt has failed at one party: the others are stopped. With a retry left the next version starts after the
 * job's {@code auto_retry_delay}; without, or when it could only end in the same way, the component has failed, and the
 * job says which, where and why.
 */
public final class StopTaskAtParties extends TaskStep {

    static final String AUTO_RETRY_DELAY = "autoRetryDelay";

    private static final int MAX_REPORT_CHARACTERS = 2_000;

    /** Says nothing: every program that ends by itself does. */
    private static final String EXITED = "exited";

    /** As workers write it. */
    private static final String LAST_LINES = "\nIts last lines:";

    private final JobStatuses statuses;

    public StopTaskAtParties(TaskStepServices parts, JobStatuses statuses) {
        super(parts);
        this.statuses = statuses;
    }

    @Override
    void run(DelegateExecution execution, ComponentInstance component, List<TaskRow> rows) {
        TaskRow culprit = culprit(rows);
        int version = culprit.key().version();
        send(
                component,
                rows,
                new PartyCommand.StopTask(
                        component.taskId(),
                        version,
                        culprit.status(),
                        place(culprit) + " failed: " + shortened(culprit.errorReport())));
        if (culprit.autoRetries() > 0 && rows.stream().noneMatch(TaskRow::failedOfItsInput)) {
            tasks().versions().useRetry(component.taskId(), version);
            openGate(component, culprit);
            execution.setVariable(
                    AUTO_RETRY_DELAY,
                    Duration.ofSeconds(culprit.autoRetryDelaySeconds()).toString());
            return;
        }
        // the gate stays closed: what would start behind it would start only to be stopped with the job
        statuses.error(
                component.jobId(),
                "FFB-3001 component %s failed at %s (attempt %d%s): %s"
                        .formatted(
                                component.componentName(),
                                place(culprit),
                                version,
                                exit(culprit),
                                culprit.errorReport()));
        throw new BpmnError(BpmnEvents.RETRIES_USED_UP);
    }

    /** The party that failed by itself, rather than one that was stopped for it. */
    private static TaskRow culprit(List<TaskRow> rows) {
        return with(rows, TaskStatus.FAILED, TaskStatus.TIMEOUT)
                .or(() -> with(rows, TaskStatus.CANCELED))
                .orElse(rows.get(0));
    }

    private static Optional<TaskRow> with(List<TaskRow> rows, TaskStatus... statuses) {
        return rows.stream()
                .filter(row -> List.of(statuses).contains(row.partyStatus()))
                .findFirst();
    }

    private static String exit(TaskRow culprit) {
        String reason =
                culprit.exitReason() == null || culprit.exitReason().equals(EXITED) ? "" : ", " + culprit.exitReason();
        Integer code = culprit.exitCode();
        return code == null || code == 0 ? reason : reason + ", exit code " + code;
    }

    /** The other parties get to know why, too; FATE leaves them without. The log is the party's own. */
    private static String shortened(String report) {
        int log = report.indexOf(LAST_LINES);
        String why = log < 0 ? report : report.substring(0, log);
        return why.length() <= MAX_REPORT_CHARACTERS ? why : why.substring(0, MAX_REPORT_CHARACTERS) + "…";
    }

    private static String place(TaskRow row) {
        return row.key().role() + " " + row.key().partyId();
    }
}
