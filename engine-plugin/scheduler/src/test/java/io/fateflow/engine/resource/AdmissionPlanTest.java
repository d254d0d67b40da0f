package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.resource.AdmissionOutcome.Kind;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Who is served, as a function of one moment. */
class AdmissionPlanTest {

    private static final long NOW = Duration.ofDays(1).toMillis();
    private static final Duration AGING = Duration.ofMinutes(10);
    private static final UsageDecay DECAY = new UsageDecay(Duration.ofHours(1));
    private static final int SITES_OF_A_SEED = 400;

    private final List<QueueRow> queues = new ArrayList<>();
    private final List<CoreHolder> holders = new ArrayList<>();
    private final List<WaitingJob> waiting = new ArrayList<>();

    private AdmissionSite site(int total) {
        BigDecimal held = holders.stream().map(CoreHolder::cores).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new AdmissionSite(
                BigDecimal.valueOf(total),
                BigDecimal.valueOf(total).subtract(held),
                List.copyOf(queues),
                List.copyOf(holders),
                DECAY,
                NOW,
                AGING);
    }

    private AdmissionPlan plan(int total) {
        return AdmissionPlan.of(site(total), waiting);
    }

    private static List<String> ids(AdmissionPlan plan) {
        return plan.served().stream().map(WaitingJob::jobId).toList();
    }

    private void queue(String name, double weight, int nominal, int borrowing) {
        queues.add(new QueueRow(
                new JobQueue(
                        name,
                        BigDecimal.valueOf(weight),
                        BigDecimal.valueOf(nominal),
                        borrowing < 0 ? null : BigDecimal.valueOf(borrowing)),
                queues.isEmpty(),
                "",
                0,
                NOW));
    }

    private void holds(String queue, int cores, Duration since) {
        holders.add(new CoreHolder(
                "holder" + holders.size(), queue, BigDecimal.valueOf(cores), NOW - since.toMillis(), null, null));
    }

    private void waits(String job, String queue, int cores) {
        waits(job, queue, cores, 0, 0);
    }

    private void waits(String job, String queue, int cores, int priority, long frontTime) {
        waiting.add(new WaitingJob(
                job,
                queue,
                frontTime,
                priority,
                waiting.size() + 1,
                NOW,
                BigDecimal.valueOf(cores),
                null,
                null,
                true,
                false));
    }

    @Test
    void queuesTakeTurnsByTheirWeights() {
        queue("large", 3, 0, -1);
        queue("small", 1, 0, -1);
        for (int i = 0; i < 8; i++) {
            waits("small" + i, "small", 1);
            waits("large" + i, "large", 1);
        }

        assertThat(ids(plan(8)))
                .containsExactly("large0", "small0", "large1", "large2", "large3", "small1", "large4", "large5");
    }

    @Test
    void whoHasUsedMuchComesLater() {
        queue("busy", 1, 0, -1);
        queue("new", 1, 0, -1);
        holds("busy", 10, Duration.ofMinutes(30));
        waits("busy0", "busy", 1);
        waits("new0", "new", 1);
        waits("new1", "new", 1);

        assertThat(ids(plan(12))).containsExactly("new0", "new1");
    }

    @Test
    void whoClaimsWhatIsItsOwnComesBeforeWhoBorrows() {
        queue("borrower", 100, 0, -1);
        queue("owner", 1, 4, -1);
        holds("owner", 2, Duration.ofHours(20));
        waits("borrower0", "borrower", 2);
        waits("owner0", "owner", 2);
        waits("owner1", "owner", 2);

        assertThat(ids(plan(6))).containsExactly("owner0", "borrower0");
    }

    /** Two of six are the owner's, and nobody of its queue wants them. */
    @Test
    void whatNobodyClaimsIsBorrowed() {
        queue("owner", 1, 4, -1);
        queue("borrower", 1, 2, -1);
        for (int i = 0; i < 6; i++) {
            waits("b" + i, "borrower", 1);
        }

        assertThat(plan(6).served()).hasSize(6);
    }

