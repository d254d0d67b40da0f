package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.threeten.extra.MutableClock;

import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.engine.resource.queue.QueueStore;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What queues make of the rows, on any database. */
@SuppressWarnings("NullAway.Init") // each test begins with open(…), which sets them
abstract class QueueContract {

    private static final EngineConfig ENGINE = EngineConfig.standalone();
    private static final EngineName NAME = ENGINE.engine();
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private EngineRegistry registry;
    private LeaseStore leases;
    private QueueStore queues;
    private ResourceManager manager;
    private Admission admission;
    private WaitReasons reasons;
    private int jobs;

    /** With the tables of a site, in which nothing has happened. */
    abstract DataSource dataSource() throws Exception;

    @BeforeEach
    void emptyTables() throws Exception {
        DataSource source = dataSource();
        jdbc = new JdbcTemplate(source);
        jdbc.execute("create table act_ru_event_subscr (proc_inst_id_ varchar(64), event_name_ varchar(255))");
        transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        registry = new EngineRegistry(jdbc, clock);
        leases = new LeaseStore(jdbc, clock);
        registry.register(ENGINE, "{}");
    }

    private void open(JobQueue... configured) {
        Map<String, JobQueue> byName = new HashMap<>();
        for (JobQueue queue : configured) {
            byName.put(queue.name(), queue);
        }
        open(new QueueSettings("default", byName, Map.of(), Duration.ofHours(1)));
    }

    private void open(QueueSettings settings) {
        queues = QueueStore.open(jdbc, settings, clock);
        manager = new ResourceManager(jdbc, registry, leases, queues, clock);
        admission = new Admission(jdbc, registry, queues, clock, TEN_MINUTES, Maintenance.open(jdbc, clock));
        reasons = new WaitReasons(registry, leases, admission);
    }

    private static JobQueue queue(String name, int weight, int nominal, int borrowing) {
        return new JobQueue(
                name,
                BigDecimal.valueOf(weight),
                BigDecimal.valueOf(nominal),
                borrowing < 0 ? null : BigDecimal.valueOf(borrowing));
    }

    private List<String> names() {
        return queues.all().stream().map(QueueRow::name).toList();
    }

