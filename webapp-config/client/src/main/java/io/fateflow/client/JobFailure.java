package io.fateflow.client;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.fateflow.client.call.Remedies;

/**
 * Why a job did not succeed.
 *
 * @param role whose party it was; empty if the job failed as a whole
 * @param component which one; empty if the job failed as a whole
 * @param reason in the words of whoever failed, more than one line maybe
 * @param remedy what to do; empty if nobody knows
 * @param lastLines of the component's log; empty if it has said nothing
 */
public record JobFailure(
        String role, String partyId, String component, String reason, String remedy, String lastLines) {

    /** How servers part what they say of a failed component. */
    private static final String LAST_LINES = "\nIts last lines:\n";

    private static final String REMEDY = "What to do: ";

    /** What failed by itself; a component that was stopped with the others is none of the causes. */
    private static final Set<String> CAUSES = Set.of("failed", "timeout");

    /** The causes, the first one first; none of a job that has succeeded, or that somebody has stopped. */
    public static List<JobFailure> of(Job job, List<Task> tasks) {
        List<JobFailure> causes = tasks.stream()
                .filter(task -> CAUSES.contains(task.status()) && !task.error().isBlank())
                .sorted(Comparator.comparingLong(JobFailure::end))
                .map(task -> parted(task.role(), task.partyId(), task.component(), task.error()))
                .toList();
        if (!causes.isEmpty() || job.hasSucceeded()) {
            return causes;
        }
        String reason = job.error().isBlank() ? job.reason() : job.error();
        return reason.isBlank() ? List.of() : List.of(parted("", "", "", reason));
    }

    private static JobFailure parted(String role, String partyId, String component, String text) {
        int end = text.indexOf(LAST_LINES);
        String said = end < 0 ? text : text.substring(0, end);
        String remedy = said.lines()
                .filter(line -> line.startsWith(REMEDY))
                .map(line -> line.substring(REMEDY.length()))
                .collect(Collectors.joining("\n"));
        String reason = said.lines().filter(line -> !line.startsWith(REMEDY)).collect(Collectors.joining("\n"));
        return new JobFailure(
                role,
                partyId,
                component,
                reason.strip(),
                remedy.isEmpty() ? Remedies.in(reason) : remedy,
                end < 0 ? "" : text.substring(end + LAST_LINES.length()).strip());
    }

    private static long end(Task task) {
        Long end = task.endTime();
        return end == null ? Long.MAX_VALUE : end;
    }
}