    @Test
    void nobodyBorrowsMoreThanItsLimit() {
        queue("all", 1, 0, -1);
        queue("limited", 1, 2, 1);
        for (int i = 0; i < 6; i++) {
            waits("l" + i, "limited", 1);
        }
        waits("wide", "limited", 4);
        AdmissionPlan plan = plan(20);

        assertThat(ids(plan)).containsExactly("l0", "l1", "l2");
        assertThat(requireNonNull(plan.outcomes().get("l3")).kind()).isEqualTo(Kind.QUEUE_AT_LIMIT);
        assertThat(requireNonNull(plan.outcomes().get("wide")).kind()).isEqualTo(Kind.MORE_THAN_QUEUE_MAY);
    }

    /** It is not the engine's cores that it waits for, so none are kept for it. */
    @Test
    void whoWaitsForItsQueueIsInNobodyElsesWay() {
        queue("all", 1, 0, -1);
        queue("limited", 100, 10, 0);
        holds("limited", 8, Duration.ofMinutes(1));
        holds("all", 1, Duration.ofMinutes(5));
        waits("l0", "limited", 10);
        waits("a0", "all", 10);

        assertThat(ids(plan(20))).containsExactly("a0");
    }

    @Test
    void aHigherPriorityComesFirstWithinItsQueue() {
        queue("q", 1, 0, -1);
        waits("first", "q", 2);
        waits("high", "q", 2, 5, 0);
        waits("low", "q", 2, -1, 0);

        assertThat(ids(plan(6))).containsExactly("high", "first", "low");
    }

    @Test
    void whatAnOperatorHasMovedToTheFrontComesBeforeAllQueues() {
        queue("a", 100, 10, -1);
        queue("b", 1, 0, -1);
        waits("a0", "a", 2, 100, 0);
        waits("b0", "b", 2);
        waits("b1", "b", 2, 0, 7);
        waits("b2", "b", 2, 0, 8);

        assertThat(ids(plan(4))).containsExactly("b2", "b1");
    }

    /** The large queue's job needs 12 and would never get them if each core that comes free went to the small one's. */
    @Test
    void coresAreKeptForTheJobWhoseTurnItIs() {
        queue("wide", 3, 0, -1);
        queue("narrow", 1, 0, -1);
        holds("narrow", 4, Duration.ofMinutes(5));
        holds("narrow", 12, Duration.ofMinutes(5));
        waits("wide0", "wide", 18);
        waits("narrow0", "narrow", 3);
        AdmissionPlan plan = plan(20);

        assertThat(ids(plan)).isEmpty();
        assertThat(plan.outcomes().get("narrow0")).isEqualTo(new AdmissionOutcome(Kind.KEPT_FOR_ANOTHER, "wide0"));
    }

    /** Of the eight cores beside it a peer takes six, whatever it does then: what is left is two. */
    @Test
    void whatAPeerTakesIsNotThereForAnother() {
        queue("wide", 3, 0, -1);
        queue("narrow", 1, 0, -1);
        holds("narrow", 10, Duration.ofMinutes(5));
        waits("wide0", "wide", 12);
        waits("wide1", "wide", 6);
        waits("narrow0", "narrow", 3);
        waits("narrow1", "narrow", 2);

        assertThat(ids(plan(20))).containsExactly("wide1", "narrow1");
    }

    /** Its peers pass it as ever, until it has waited for too long. */
    @Test
    void peersPassOneThatDoesNotFit() {
        queue("wide", 3, 0, -1);
        queue("narrow", 1, 0, -1);
        holds("narrow", 12, Duration.ofMinutes(5));
        waits("wide0", "wide", 12);
        waits("wide1", "wide", 2);

        assertThat(ids(plan(20))).containsExactly("wide1");
    }

