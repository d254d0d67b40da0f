package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.AdmissionOutcome.Kind;
import io.fateflow.engine.resource.QueueTurns.Line;

/**
 * Who of those that wait gets what is free: a pure function of one moment. The queues take turns ({@link QueueTurns}), and
 * each gives its first job. One that does not fit is passed, freely by its peers in the same queue until it has waited for
 * longer than {@code aging}, by all others only as far as {@link Backfill} allows beside it: cores are kept for it. What its
 * queue's limit does not allow keeps nothing of the others' cores.
 */
final class AdmissionPlan {

    private final AdmissionSite site;
    private final QueueTurns turns;
    private final List<WaitingJob> served = new ArrayList<>();
    private final Map<String, AdmissionOutcome> outcomes = new LinkedHashMap<>();
    private final Reservations ofEngine = new Reservations();
    private final Map<String, Reservations> ofQueues = new HashMap<>();
    private BigDecimal free;
    private boolean usesHolders;

    private AdmissionPlan(AdmissionSite site, Collection<WaitingJob> waiting) {
        this.site = site;
        this.free = site.free();
        this.turns = new QueueTurns(site, waiting);
    }

    /** Goes through all that wait. */
    static AdmissionPlan of(AdmissionSite site, Collection<WaitingJob> waiting) {
        return of(site, waiting, null);
    }

    /** Goes through those that come before a job, and that job. */
    static AdmissionPlan of(AdmissionSite site, Collection<WaitingJob> waiting, @Nullable String last) {
        AdmissionPlan plan = new AdmissionPlan(site, waiting);
        for (Optional<WaitingJob> next = plan.turns.next(); next.isPresent(); next = plan.turns.next()) {
            WaitingJob job = next.get();
            plan.outcomes.put(job.jobId(), plan.consider(job, plan.turns.line(job.queue())));
            if (job.jobId().equals(last)) {
                break;
            }
        }
        return plan;
    }

    /** In their order. */
    List<WaitingJob> served() {
        return Collections.unmodifiableList(served);
    }

    /** What becomes of each that was looked at, in their order. */
    Map<String, AdmissionOutcome> outcomes() {
        return Collections.unmodifiableMap(outcomes);
    }

    /** What is left of the engine's cores. */
    BigDecimal free() {
        return free;
    }

    /** Whether it makes a difference who holds cores until when. */
    boolean usesHolders() {
        return usesHolders;
    }

    /** The job that has waited for too long and does not fit, if there is one. */
    Optional<WaitingJob> starved() {
        return Optional.ofNullable(ofEngine.starved).map(Reservation::job);
    }

    /** For whom cores of the engine are kept, and for how long others may go on beside them, for one queue's jobs. */
    List<Reservation> reservations(String queue) {
        List<Reservation> all = new ArrayList<>(ofEngine.all());
        all.addAll(ofQueue(queue).all());
        return all;
    }

    private AdmissionOutcome consider(WaitingJob job, Line line) {
        if (job.cores().compareTo(site.total()) > 0) {
            return new AdmissionOutcome(Kind.MORE_THAN_THERE_IS, null);
        }
        if (line.exceedsLimit(job.cores())) {
            return new AdmissionOutcome(Kind.MORE_THAN_QUEUE_MAY, null);
        }
        if (!job.begun()
                && line.room().filter(room -> job.cores().compareTo(room) > 0).isPresent()) {
            keep(ofQueue(job.queue()), job, line);
            return new AdmissionOutcome(Kind.QUEUE_AT_LIMIT, null);
        }
        if (job.cores().compareTo(free) > 0) {
            keep(ofEngine, job, null);
            return new AdmissionOutcome(Kind.NO_ROOM, null);
        }
        Optional<WaitingJob> keptFor = inTheWay(ofEngine, job).or(() -> inTheWay(ofQueue(job.queue()), job));
        if (keptFor.isPresent()) {
            return new AdmissionOutcome(Kind.KEPT_FOR_ANOTHER, keptFor.get().jobId());
        }
        serve(job, line);
        return new AdmissionOutcome(Kind.SERVED, null);
    }

    private void serve(WaitingJob job, Line line) {
        free = free.subtract(job.cores());
        line.take(job.cores());
        served.add(job);
        ofEngine.take(job.cores());
        ofQueue(job.queue()).take(job.cores());
    }

    private Reservations ofQueue(String queue) {
        return ofQueues.computeIfAbsent(queue, name -> new Reservations());
    }

    /** @param line of the queue within which it is; null for the whole engine */
    private void keep(Reservations kept, WaitingJob job, @Nullable Line line) {
        boolean starved = job.waitSince() < site.now() - site.aging().toMillis();
        if (starved && kept.starved == null) {
            kept.starved = reservation(job, line, true);
        } else if (!starved && kept.next == null) {
            kept.next = reservation(job, line, false);
        }
    }

    private Reservation reservation(WaitingJob job, @Nullable Line line, boolean againstPeers) {
        List<Backfill.Holder> holders = new ArrayList<>();
        site.holders().stream()
                .filter(holder -> line == null || turns.nameOf(holder.queue()).equals(job.queue()))
                .forEach(holder -> holders.add(holder.holder(site.now())));
        served.stream()
                .filter(other -> line == null || other.queue().equals(job.queue()))
                .forEach(other -> holders.add(new Backfill.Holder(other.cores(), other.deadline())));
        BigDecimal total = line == null ? site.total() : line.limit().orElse(site.total());
        BigDecimal there = line == null ? free : line.room().orElse(free);
        long latest = site.now() + site.aging().toMillis();
        // who is expected to end may run longer: whoever was put off by that for too long is put off by it no more
        boolean byEstimate = job.waitSince() > site.now() - 2 * site.aging().toMillis();
        return new Reservation(
                job,
                Backfill.beside(job.cores(), total, there, holders, latest),
                total.subtract(job.cores()),
                againstPeers,
                byEstimate);
    }

    private Optional<WaitingJob> inTheWay(Reservations kept, WaitingJob job) {
        for (Reservation reservation : kept.all()) {
            if (reservation.againstPeers() || (!job.begun() && !job.isPeerOf(reservation.job()))) {
                usesHolders = true;
                if (!reservation.allows(job, site.now())) {
                    return Optional.of(reservation.job());
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Cores are kept for a job.
     *
     * @param rest what it leaves of all there is
     * @param againstPeers whether its peers do not pass it either: it has waited for too long
     * @param byEstimate whether it may be passed by jobs that will probably end soon
     */
    record Reservation(WaitingJob job, Backfill beside, BigDecimal rest, boolean againstPeers, boolean byEstimate) {

        Reservation after(BigDecimal cores) {
            Backfill left = againstPeers ? beside.without(cores) : beside.afterPeer(cores, rest);
            return new Reservation(job, left, rest, againstPeers, byEstimate);
        }

        boolean allows(WaitingJob other, long now) {
            return beside.allows(other.cores(), other.end(now, byEstimate));
        }
    }

    /** At most two: for one that has waited for too long, which nobody passes, and for the one whose turn it is. */
    private static final class Reservations {

        private @Nullable Reservation starved;
        private @Nullable Reservation next;

        List<Reservation> all() {
            List<Reservation> all = new ArrayList<>();
            Optional.ofNullable(starved).ifPresent(all::add);
            Optional.ofNullable(next).ifPresent(all::add);
            return all;
        }

        void take(BigDecimal cores) {
            starved = without(starved, cores);
            next = without(next, cores);
        }

        private static @Nullable Reservation without(@Nullable Reservation kept, BigDecimal cores) {
            return kept == null ? null : kept.after(cores);
        }
    }
}