    private QueueRow row(String name) {
        return queues.all().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private QueueState state(String name) {
        return admission.states(NAME).stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatAnOperatorHasSetOutlivesTheConfiguration() {
        open(queue("a", 3, 4, 2), queue("b", 1, 0, -1));
        queues.put(queue("a", 5, 0, -1), "olga");
        queues.put(queue("made", 1, 0, -1), "olga");

        open(queue("a", 2, 2, 2), queue("c", 1, 0, -1));

        assertThat(names()).containsExactly("a", "c", "default", "made");
        assertThat(row("a").queue()).isEqualTo(queue("a", 5, 0, -1));
        assertThat(row("a").changedBy()).isEqualTo("olga");
        assertThat(row("default").isDefault()).isTrue();
        assertThat(row("a").isDefault()).isFalse();
    }

    @Test
    void whatAnOperatorTakesBackIsAsConfiguredOrGone() {
        open(queue("a", 3, 4, 2));
        queues.put(queue("a", 5, 0, -1), "olga");
        queues.put(queue("made", 1, 0, -1), "olga");
        waiting("job", "made", 2);

        queues.reset("a");
        queues.reset("made");
        queues.reset("default");

        assertThat(names()).containsExactly("a", "default");
        assertThat(row("a").queue()).isEqualTo(queue("a", 3, 4, 2));
        assertThat(admission.toWake(NAME)).containsExactly("job");
        assertThat(state("default").waiting()).isEqualTo(1);
    }

    @Test
    void wokenAreThoseOfEachQueueByItsWeight() {
        open(queue("a", 3, 0, -1), queue("b", 1, 0, -1));
        for (int i = 0; i < 6; i++) {
            waiting("a" + i, "a", 5);
            waiting("b" + i, "b", 5);
        }

        assertThat(admission.toWake(NAME)).containsExactly("a0", "b0", "a1", "a2");
        assertThat(look("b1")).isNotEqualTo(Admission.Answer.SERVED);
        assertThat(look("a2")).isEqualTo(Admission.Answer.SERVED);
    }

    /** Of each queue so many are looked at that another one's crowd hides nobody. */
    @Test
    void aCrowdInOneQueueHidesNobodyOfAnother() {
        open(queue("a", 3, 0, -1), queue("b", 1, 0, -1));
        for (int i = 0; i < 60; i++) {
            waiting("a" + i, "a", 1);
        }
        waiting("b0", "b", 1);

        assertThat(admission.toWake(NAME)).hasSize(20).contains("b0");
    }

    @Test
    void whatAQueueHasUsedIsForgottenByAndBy() {
        open(queue("a", 1, 0, -1), queue("b", 1, 0, -1));
        String job = granted("a", 10);
        clock.add(Duration.ofHours(1));
        assertThat(state("a").usedCoreSeconds()).isCloseTo(10 * 3600 * 0.7213, within(30.0));
        assertThat(state("a").held()).isEqualByComparingTo("10");
        assertThat(state("a").running()).isEqualTo(1);

        transaction.executeWithoutResult(status -> manager.returnAll(job));

        assertThat(state("a").usedCoreSeconds()).isCloseTo(10 * 3600 * 0.7213, within(30.0));
        assertThat(state("a").held()).isEqualByComparingTo("0");
        clock.add(Duration.ofHours(1));
        assertThat(state("a").usedCoreSeconds()).isCloseTo(5 * 3600 * 0.7213, within(30.0));
        assertThat(state("b").usedCoreSeconds()).isZero();
    }

    /** Where nobody compares, nobody writes: a job that ends locks no more rows than before there were queues. */
    @Test
    void oneQueueWritesNothingDown() {
        open();
        String job = granted("", 10);
        clock.add(Duration.ofHours(1));

        transaction.executeWithoutResult(status -> manager.returnAll(job));

        assertThat(row("default").used()).isZero();
    }

    @Test
    void returningTwiceIsUsedOnce() {
        open(queue("a", 1, 0, -1));
        String job = granted("a", 10);
        clock.add(Duration.ofMinutes(10));

        manager.returnJob(job, "guest", "9999", NAME, Resources.of(10, 0));
        double once = row("a").used();
        manager.returnJob(job, "guest", "9999", NAME, Resources.of(10, 0));

        assertThat(once).isPositive();
        assertThat(row("a").used()).isEqualTo(once);
    }

    /** Whoever applies: also for another site's initiator, which no list of ours knows. */
    @Test
    void nobodyTakesAQueueBeyondItsLimitHoweverManyTryAtOnce() throws Exception {
        open(queue("a", 1, 0, -1), queue("limited", 1, 4, 3));
        List<Callable<Grant>> applications = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String job = insert("limited", 2, 0);
            applications.add(() -> apply(job, 2));
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            int granted = 0;
            String refusal = "";
            for (Future<Grant> answer : threads.invokeAll(applications)) {
                granted += answer.get() instanceof Grant.Granted ? 1 : 0;
                refusal = answer.get() instanceof Grant.Refused refused ? refused.reason() : refusal;
            }
            assertThat(granted).isEqualTo(3);
            assertThat(refusal)
                    .isEqualTo("queue limited may hold 7 cores (nominal quota 4, borrowing limit 3), and would hold 8");
        } finally {
            threads.shutdownNow();
        }
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(14, 0));
    }

