package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

import static org.assertj.core.api.Assertions.assertThat;

/** Who gives back what was borrowed, as a function of one moment. */
class ReclaimTest {

    private static final long NOW = Duration.ofDays(1).toMillis();
    private static final int SITES_OF_A_SEED = 500;

    private final List<QueueRow> queues = new ArrayList<>();
    private final List<CoreHolder> holders = new ArrayList<>();
    private final Set<String> preemptible = new HashSet<>();

    private void queue(String name, int nominal) {
        JobQueue queue = new JobQueue(name, BigDecimal.ONE, BigDecimal.valueOf(nominal), null);
        queues.add(new QueueRow(queue, queues.isEmpty(), "", 0, NOW));
    }

    private void holds(String job, String queue, int cores, int minutes) {
        holders.add(new CoreHolder(job, queue, BigDecimal.valueOf(cores), NOW - minutes * 60_000L, null, null));
        preemptible.add(job);
    }

    private AdmissionSite site(int total) {
        BigDecimal held = holders.stream().map(CoreHolder::cores).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new AdmissionSite(
                BigDecimal.valueOf(total),
                BigDecimal.valueOf(total).subtract(held),
                List.copyOf(queues),
                List.copyOf(holders),
                new UsageDecay(Duration.ofHours(1)),
                NOW,
                Duration.ofMinutes(10));
    }

    private List<String> victims(int total, String queue, int cores) {
        WaitingJob claiming =
                new WaitingJob("claiming", queue, 0, 0, NOW, NOW, BigDecimal.valueOf(cores), null, null, true, false);
        return Reclaim.of(site(total), claiming, preemptible).stream()
                .map(CoreHolder::jobId)
                .toList();
    }

    @Test
    void theNewestThatHasBorrowedGivesBack() {
        queue("default", 0);
        queue("own", 8);
        holds("old", "default", 10, 30);
        holds("newest", "default", 5, 1);
        holds("newer", "default", 5, 10);

        assertThat(victims(20, "own", 4)).containsExactly("newest");
        assertThat(victims(20, "own", 8)).containsExactly("newest", "newer");
    }

    @Test
    void whoWouldBorrowItselfClaimsNothing() {
        queue("default", 0);
        queue("own", 8);
        holds("own0", "own", 6, 5);
        holds("other", "default", 14, 1);

        assertThat(victims(20, "own", 4)).isEmpty();
        assertThat(victims(20, "own", 2)).containsExactly("other");
        assertThat(victims(20, "default", 2)).isEmpty();
    }

    @Test
    void whatAQueueHoldsOfItsOwnStays() {
        queue("default", 0);
        queue("own", 8);
        queue("other", 10);
        holds("within", "other", 10, 5);
        holds("beyond", "other", 10, 1);

        assertThat(victims(20, "own", 8)).containsExactly("beyond");
        holders.removeIf(holder -> holder.jobId().equals("beyond"));
        holds("late", "other", 2, 1);
        holds("borrowed", "default", 8, 10);
        assertThat(victims(20, "own", 8))
                .as("the newest, then one of another queue")
                .containsExactly("borrowed");
    }

    @Test
    void nobodyIsPreemptedInVain() {
        queue("default", 0);
        queue("own", 20);
        holds("one", "default", 10, 5);
        holds("fixed", "default", 10, 1);
        preemptible.remove("fixed");

        assertThat(victims(20, "own", 20)).isEmpty();
        assertThat(victims(20, "own", 10)).containsExactly("one");
    }

    @Test
    void whoFitsPreemptsNobody() {
        queue("default", 0);
        queue("own", 8);
        holds("one", "default", 10, 5);

        assertThat(victims(20, "own", 8)).isEmpty();
    }

    /** Whatever the site is: enough is freed, nobody too many, and only what was borrowed. */
    @RepeatedTest(4)
    void onAnySiteItIsEnoughAndNotTooMuch(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < SITES_OF_A_SEED; i++) {
            queues.clear();
            holders.clear();
            preemptible.clear();
            for (String name : List.of("a", "b", "c")) {
                queue(name, random.nextInt(3) * 4);
            }
            for (int job = 0; job < random.nextInt(8); job++) {
                holds("j" + job, "abc".charAt(random.nextInt(3)) + "", 1 + random.nextInt(6), random.nextInt(60));
                if (random.nextInt(5) == 0) {
                    preemptible.remove("j" + job);
                }
            }
            int total = held("a") + held("b") + held("c") + random.nextInt(3);
            int cores = 1 + random.nextInt(8);

            List<String> victims = victims(total, "a", cores);

            int free = total - held("a") - held("b") - held("c");
            assertThat(preemptible).containsAll(victims);
            if (!victims.isEmpty()) {
                assertThat(held("a") + cores).isLessThanOrEqualTo(nominal("a"));
                assertThat(free + coresOf(victims)).isGreaterThanOrEqualTo(cores);
                victims.forEach(spared -> assertThat(free + coresOf(victims) - coresOf(List.of(spared)))
                        .isLessThan(cores));
                for (String queue : List.of("b", "c")) {
                    List<String> own = victims.stream()
                            .filter(job -> holders.stream()
                                    .anyMatch(holder -> holder.jobId().equals(job)
                                            && holder.queue().equals(queue)))
                            .toList();
                    if (!own.isEmpty()) {
                        int before = held(queue) - coresOf(own.subList(0, own.size() - 1));
                        assertThat(before).as("the last one was borrowed, too").isGreaterThan(nominal(queue));
                    }
                }
                assertThat(victims).noneMatch(job -> holders.stream()
                        .anyMatch(holder ->
                                holder.jobId().equals(job) && holder.queue().equals("a")));
            }
        }
    }

    private int held(String queue) {
        return holders.stream()
                .filter(holder -> holder.queue().equals(queue))
                .mapToInt(holder -> holder.cores().intValue())
                .sum();
    }

    private int coresOf(List<String> jobs) {
        return holders.stream()
                .filter(holder -> jobs.contains(holder.jobId()))
                .mapToInt(holder -> holder.cores().intValue())
                .sum();
    }

    private int nominal(String queue) {
        return queues.stream()
                .filter(row -> row.name().equals(queue))
                .mapToInt(row -> row.queue().nominalQuota().intValue())
                .sum();
    }
}
