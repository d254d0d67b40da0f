package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Ten minutes of a site that is never idle, on a clock that jumps from one end of a job to the next. */
class FairSharesTest {

    private static final int CORES = 20;
    private static final long TEN_MINUTES = Duration.ofMinutes(10).toMillis();
    private static final Duration AGING = Duration.ofMinutes(10);
    private static final UsageDecay DECAY = new UsageDecay(Duration.ofHours(1));

    private final Map<String, JobQueue> queues = new HashMap<>();
    private final Map<String, Double> used = new HashMap<>();
    private final Map<String, Long> usedTime = new HashMap<>();
    private final Map<String, Double> coreMillis = new HashMap<>();
    private final List<WaitingJob> waiting = new ArrayList<>();
    private final List<String> started = new ArrayList<>();
    private final PriorityQueue<Running> running = new PriorityQueue<>(Comparator.comparingLong(Running::end));
    private final long begin = Duration.ofDays(1).toMillis();
    private long now = begin;
    private int number;

    private record Running(CoreHolder holder, long end) {}

    private void queue(String name, int weight) {
        queues.put(name, new JobQueue(name, BigDecimal.valueOf(weight), BigDecimal.ZERO, null));
        used.put(name, 0.0);
        usedTime.put(name, now);
    }

    private String submit(String queue, int cores, int priority) {
        String id = "job" + (1000 + number++);
        waiting.add(new WaitingJob(
                id, queue, 0, priority, number, now, BigDecimal.valueOf(cores), null, null, true, false));
        return id;
    }

    private AdmissionSite site() {
        List<QueueRow> rows = queues.values().stream()
                .map(queue -> new QueueRow(
                        queue,
                        queue.name().equals("a"),
                        "",
                        used.getOrDefault(queue.name(), 0.0),
                        usedTime.getOrDefault(queue.name(), 0L)))
                .toList();
        List<CoreHolder> holders = running.stream().map(Running::holder).toList();
        BigDecimal held = holders.stream().map(CoreHolder::cores).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal total = BigDecimal.valueOf(CORES);
        return new AdmissionSite(total, total.subtract(held), rows, holders, DECAY, now, AGING);
    }

    private void admit(Random random, int shortest, int longest) {
        AdmissionPlan plan = AdmissionPlan.of(site(), waiting);
        for (WaitingJob job : plan.served()) {
            waiting.removeIf(other -> other.jobId().equals(job.jobId()));
            started.add(job.jobId());
            long millis = 1000L * (shortest + random.nextInt(longest - shortest + 1));
            running.add(
                    new Running(new CoreHolder(job.jobId(), job.queue(), job.cores(), now, null, null), now + millis));
        }
    }

    private void endNext() {
        Running over = running.remove();
        CoreHolder holder = over.holder();
        now = over.end();
        coreMillis.merge(holder.queue(), inTenMinutes(over), Double::sum);
        used.merge(
                holder.queue(),
                0.0,
                (before, zero) -> DECAY.left(before, usedTime.getOrDefault(holder.queue(), 0L), now)
                        + DECAY.of(holder.cores(), holder.since(), now));
        usedTime.put(holder.queue(), now);
    }

    private double inTenMinutes(Running job) {
        long end = Math.min(job.end(), begin + TEN_MINUTES);
        return job.holder().cores().doubleValue()
                * Math.max(0, end - job.holder().since());
    }

    /** Refills each queue with jobs of so many cores as it is told. */
    private void runTenMinutes(Random random, int shortest, int longest, Map<String, IntSupplier> widths) {
        Map<String, IntSupplier> inOrder = new TreeMap<>(widths);
        while (now < begin + TEN_MINUTES) {
            inOrder.forEach((queue, width) -> {
                while (waiting.stream().filter(job -> job.queue().equals(queue)).count() < 12) {
                    submit(queue, width.getAsInt(), 0);
                }
            });
            admit(random, shortest, longest);
            endNext();
        }
        running.forEach(job -> coreMillis.merge(job.holder().queue(), inTenMinutes(job), Double::sum));
    }

    private double coreMillis(String queue) {
        return coreMillis.getOrDefault(queue, 0.0);
    }

    private double ratio() {
        return coreMillis("a") / coreMillis("b");
    }

    private double busy() {
        return (coreMillis("a") + coreMillis("b")) / (CORES * (double) TEN_MINUTES);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void twoQueuesOfThreeToOneGetThreeToOne(long seed) {
        queue("a", 3);
        queue("b", 1);
        Random random = new Random(seed);
        IntSupplier oneToFour = () -> 1 + random.nextInt(4);

        runTenMinutes(random, 5, 40, Map.of("a", oneToFour, "b", oneToFour));

        assertThat(ratio()).isCloseTo(3, within(0.3));
        assertThat(busy()).isGreaterThan(0.95);
    }

    /** Five at once: what one moment allows is four to one, or three to two. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theyDoWhereSharesDoNotDivide(long seed) {
        queue("a", 3);
        queue("b", 1);

        runTenMinutes(new Random(seed), 10, 30, Map.of("a", () -> 4, "b", () -> 4));

        assertThat(ratio()).isCloseTo(3, within(0.3));
        assertThat(busy()).isGreaterThan(0.95);
    }

    /** Each core that comes free would be taken by a narrow job before there are enough for a wide one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theyDoThoughOneHasWideJobsAndTheOtherNarrowOnes(long seed) {
        queue("a", 3);
        queue("b", 1);

        runTenMinutes(new Random(seed), 5, 20, Map.of("a", () -> 8, "b", () -> 1));

        assertThat(ratio()).isCloseTo(3, within(0.3));
    }

    @Test
    void whatOneDoesNotUseTheOtherGets() {
        queue("a", 3);
        queue("b", 1);
        Random random = new Random(1);

        runTenMinutes(random, 5, 40, Map.of("b", () -> 1 + random.nextInt(4)));

        assertThat(coreMillis).doesNotContainKey("a");
        assertThat(coreMillis("b") / (CORES * (double) TEN_MINUTES)).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aJobOfHighPriorityStartsNext(long seed) {
        queue("a", 3);
        queue("b", 1);
        Random random = new Random(seed);
        IntSupplier oneToFour = () -> 1 + random.nextInt(4);
        runTenMinutes(random, 5, 40, Map.of("a", oneToFour, "b", oneToFour));
        long before = waiting.stream().filter(job -> job.queue().equals("b")).count();
        int startedBefore = started.size();

        String high = submit("b", 6, 100);
        List<String> othersOfItsQueue = waiting.stream()
                .filter(job -> job.queue().equals("b") && !job.jobId().equals(high))
                .map(WaitingJob::jobId)
                .toList();
        while (!started.contains(high)) {
            endNext();
            admit(random, 5, 40);
        }

        assertThat(before).isGreaterThan(3);
        assertThat(started.subList(startedBefore, started.indexOf(high))).doesNotContainAnyElementsOf(othersOfItsQueue);
    }
}