    @Test
    void oneOfAHigherPriorityIsPassedOnlyByWhatEndsInTime() {
        queue("q", 1, 0, -1);
        holds("q", 12, Duration.ofMinutes(1));
        waits("high", "q", 20, 9, 0);
        waits("endless", "q", 1);
        waiting.add(new WaitingJob(
                "short",
                "q",
                0,
                0,
                5,
                NOW,
                BigDecimal.ONE,
                null,
                Duration.ofMinutes(9).toMillis(),
                true,
                false));
        waiting.add(new WaitingJob(
                "long",
                "q",
                0,
                0,
                6,
                NOW,
                BigDecimal.ONE,
                null,
                Duration.ofMinutes(11).toMillis(),
                true,
                false));

        assertThat(ids(plan(20))).containsExactly("short");
    }

    /** Estimates are wrong sometimes: they put nobody off for ever. */
    @Test
    void whoWasPutOffForTooLongIsNotPassedByAnEstimate() {
        queue("q", 1, 0, -1);
        holds("q", 12, Duration.ofMinutes(1));
        long since = NOW - 2 * AGING.toMillis() - 1;
        waiting.add(new WaitingJob("starved", "q", 0, 0, 1, since, BigDecimal.valueOf(20), null, null, true, false));
        waiting.add(new WaitingJob("short", "q", 0, 0, 2, NOW, BigDecimal.ONE, null, 60_000L, true, false));

        assertThat(ids(plan(20))).isEmpty();

        waiting.set(
                0, new WaitingJob("starved", "q", 0, 0, 1, since + 2, BigDecimal.valueOf(20), null, null, true, false));
        assertThat(ids(plan(20))).containsExactly("short");
    }

    /** With its own cores counted against it, it would wait for itself. */
    @Test
    void whoHoldsSomethingAlreadyGoesOnWhateverItsQueuesLimit() {
        queue("all", 1, 0, -1);
        queue("limited", 1, 4, 0);
        holds("limited", 2, Duration.ofMinutes(1));
        waiting.add(new WaitingJob("begun", "limited", 0, 0, 1, NOW, BigDecimal.valueOf(4), null, null, false, true));

        assertThat(ids(plan(20))).containsExactly("begun");
    }

    @Test
    void aJobOfAQueueThatIsGoneIsInTheDefaultQueue() {
        queue("default", 1, 0, 2);
        queue("other", 1, 0, -1);
        waits("a", "gone", 2);
        waits("b", "", 2);

        assertThat(ids(plan(20))).containsExactly("a");
    }

