package io.fateflow.engine.process;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.Problem;
import io.fateflow.dsl.module.Spelling;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.QueuePlace;
import io.fateflow.engine.project.Projects;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.QueueStore;

/** Puts a job that this site schedules into its queue: the one that its conf names, or its submitter's. */
public final class QueueAssignment {

    private static final String POINTER = "/job_parameters/common/queue";

    private final JobStore jobs;
    private final QueueStore queues;
    private final NodePlacements placements;
    private final Projects projects;

    public QueueAssignment(JobStore jobs, QueueStore queues, NodePlacements placements, Projects projects) {
        this.jobs = jobs;
        this.queues = queues;
        this.placements = placements;
        this.projects = projects;
    }

    /**
     * For a job whose rows are written.
     *
     * @throws JobRejectedException if there is no such queue, if it is another project's, or if it may never hold what the job needs
     */
    void assign(String jobId, JsonNode runtimeConf, String account) {
        QueuePlace place = QueuePlace.of(runtimeConf, queues.queueOf(account));
        List<QueueRow> all = queues.all();
        if (!place.queue().isEmpty()
                && all.stream().map(QueueRow::name).noneMatch(place.queue()::equals)
                && runtimeConf.at(POINTER).isTextual()) {
            throw unknown(place.queue(), all);
        }
        all.stream()
                .filter(row ->
                        place.queue().isEmpty() ? row.isDefault() : row.name().equals(place.queue()))
                .findFirst()
                .ifPresent(row -> {
                    refuseAnothers(jobId, row.name());
                    refuseTooMuch(jobId, row.queue());
                });
        if (!place.equals(QueuePlace.USUAL)) {
            jobs.waits().place(jobId, place);
        }
        refuseTooManyLabels(jobId);
    }

    /** As {@link #assign}, for a job that is in a queue: it may go to another one. */
    void reassign(String jobId, JsonNode runtimeConf, String account) {
        jobs.waits().place(jobId, QueuePlace.of(runtimeConf, queues.queueOf(account)));
        assign(jobId, runtimeConf, account);
    }

    private static JobRejectedException unknown(String name, List<QueueRow> all) {
        List<String> names = all.stream().map(QueueRow::name).toList();
        String guess = Spelling.closest(name, names)
                .map(closest -> "Did you mean '%s'? ".formatted(closest))
                .orElse("");
        return rejected(
                "FFB-2034",
                "this site has no queue '%s'".formatted(name),
                guess + names.stream().collect(Collectors.joining(", ", "It has ", "")));
    }

    private void refuseAnothers(String jobId, String queue) {
        projects.ofQueue(queue)
                .filter(owner -> !owner.equals(jobs.project(jobId)))
                .ifPresent(owner -> {
                    throw rejected(
                            "FFB-5311",
                            "queue %s is for the jobs of its own project only".formatted(queue),
                            "Name another queue, or submit the job into that project");
                });
    }

    private void refuseTooMuch(String jobId, JobQueue queue) {
        BigDecimal wanted = jobs.rows(jobId).stream()
                .map(JobRow::jobResources)
                .map(Resources::cores)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        queue.limit().filter(limit -> wanted.compareTo(limit) > 0).ifPresent(limit -> {
            throw rejected(
                    "FFB-2035",
                    "the job's parties on this site need %s cores together, and jobs in queue %s may hold %s"
                            .formatted(QueueStore.plain(wanted), queue.name(), QueueStore.plain(limit)),
                    "Lower task_cores or task_parallelism, or name another queue");
        });
    }

    /** Of a job that is in its queue. */
    private void refuseTooManyLabels(String jobId) {
        placements.beyondQueue(jobId).ifPresent(beyond -> {
            throw rejected(
                    "FFB-2035",
                    "the job's parties on this site " + beyond,
                    "Lower resources or task_parallelism, or name another queue");
        });
    }

    private static JobRejectedException rejected(String id, String message, String hint) {
        return new JobRejectedException(List.of(new Problem(id, "conf", POINTER, message, hint)));
    }
}
