package io.fateflow.client;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.fateflow.client.call.Remedies;

/**
 * Why a job did not succeed.
 *
 * @param role whose party it was; empty if the job failed as a whole
 * @param component which one; empty if the job failed as a whole
 * @param reason in the words of whoever failed, more than one line maybe
 * @param remedy what to do; empty if nobody knows
 */
public record JobFailure(String role, String partyId, String component, String reason, String remedy) {

    /** What failed by itself; a component that was stopped with the others is none of the causes. */
    private static final Set<String> CAUSES = Set.of("failed", "timeout");

    /** The causes, the first one first; none of a job that has succeeded, or that somebody has stopped. */
    public static List<JobFailure> of(Job job, List<Task> tasks) {
        List<JobFailure> causes = tasks.stream()
                .filter(task -> CAUSES.contains(task.status()) && !task.error().isBlank())
                .sorted(Comparator.comparingLong(JobFailure::end))
                .map(task -> new JobFailure(
                        task.role(),
                        task.partyId(),
                        task.component(),
                        task.error().strip(),
                        Remedies.in(task.error())))
                .toList();
        if (!causes.isEmpty() || job.hasSucceeded()) {
            return causes;
        }
        String reason = job.error().isBlank() ? job.reason() : job.error();
        return reason.isBlank() ? List.of() : List.of(new JobFailure("", "", "", reason.strip(), Remedies.in(reason)));
    }

    private static long end(Task task) {
        Long end = task.endTime();
        return end == null ? Long.MAX_VALUE : end;
    }
}