    @Test
    void aWaitingJobNamesItsQueueAndWhatItWaitsFor() {
        open(queue("a", 3, 0, -1), queue("limited", 1, 4, 0));
        granted("limited", 4);
        waiting("first", "limited", 2);
        waiting("second", "limited", 2);
        waiting("wide", "a", 18);
        waiting("default0", "", 18);
        waiting("never", "limited", 6);

        assertThat(reason("second"))
                .startsWith("it needs cores, free are 16 cores")
                .contains("in queue limited as number 2 of 3")
                .contains("its queue holds 4 cores (weight 1, nominal quota 4, borrowing limit 0)")
                .contains("its queue may not hold more: jobs of the queue have to end first");
        assertThat(reason("never")).contains("it does not start: its queue may not hold so many");
        assertThat(reason("wide")).contains("in queue a as number 1 of 1").doesNotContain("it is the turn of");
        assertThat(reason("default0"))
                .contains("in queue default as number 1 of 1", "it is the turn of queue a, which claims");
    }

    @Test
    void whatWasMovedToTheFrontSaysByWhomAndTheOthersThatTheyAreBehindIt() {
        open();
        granted("", 12);
        waiting("old", "", 4);
        waiting("urgent", "", 20);
        assertThat(reason("old")).doesNotContain("queue");

        jdbc.update("update job set front_time = ?, front_by = 'olga' where job_id = 'urgent'", clock.millis());

        assertThat(reason("urgent"))
                .contains(
                        "it is in queue default as number 1 of 2",
                        "olga has moved it to the front at 2026-01-01T00:00:00Z");
        assertThat(look("old")).isEqualTo(Admission.Answer.RESERVED);
        assertThat(admission.toWake(NAME)).isEmpty();
    }

    @Test
    void aJobOfHighPriorityStartsNext() {
        open();
        String holder = granted("", 20);
        for (int i = 0; i < 30; i++) {
            waiting("w" + i, "", 4);
        }
        waiting("high", "", 12);
        jdbc.update("update job set priority = 10 where job_id = 'high'");
        assertThat(reason("high")).contains("in queue default as number 1 of 31 with priority 10");

        transaction.executeWithoutResult(status -> manager.returnAll(holder));

        assertThat(admission.toWake(NAME)).containsExactly("high", "w0", "w1");
        assertThat(look("w2")).isEqualTo(Admission.Answer.NO_ROOM);
    }

    /** Forty that may not pass don't hide the one that may. */
    @Test
    void whoEndsInTimePassesTheOneWhoseTurnItIsBehindManyThatDoNot() {
        open(queue("wide", 3, 0, -1), queue("narrow", 1, 0, -1));
        granted("narrow", 12);
        waiting("wide0", "wide", 19);
        for (int i = 0; i < 40; i++) {
            waiting("n" + i, "narrow", 2);
        }
        waiting("short", "narrow", 2);
        jdbc.update("update job set expected_millis = 60000 where job_id = 'short'");

        assertThat(admission.toWake(NAME)).containsExactly("short");
        assertThat(look("n0")).isEqualTo(Admission.Answer.RESERVED);
        assertThat(reason("n0")).contains("cores are kept for job wide0, which comes first");
    }

