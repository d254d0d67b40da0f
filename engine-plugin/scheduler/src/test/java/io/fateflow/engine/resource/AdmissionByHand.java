package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

/** The rules of admission, written down once more: everything is counted anew at each step, from lists. */
final class AdmissionByHand {

    private final AdmissionSite site;
    private final List<WaitingJob> left;
    private final List<WaitingJob> served = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();

    private record Kept(
            WaitingJob job,
            @Nullable String queue,
            boolean starved,
            int servedBefore,
            BigDecimal total,
            Backfill beside) {}

    private AdmissionByHand(AdmissionSite site, List<WaitingJob> waiting) {
        this.site = site;
        this.left = new ArrayList<>(waiting);
    }

    /** Ids of those that are served, in their order. */
    static List<String> served(AdmissionSite site, List<WaitingJob> waiting) {
        AdmissionByHand hand = new AdmissionByHand(site, waiting);
        while (!hand.left.isEmpty()) {
            WaitingJob next = hand.next();
            hand.left.remove(next);
            hand.look(next);
        }
        return hand.served.stream().map(WaitingJob::jobId).toList();
    }

    private WaitingJob next() {
        List<WaitingJob> heads = new ArrayList<>();
        for (QueueRow row : site.queues()) {
            left.stream()
                    .filter(job -> job.queue().equals(row.name()))
                    .min(WaitingJob.ORDER)
                    .ifPresent(heads::add);
        }
        Optional<WaitingJob> front =
                heads.stream().filter(WaitingJob::atFront).max(Comparator.comparingLong(WaitingJob::frontTime));
        if (front.isPresent()) {
            long time = front.get().frontTime();
            heads.removeIf(head -> head.frontTime() != time);
        }
        List<WaitingJob> claiming = heads.stream()
                .filter(head -> held(head.queue())
                                .add(head.cores())
                                .compareTo(row(head.queue()).queue().nominalQuota())
                        <= 0)
                .toList();
        List<WaitingJob> of = claiming.isEmpty() ? heads : claiming;
        return of.stream()
                .min(Comparator.comparingDouble((WaitingJob head) -> score(head.queue()))
                        .thenComparing(
                                head -> row(head.queue()).queue().weight().negate())
                        .thenComparingLong(WaitingJob::createTime)
                        .thenComparing(WaitingJob::queue))
                .orElseThrow();
    }

    private QueueRow row(String queue) {
        return site.queues().stream()
                .filter(row -> row.name().equals(queue))
                .findFirst()
                .orElseThrow();
    }

    private double score(String queue) {
        double used = site.decay().left(row(queue).used(), row(queue).usedTime(), site.now());
        for (CoreHolder holder : site.holders()) {
            used += holder.queue().equals(queue) ? site.decay().ofHeld(holder.cores(), holder.since(), site.now()) : 0;
        }
        for (WaitingJob job : served) {
            used += job.queue().equals(queue) ? UsageDecay.atStart(job.cores()) : 0;
        }
        return used / row(queue).queue().weight().doubleValue();
    }

    private BigDecimal held(String queue) {
        return sum(holdersOf(queue)).add(sum(servedOf(queue)));
    }

    private List<BigDecimal> holdersOf(String queue) {
        return site.holders().stream()
                .filter(holder -> holder.queue().equals(queue))
                .map(CoreHolder::cores)
                .toList();
    }

    private List<BigDecimal> servedOf(String queue) {
        return served.stream()
                .filter(job -> job.queue().equals(queue))
                .map(WaitingJob::cores)
                .toList();
    }

    private static BigDecimal sum(List<BigDecimal> amounts) {
        return amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private BigDecimal free() {
        return site.free().subtract(sum(served.stream().map(WaitingJob::cores).toList()));
    }

    private void look(WaitingJob job) {
        Optional<BigDecimal> limit = row(job.queue()).queue().limit();
        if (job.cores().compareTo(site.total()) > 0
                || limit.filter(most -> job.cores().compareTo(most) > 0).isPresent()) {
            return;
        }
        if (!job.begun()
                && limit.filter(most -> held(job.queue()).add(job.cores()).compareTo(most) > 0)
                        .isPresent()) {
            keep(job, job.queue());
            return;
        }
        if (job.cores().compareTo(free()) > 0) {
            keep(job, null);
            return;
        }
        if (kept.stream().allMatch(one -> mayPass(job, one))) {
            served.add(job);
        }
    }

    private void keep(WaitingJob job, @Nullable String queue) {
        boolean starved = site.now() - job.waitSince() > site.aging().toMillis();
        if (kept.stream().anyMatch(one -> one.starved() == starved && Objects.equals(one.queue(), queue))) {
            return;
        }
        List<Backfill.Holder> holders = new ArrayList<>();
        site.holders().stream()
                .filter(holder -> queue == null || holder.queue().equals(queue))
                .forEach(holder -> holders.add(holder.holder(site.now())));
        served.stream()
                .filter(other -> queue == null || other.queue().equals(queue))
                .forEach(other -> holders.add(new Backfill.Holder(other.cores(), other.deadline())));
        BigDecimal total =
                queue == null ? site.total() : row(queue).queue().limit().orElseThrow();
        BigDecimal free = queue == null ? free() : total.subtract(held(queue));
        kept.add(new Kept(
                job,
                queue,
                starved,
                served.size(),
                total,
                Backfill.beside(
                        job.cores(),
                        total,
                        free,
                        holders,
                        site.now() + site.aging().toMillis())));
    }

    private boolean mayPass(WaitingJob job, Kept other) {
        if (other.queue() != null && !other.queue().equals(job.queue())) {
            return true;
        }
        boolean peer = job.queue().equals(other.job().queue())
                && job.priority() == other.job().priority()
                && job.frontTime() == 0
                && other.job().frontTime() == 0;
        if (!other.starved() && (peer || job.begun())) {
            return true;
        }
        Backfill beside = other.beside();
        for (WaitingJob since : served.subList(other.servedBefore(), served.size())) {
            if (other.queue() == null || since.queue().equals(other.queue())) {
                boolean hasToEnd = since.cores().add(other.job().cores()).compareTo(other.total()) > 0;
                BigDecimal left = beside.small().subtract(since.cores()).max(BigDecimal.ZERO);
                beside = other.starved()
                        ? beside.without(since.cores())
                        : hasToEnd ? beside : new Backfill(left, beside.endsBy());
            }
        }
        long putOff = site.now() - other.job().waitSince();
        boolean byEstimate = putOff < 2 * site.aging().toMillis();
        return beside.allows(job.cores(), job.end(site.now(), byEstimate));
    }
}
