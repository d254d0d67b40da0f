package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;

/**
 * Which jobs give back what their queues have borrowed, so that another queue's job gets what is that queue's own: Kueue's
 * "reclaim within cohort", where the cohort is the site. A pure function of one moment.
 */
final class Reclaim {

    private static final Comparator<CoreHolder> NEWEST = Comparator.comparingLong(CoreHolder::since)
            .thenComparing(CoreHolder::jobId)
            .reversed();

    private final AdmissionSite site;
    private final QueueTurns turns;
    private final Map<String, BigDecimal> held = new HashMap<>();

    private Reclaim(AdmissionSite site) {
        this.site = site;
        this.turns = new QueueTurns(site, List.of());
        site.queues().forEach(row -> held.put(row.name(), turns.line(row.name()).held()));
    }

    /**
     * The newest jobs of queues that hold more than their nominal quota, as many as it takes, none if all of them would not be
     * enough: nobody is preempted in vain. A job that would borrow itself claims nothing.
     *
     * @param claiming waits, and does not fit
     * @param preemptible ids of jobs that may be preempted
     */
    static List<CoreHolder> of(AdmissionSite site, WaitingJob claiming, Set<String> preemptible) {
        return new Reclaim(site).victims(claiming, preemptible);
    }

    private List<CoreHolder> victims(WaitingJob claiming, Set<String> preemptible) {
        String own = turns.nameOf(claiming.queue());
        BigDecimal missing = claiming.cores().subtract(site.free());
        boolean isItsOwn = heldBy(own).add(claiming.cores()).compareTo(nominalQuota(own)) <= 0;
        if (!isItsOwn || missing.signum() <= 0) {
            return List.of();
        }
        List<CoreHolder> victims = new ArrayList<>();
        BigDecimal freed = BigDecimal.ZERO;
        for (CoreHolder holder : site.holders().stream().sorted(NEWEST).toList()) {
            String queue = turns.nameOf(holder.queue());
            if (freed.compareTo(missing) < 0
                    && !queue.equals(own)
                    && preemptible.contains(holder.jobId())
                    && heldBy(queue).compareTo(nominalQuota(queue)) > 0) {
                victims.add(holder);
                freed = freed.add(holder.cores());
                held.merge(queue, holder.cores().negate(), BigDecimal::add);
            }
        }
        return freed.compareTo(missing) < 0 ? List.of() : needed(victims, freed.subtract(missing));
    }

    /** A large one may have made smaller ones before it unnecessary. */
    private static List<CoreHolder> needed(List<CoreHolder> victims, BigDecimal beyond) {
        List<CoreHolder> needed = new ArrayList<>(victims);
        BigDecimal spare = beyond;
        for (int i = victims.size() - 1; i >= 0; i--) {
            BigDecimal cores = victims.get(i).cores();
            if (cores.compareTo(spare) <= 0) {
                needed.remove(i);
                spare = spare.subtract(cores);
            }
        }
        return List.copyOf(needed);
    }

    private BigDecimal heldBy(String queue) {
        return held.getOrDefault(queue, BigDecimal.ZERO);
    }

    private BigDecimal nominalQuota(String name) {
        return site.queues().stream()
                .map(QueueRow::queue)
                .filter(queue -> queue.name().equals(name))
                .map(JobQueue::nominalQuota)
                .findFirst()
                .orElse(BigDecimal.ZERO);
    }
}