    /** Ten minutes by hand, through the rows: what the plan promises is what the leases are. */
    @Test
    @Tag("slow")
    void twoQueuesOfThreeToOneGetThreeToOneOfTheLeases() {
        open(queue("a", 3, 0, -1), queue("b", 1, 0, -1));
        Random random = new Random(7);
        Instant begin = clock.instant();
        Instant end = begin.plus(TEN_MINUTES);
        Map<String, Double> used = new HashMap<>();
        PriorityQueue<Run> runs = new PriorityQueue<>(Comparator.comparing(Run::end));
        IntStream.range(0, 16).forEach(i -> waiting("j" + jobs, i % 2 == 0 ? "a" : "b", 1 + random.nextInt(4)));

        while (clock.instant().isBefore(end)) {
            for (List<String> woken = admission.toWake(NAME); !woken.isEmpty(); woken = admission.toWake(NAME)) {
                assertThat(look(woken.get(0))).isEqualTo(Admission.Answer.SERVED);
                // what one has taken may make it another queue's turn: who is woken looks once more
                List<String> started = new ArrayList<>();
                for (String job : woken) {
                    if (look(job) == Admission.Answer.SERVED) {
                        runs.add(start(job, random, end, used));
                        started.add(job);
                    }
                }
                started.forEach(job -> waiting("j" + jobs, queueOf(job), 1 + random.nextInt(4)));
            }
            Run over = runs.remove();
            clock.setInstant(over.end());
            transaction.executeWithoutResult(status -> manager.returnAll(over.job()));
        }

        double ofA = used.getOrDefault("a", 0.0);
        double ofB = used.getOrDefault("b", 0.0);
        assertThat(ofA / ofB).isCloseTo(3, within(0.3));
        assertThat((ofA + ofB) / (20.0 * TEN_MINUTES.toSeconds())).isGreaterThan(0.9);
    }

    private record Run(String job, Instant end) {}

    private Run start(String job, Random random, Instant last, Map<String, Double> used) {
        long cores = jdbc.queryForObject("select wanted_cores from job where job_id = ?", Long.class, job);
        assertThat(apply(job, cores)).isInstanceOf(Grant.Granted.class);
        jdbc.update("update job set status = 'running', wait_since = null where job_id = ?", job);
        Instant end = clock.instant().plusSeconds(10 + random.nextInt(30));
        Instant counted = end.isBefore(last) ? end : last;
        used.merge(
                queueOf(job),
                cores * (double) Duration.between(clock.instant(), counted).toSeconds(),
                Double::sum);
        return new Run(job, end);
    }

    private String queueOf(String job) {
        return requireNonNull(jdbc.queryForObject("select queue_name from job where job_id = ?", String.class, job));
    }

    private @Nullable String reason(String job) {
        return reasons.now().of(job, "it needs cores", NAME.name());
    }

    private Admission.Answer look(String job) {
        return transaction.execute(status -> admission.look(NAME, job)).answer();
    }

    private Grant apply(String job, long cores) {
        return transaction.execute(status -> manager.applyJob(job, "guest", "9999", NAME, Resources.of(cores, 0)));
    }

    private String granted(String queue, long cores) {
        String job = insert(queue, cores, 0);
        assertThat(apply(job, cores)).isInstanceOf(Grant.Granted.class);
        jdbc.update("update job set status = 'running' where job_id = ?", job);
        return job;
    }

    private void waiting(String job, String queue, long cores) {
        jdbc.update(
                "update job set job_id = ?, process_instance_id = ?, wait_since = ?, wait_reason = 'x', wanted_cores = ?"
                        + " where job_id = ?",
                job,
                job,
                clock.millis(),
                cores,
                insert(queue, cores, ++jobs));
        jdbc.update("insert into act_ru_event_subscr values (?, 'resources released')", job);
    }

    private String insert(String queue, long cores, long createTime) {
        String job = "i" + ++jobs;
        jdbc.update(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users,"
                        + " initiator_role, initiator_party_id, is_initiator, runtime_conf_on_party, status, progress,"
                        + " ready_signal, cancel_signal, rerun_signal, end_scheduling_updates, cores, memory,"
                        + " remaining_cores, remaining_memory, resource_in_use, inheritance_info, inheritance_status,"
                        + " gate_slots, remaining_gate_slots, task_cores, task_memory, error_report, create_time,"
                        + " update_time, queue_name) values (?, 'guest', '9999', '', '', '', '', '{}', '{}', 'guest',"
                        + " '9999', true, '{}', 'waiting', 0, false, false, false, 0, 0, 0, 0, 0, false, '{}', 'pass', 1,"
                        + " 1, ?, 0, '', ?, ?, ?)",
                job,
                cores,
                createTime,
                createTime,
                queue);
        return job;
    }
}