    @RepeatedTest(25)
    void whatIsServedIsWhatTheRulesSay(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < SITES_OF_A_SEED; i++) {
            aSite(random, 1 + random.nextInt(4), true);
            AdmissionSite site = site(20);
            AdmissionPlan plan = AdmissionPlan.of(site, waiting);

            assertThat(ids(plan))
                    .as("seed %d, site %d", repetition.getCurrentRepetition(), i)
                    .isEqualTo(AdmissionByHand.served(site, waiting));
            nobodyHasTooMuch(site, plan);
        }
    }

    private void nobodyHasTooMuch(AdmissionSite site, AdmissionPlan plan) {
        Map<String, BigDecimal> held = new HashMap<>();
        site.holders().forEach(holder -> held.merge(holder.queue(), holder.cores(), BigDecimal::add));
        Map<String, BigDecimal> before = Map.copyOf(held);
        BigDecimal served = BigDecimal.ZERO;
        for (WaitingJob job : plan.served()) {
            served = served.add(job.cores());
            held.merge(job.queue(), job.cores(), BigDecimal::add);
        }
        assertThat(served).isLessThanOrEqualTo(site.free().max(BigDecimal.ZERO));
        boolean anyBegun = plan.served().stream().anyMatch(WaitingJob::begun);
        site.queues()
                .forEach(row -> row.queue().limit().filter(limit -> !anyBegun).ifPresent(limit -> assertThat(
                                held.getOrDefault(row.name(), BigDecimal.ZERO))
                        .isLessThanOrEqualTo(limit.max(before.getOrDefault(row.name(), BigDecimal.ZERO)))));
    }

    /** Nothing has changed where nobody has configured a queue: this is how it was decided before there were any. */
    @RepeatedTest(25)
    void oneQueueIsServedAsBeforeThereWereAny(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < SITES_OF_A_SEED; i++) {
            aSite(random, 1, false);
            AdmissionSite site = site(20);

            assertThat(ids(AdmissionPlan.of(site, waiting))).as("site %d", i).isEqualTo(asBefore(site));
        }
    }

    private List<String> asBefore(AdmissionSite site) {
        List<String> served = new ArrayList<>();
        List<Backfill.Holder> all = new ArrayList<>();
        holders.forEach(holder -> all.add(new Backfill.Holder(holder.cores(), holder.deadline())));
        BigDecimal free = site.free();
        Backfill beside = null;
        for (WaitingJob job : waiting) {
            if (job.cores().compareTo(site.total()) > 0) {
                continue;
            }
            boolean fits = job.cores().compareTo(free) <= 0;
            if (fits && (beside == null || beside.allows(job.cores(), job.deadline()))) {
                free = free.subtract(job.cores());
                served.add(job.jobId());
                all.add(new Backfill.Holder(job.cores(), job.deadline()));
                beside = beside == null ? null : beside.without(job.cores());
            } else if (!fits && beside == null && NOW - job.waitSince() > AGING.toMillis()) {
                beside = Backfill.beside(job.cores(), site.total(), free, all, NOW + AGING.toMillis());
            }
        }
        return served;
    }

    private void aSite(Random random, int queueCount, boolean withEverything) {
        queues.clear();
        holders.clear();
        waiting.clear();
        for (int i = 0; i < queueCount; i++) {
            boolean limited = withEverything && random.nextInt(3) == 0;
            queues.add(new QueueRow(
                    new JobQueue(
                            "q" + i,
                            BigDecimal.valueOf(1 + random.nextInt(4)),
                            BigDecimal.valueOf(withEverything ? random.nextInt(3) * 4 : 0),
                            limited ? BigDecimal.valueOf(random.nextInt(10)) : null),
                    i == 0,
                    "",
                    random.nextInt(4) * 600_000.0,
                    NOW - random.nextInt(3) * 600_000L));
        }
        for (int held = random.nextInt(5); held > 0; held--) {
            holders.add(new CoreHolder(
                    "holder" + held,
                    "q" + random.nextInt(queueCount),
                    BigDecimal.valueOf(1 + random.nextInt(6)),
                    NOW - random.nextInt(1_000_000),
                    random.nextBoolean() ? null : Long.valueOf(NOW + random.nextInt(2_000_000)),
                    !withEverything || random.nextBoolean() ? null : Long.valueOf(1 + random.nextInt(2_000_000))));
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            waiting.add(new WaitingJob(
                    "job" + (20 - i),
                    "q" + random.nextInt(queueCount),
                    withEverything && random.nextInt(12) == 0 ? 1 + random.nextInt(3) : 0,
                    withEverything && random.nextInt(4) == 0 ? random.nextInt(5) - 2 : 0,
                    20 - i,
                    NOW - random.nextInt(4) * 400_000L,
                    BigDecimal.valueOf(1 + random.nextInt(random.nextInt(5) == 0 ? 22 : 7)),
                    random.nextInt(3) == 0 ? Long.valueOf(NOW + random.nextInt(1_000_000)) : null,
                    withEverything && random.nextInt(3) == 0 ? Long.valueOf(1 + random.nextInt(1_000_000)) : null,
                    true,
                    withEverything && random.nextInt(10) == 0));
        }
    }
}
