package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

/**
 * Which queue gives the next job: first those whose job an operator has moved to the front, then those that claim what is
 * guaranteed to them, then those that borrow; among equals the one that has used least by its weight.
 */
final class QueueTurns {

    private static final Comparator<Line> ORDER = Comparator.comparingLong(Line::frontTime)
            .reversed()
            .thenComparing(Line::borrows)
            .thenComparingDouble(Line::score)
            .thenComparing(
                    Comparator.comparing((Line line) -> line.settings.weight()).reversed())
            .thenComparingLong(line -> line.first().createTime())
            .thenComparing(line -> line.settings.name());

    private final Map<String, Line> lines = new TreeMap<>();
    private final String defaultQueue;

    QueueTurns(AdmissionSite site, Collection<WaitingJob> waiting) {
        this.defaultQueue = site.queues().stream()
                .filter(QueueRow::isDefault)
                .map(QueueRow::name)
                .findFirst()
                .orElseGet(() -> site.queues().get(0).name());
        site.queues()
                .forEach(row -> lines.put(
                        row.name(), new Line(row.queue(), site.decay().left(row.used(), row.usedTime(), site.now()))));
        site.holders().forEach(holder -> line(nameOf(holder.queue()))
                .hold(holder.cores(), site.decay().ofHeld(holder.cores(), holder.since(), site.now())));
        waiting.stream()
                .map(job -> job.in(nameOf(job.queue())))
                .sorted(WaitingJob.ORDER)
                .forEach(job -> line(job.queue()).waiting.add(job));
    }

    /** The queue that a job is in, by the name that it has. */
    String nameOf(String queue) {
        return lines.containsKey(queue) ? queue : defaultQueue;
    }

    Line line(String queue) {
        return Objects.requireNonNull(lines.get(queue));
    }

    Optional<WaitingJob> next() {
        return lines.values().stream()
                .filter(line -> !line.waiting.isEmpty())
                .min(ORDER)
                .map(line -> line.waiting.remove());
    }

    /** One queue with those that wait in it, as it would be when those before have been served. */
    static final class Line {

        private final JobQueue settings;
        private final Deque<WaitingJob> waiting = new ArrayDeque<>();
        private BigDecimal held = BigDecimal.ZERO;
        private double used;

        private Line(JobQueue settings, double used) {
            this.settings = settings;
            this.used = used;
        }

        private void hold(BigDecimal cores, double counts) {
            held = held.add(cores);
            used += counts;
        }

        void take(BigDecimal cores) {
            hold(cores, UsageDecay.atStart(cores));
        }

        BigDecimal held() {
            return held;
        }

        /** Core milliseconds. */
        double used() {
            return used;
        }

        /** Core milliseconds by weight: the least comes next. */
        double score() {
            return used / settings.weight().doubleValue();
        }

        Optional<BigDecimal> limit() {
            return settings.limit();
        }

        /** How many cores more it may hold; empty for as many as there are. */
        Optional<BigDecimal> room() {
            return limit().map(limit -> limit.subtract(held));
        }

        boolean exceedsLimit(BigDecimal cores) {
            return limit().filter(limit -> cores.compareTo(limit) > 0).isPresent();
        }

        private WaitingJob first() {
            return waiting.element();
        }

        private long frontTime() {
            return first().frontTime();
        }

        private boolean borrows() {
            return held.add(first().cores()).compareTo(settings.nominalQuota()) > 0;
        }
    }
}
