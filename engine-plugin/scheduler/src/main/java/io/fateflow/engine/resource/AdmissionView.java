package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.resource.AdmissionOutcome.Kind;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.QueueStore;

/**
 * What the queues are to those that wait, at one moment: read once for one question, however many jobs it is about. Where
 * there is one queue without a limit, it says only what somebody has said of the job itself.
 */
final class AdmissionView {

    private final JdbcClient jdbc;
    private final WaitingList list;
    private final AdmissionSite site;
    private final AdmissionPlan plan;
    private final QueueTurns now;
    private @Nullable Map<String, List<String>> order;

    AdmissionView(JdbcClient jdbc, WaitingList list, AdmissionSite site, AdmissionPlan plan) {
        this.jdbc = jdbc;
        this.list = list;
        this.site = site;
        this.plan = plan;
        this.now = new QueueTurns(site, List.of());
    }

    /** What an operator or its conf has said of a job. */
    private record Place(
            String queue, int priority, long frontTime, String frontBy, BigDecimal cores, Preempted preempted) {

        boolean isSpecial() {
            return priority != 0 || frontTime > 0;
        }
    }

    /** By whom it was preempted, and when; at 0 if it was not. */
    private record Preempted(String by, String queue, long time) {}

    /** The job that has waited for too long and does not fit, if there is one. */
    Optional<String> starved() {
        return plan.starved().map(WaitingJob::jobId);
    }

    /** What a waiting job's queue has to do with its wait; empty if nothing. */
    String of(String jobId) {
        return place(jobId)
                .filter(place -> hasQueues() || place.isSpecial())
                .map(place -> text(jobId, place))
                .orElse("");
    }

    private boolean hasQueues() {
        return site.queues().size() > 1
                || site.queues().stream().anyMatch(row -> row.queue().limit().isPresent());
    }

    private Optional<Place> place(String jobId) {
        return jdbc.sql("""
                select queue_name, priority, front_time, front_by, wanted_cores, preempted_by, preempted_for_queue,
                    preempted_time
                from job
                where job_id = :jobId and is_initiator = true
                """)
                .param("jobId", jobId)
                .query((row, number) -> new Place(
                        now.nameOf(row.getString("queue_name")),
                        row.getInt("priority"),
                        row.getLong("front_time"),
                        row.getString("front_by"),
                        row.getBigDecimal("wanted_cores"),
                        new Preempted(
                                row.getString("preempted_by"),
                                row.getString("preempted_for_queue"),
                                row.getLong("preempted_time"))))
                .optional();
    }

    private String text(String jobId, Place place) {
        List<String> parts = new ArrayList<>();
        List<String> before = order().getOrDefault(place.queue(), List.of());
        int number = before.indexOf(jobId) + 1;
        parts.add("it is in queue " + place.queue()
                + (number > 0 ? " as number %d of %d".formatted(number, before.size()) : "")
                + (place.priority() == 0 ? "" : " with priority " + place.priority()));
        if (place.frontTime() > 0) {
            parts.add("%s has moved it to the front at %s"
                    .formatted(
                            place.frontBy(),
                            Instant.ofEpochMilli(place.frontTime()).truncatedTo(ChronoUnit.SECONDS)));
        }
        if (place.preempted().time() > 0) {
            parts.add(preemptedText(place.preempted()));
        }
        if (hasQueues()) {
            parts.add(queueText(place));
            cause(jobId, place).ifPresent(parts::add);
        }
        return "; " + String.join("; ", parts);
    }

    private static String preemptedText(Preempted preempted) {
        return "it was preempted at %s: job %s has claimed the nominal quota of queue %s, of which it had borrowed (reclaim within cohort); what had succeeded of it is kept"
                .formatted(
                        Instant.ofEpochMilli(preempted.time()).truncatedTo(ChronoUnit.SECONDS),
                        preempted.by(),
                        preempted.queue());
    }

    private String queueText(Place place) {
        JobQueue queue = settings(place.queue());
        return "its queue holds %s cores (weight %s, nominal quota %s, borrowing limit %s)"
                .formatted(
                        QueueStore.plain(now.line(place.queue()).held()),
                        QueueStore.plain(queue.weight()),
                        QueueStore.plain(queue.nominalQuota()),
                        queue.borrowingLimit() == null ? "none" : QueueStore.plain(queue.borrowingLimit()));
    }

    private JobQueue settings(String name) {
        return site.queues().stream()
                .map(QueueRow::queue)
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseGet(() -> JobQueue.named(name));
    }

    private Optional<String> cause(String jobId, Place place) {
        Optional<BigDecimal> limit = settings(place.queue()).limit();
        if (limit.filter(most -> place.cores().compareTo(most) > 0).isPresent()) {
            return Optional.of(
                    "it does not start: its queue may not hold so many; submit it with fewer cores, or have the"
                            + " operator raise the limit");
        }
        BigDecimal wouldHold = now.line(place.queue()).held().add(place.cores());
        if (limit.filter(most -> wouldHold.compareTo(most) > 0).isPresent()) {
            return Optional.of("its queue may not hold more: jobs of the queue have to end first");
        }
        AdmissionOutcome outcome = plan.outcomes().get(jobId);
        if (outcome != null && outcome.kind() == Kind.KEPT_FOR_ANOTHER && outcome.keptFor() != null) {
            return Optional.of("cores are kept for job %s, which comes first".formatted(outcome.keptFor()));
        }
        return turn(place.queue());
    }

    /** Whose turn it is, if not this queue's: of those that were not served, the first comes next. */
    private Optional<String> turn(String queue) {
        for (Map.Entry<String, AdmissionOutcome> next : plan.outcomes().entrySet()) {
            if (next.getValue().kind() == Kind.NO_ROOM) {
                return queueOf(next.getKey())
                        .filter(other -> !other.equals(queue))
                        .map(other ->
                                "it is the turn of queue %s, which claims its nominal quota or has used less by its"
                                                .formatted(other)
                                        + " weight");
            }
        }
        return Optional.empty();
    }

    private Optional<String> queueOf(String jobId) {
        return order().entrySet().stream()
                .filter(entry -> entry.getValue().contains(jobId))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Job ids by queue. */
    private Map<String, List<String>> order() {
        Map<String, List<String>> known = order;
        if (known == null) {
            known = new HashMap<>();
            for (WaitingList.Waiting job : list.everybody()) {
                known.computeIfAbsent(now.nameOf(job.queue()), name -> new ArrayList<>())
                        .add(job.jobId());
            }
            order = known;
        }
        return known;
    }

    /** @param labels what jobs of each queue hold of labels */
    List<QueueState> states(Map<String, ResourceSet> labels) {
        Map<String, Integer> waiting = new HashMap<>();
        list.counts().forEach((queue, count) -> waiting.merge(now.nameOf(queue), count, Integer::sum));
        return site.queues().stream()
                .map(row -> state(
                        row, labels.getOrDefault(row.name(), ResourceSet.EMPTY), waiting.getOrDefault(row.name(), 0)))
                .toList();
    }

    private QueueState state(QueueRow row, ResourceSet labels, int waiting) {
        int running = (int) site.holders().stream()
                .filter(holder -> now.nameOf(holder.queue()).equals(row.name()))
                .count();
        QueueTurns.Line line = now.line(row.name());
        return new QueueState(row, line.held(), labels, line.used() / 1000, running, waiting);
    }
}
