package io.fateflow.engine.resource;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.engine.resource.queue.QueueStore;

import static org.assertj.core.api.Assertions.assertThat;

/** What granting and returning do to the rows, on any database. */
abstract class ResourceContract {

    private static final EngineConfig ENGINE = EngineConfig.standalone();
    private static final EngineName NAME = ENGINE.engine();
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private EngineRegistry registry;
    private LeaseStore leases;
    private ResourceManager manager;
    private Admission admission;

    /** With the tables of a site, in which nothing has happened. */
    abstract DataSource dataSource() throws Exception;

    @BeforeEach
    void emptyTables() throws Exception {
        DataSource source = dataSource();
        jdbc = new JdbcTemplate(source);
        // the engine's table of who waits for which message, as far as admission looks at it
        jdbc.execute("create table act_ru_event_subscr (proc_inst_id_ varchar(64), event_name_ varchar(255))");
        transaction = new TransactionTemplate(new DataSourceTransactionManager(source));
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        registry = new EngineRegistry(jdbc, clock);
        leases = new LeaseStore(jdbc, clock);
        QueueStore queues = QueueStore.open(jdbc, QueueSettings.none(), clock);
        manager = new ResourceManager(jdbc, registry, leases, queues, clock);
        admission = new Admission(jdbc, registry, queues, clock, Duration.ofMinutes(10), Maintenance.open(jdbc, clock));
        registry.register(ENGINE, "{}");
    }

    @Test
    void aGrantTakesCoresAndWritesALease() {
        insertJob("j1", "guest", 12, 1, NOW.toEpochMilli());

        assertThat(apply("j1", "guest", 12)).isInstanceOf(Grant.Granted.class);

        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(8, 0));
        assertThat(leases.ofJob("j1")).singleElement().satisfies(lease -> assertThat(lease.amount())
                .isEqualTo(Resources.of(12, 0)));
    }

    @Test
    void theSameGrantAgainChangesNothing() {
        insertJob("j1", "guest", 12, 1, NOW.toEpochMilli());

        apply("j1", "guest", 12);

        assertThat(apply("j1", "guest", 12)).isInstanceOf(Grant.Granted.class);
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(8, 0));
    }

    @Test
    void aRefusalChangesNothingAndSaysWhoHolds() {
        insertJob("j1", "guest", 12, 1, NOW.toEpochMilli());
        insertJob("j2", "guest", 12, 1, NOW.toEpochMilli());
        apply("j1", "guest", 12);

        assertThat(apply("j2", "guest", 12))
                .isInstanceOfSatisfying(Grant.Refused.class, refused -> assertThat(refused.reason())
                        .contains("needs 12 cores", "free are 8 cores", "job j1 (guest 9999) holds 12 cores"));
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(8, 0));
    }

    @Test
    void returningTwiceReturnsOnce() {
        insertJob("j1", "guest", 12, 1, NOW.toEpochMilli());
        apply("j1", "guest", 12);

        manager.returnJob("j1", "guest", "9999", NAME, Resources.of(12, 0));
        manager.returnJob("j1", "guest", "9999", NAME, Resources.of(12, 0));

        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(20, 0));
    }

    @Test
    void fractionsAddUpExactly() {
        insertJob("j1", "guest", 1, 1, NOW.toEpochMilli());
        Resources third = new Resources(new java.math.BigDecimal("0.3333"), java.math.BigDecimal.ZERO);
        transaction.executeWithoutResult(status -> manager.applyJob("j1", "guest", "9999", NAME, third));

        manager.returnAll("j1");

        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(20, 0));
    }

    @Test
    void registeringAgainKeepsWhatIsInUse() {
        insertJob("j1", "guest", 12, 1, NOW.toEpochMilli());
        apply("j1", "guest", 12);

        registry.register(new EngineConfig("STANDALONE", "fate_on_standalone", 1, 16, 0, 1, 1), "{}");
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(4, 0));

        registry.register(new EngineConfig("STANDALONE", "fate_on_standalone", 1, 4, 0, 1, 1), "{}");
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(-8, 0));
        insertJob("j2", "guest", 1, 1, NOW.toEpochMilli());
        assertThat(apply("j2", "guest", 1)).isInstanceOf(Grant.Refused.class);
    }

    @Test
    void threeTasksFitWhereThreeMayRunAndTheFourthWaits() {
        insertJob("j1", "guest", 4, 3, NOW.toEpochMilli());
        apply("j1", "guest", 12);

        for (int i = 0; i < 3; i++) {
            assertThat(applyTask("j1_c" + i)).isInstanceOf(Grant.Granted.class);
        }
        assertThat(applyTask("j1_c3")).isInstanceOf(Grant.Refused.class);

        assertThat(manager.returnTask(task("j1_c0"))).isTrue();
        assertThat(applyTask("j1_c3")).isInstanceOf(Grant.Granted.class);
    }

    @Test
    void theGateLetsInAsManyAsItHasSlots() {
        insertJob("j1", "guest", 0, 2, NOW.toEpochMilli());

        assertThat(applyGate("j1_a")).isInstanceOf(Grant.Granted.class);
        assertThat(applyGate("j1_b")).isInstanceOf(Grant.Granted.class);
        assertThat(applyGate("j1_b")).isInstanceOf(Grant.Granted.class);
        assertThat(applyGate("j1_c")).isInstanceOf(Grant.Refused.class);

        assertThat(manager.gate().giveBack(gate("j1_a"))).isTrue();
        assertThat(applyGate("j1_c")).isInstanceOf(Grant.Granted.class);
    }

    @Test
    void aReturnThatNobodyWaitsForSaysSo() {
        insertJob("j1", "guest", 4, 2, NOW.toEpochMilli());
        apply("j1", "guest", 8);
        applyTask("j1_a");
        applyGate("j1_a");

        assertThat(manager.returnTask(task("j1_a"))).isFalse();
        assertThat(manager.gate().giveBack(gate("j1_a"))).isFalse();
        assertThat(jdbc.queryForObject("select remaining_cores from job", Integer.class))
                .isEqualTo(8);
        assertThat(jdbc.queryForObject("select remaining_gate_slots from job", Integer.class))
                .isEqualTo(2);
    }

    @Test
    void whateverAJobHoldsComesBackAtOnce() {
        insertJob("j1", "guest", 4, 3, NOW.toEpochMilli());
        insertJob("j1", "host", 4, 3, NOW.toEpochMilli());
        apply("j1", "guest", 12);
        applyTask("j1_c0");
        applyGate("j1_c0");

        assertThat(manager.returnAll("j1")).isTrue();

        assertThat(leases.ofJob("j1")).isEmpty();
        assertThat(registry.remaining(NAME)).isEqualTo(Resources.of(20, 0));
        assertThat(jdbc.queryForObject(
                        "select count(*) from job where remaining_gate_slots <> gate_slots", Integer.class))
                .isZero();
        assertThat(manager.returnAll("j1")).isFalse();
    }

    @Test
    void twentyFourAtOnceNeverTakeMoreThanThereIs() throws Exception {
        List<Callable<Grant>> applications = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String job = "j" + i;
            insertJob(job, "guest", 5, 1, NOW.toEpochMilli());
            applications.add(() -> apply(job, "guest", 5));
        }
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            int granted = 0;
            for (Future<Grant> answer : threads.invokeAll(applications)) {
                granted += answer.get() instanceof Grant.Granted ? 1 : 0;
            }
            assertThat(granted).isEqualTo(4);
            assertThat(registry.remaining(NAME)).isEqualTo(Resources.NONE);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void thoseThatFitAreWokenInTheirOrder() {
        long minutesAgo = NOW.minus(Duration.ofMinutes(5)).toEpochMilli();
        waiting("big", 30, minutesAgo, 1);
        waiting("first", 12, minutesAgo, 2);
        waiting("second", 12, minutesAgo, 3);
        waiting("small", 4, minutesAgo, 4);

        assertThat(admission.toWake(NAME)).containsExactly("first", "small");
    }

    @Test
    void nobodyPassesAJobThatHasWaitedTooLong() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("holder", "guest", 4, 1, 0);
        apply("holder", "guest", 4);
        waiting("starved", 20, hourAgo, 1);
        waiting("small", 4, NOW.toEpochMilli(), 2);

        assertThat(admission.toWake(NAME)).isEmpty();
        assertThat(look("small")).isEqualTo(Admission.Answer.RESERVED);
        assertThat(look("starved")).isEqualTo(Admission.Answer.NO_ROOM);
    }

    @Test
    void aStarvedJobIsServedFirst() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        waiting("starved", 18, hourAgo, 1);
        waiting("small", 2, NOW.toEpochMilli(), 2);

        assertThat(admission.toWake(NAME)).containsExactly("starved", "small");
    }

    /** All of them have waited too long: that they do does not keep any of them from what is free. */
    @Test
    void thoseThatHaveWaitedTooLongAreServedTogetherAsFarAsTheyFit() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("holder", "guest", 1, 1, 0);
        apply("holder", "guest", 1);
        for (int i = 1; i <= 6; i++) {
            waiting("starved" + i, 5, hourAgo, i);
        }

        assertThat(admission.toWake(NAME)).containsExactly("starved1", "starved2", "starved3");
        assertThat(look("starved3")).isEqualTo(Admission.Answer.SERVED);
        assertThat(look("starved4")).isEqualTo(Admission.Answer.NO_ROOM);
    }

    /** Ten of twenty are reserved behind a holder of twelve, which has to end first: two may go on beside it anyway. */
    @Test
    void whatFitsBesideAReservationWhateverEndsPassesHoweverLongItTakes() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("holder", "guest", 12, 1, 0);
        apply("holder", "guest", 12);
        waiting("starved", 18, hourAgo, 1);
        waiting("wide", 3, NOW.toEpochMilli(), 2);
        waiting("small", 2, NOW.toEpochMilli(), 3);
        waiting("later", 1, NOW.toEpochMilli(), 4);

        assertThat(admission.toWake(NAME)).containsExactly("small");
        assertThat(look("wide")).isEqualTo(Admission.Answer.RESERVED);
        assertThat(look("small")).isEqualTo(Admission.Answer.SERVED);
        assertThat(look("later")).isEqualTo(Admission.Answer.RESERVED);
    }

    /** A small holder may go on, too, when the starved job could start: it takes what could be left. */
    @Test
    void whatAHolderMayGoOnToTakeIsNotGivenToAnother() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("large", "guest", 12, 1, 0);
        apply("large", "guest", 12);
        insertJob("little", "guest", 1, 1, 0);
        apply("little", "guest", 1);
        waiting("starved", 18, hourAgo, 1);
        waiting("small", 2, NOW.toEpochMilli(), 2);

        assertThat(admission.toWake(NAME)).isEmpty();
        assertThat(look("small")).isEqualTo(Admission.Answer.RESERVED);
    }

    @Test
    void whoseTimeIsOverSoonPassesAReservation() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("holder", "guest", 12, 1, 0);
        apply("holder", "guest", 12);
        waiting("starved", 20, hourAgo, 1);
        waiting("endless", 4, NOW.toEpochMilli(), 2);
        waiting("long", 4, NOW.toEpochMilli(), 3);
        endsBy("long", NOW.plus(Duration.ofMinutes(11)));
        waiting("short", 4, NOW.toEpochMilli(), 4);
        endsBy("short", NOW.plus(Duration.ofMinutes(9)));

        assertThat(admission.toWake(NAME)).containsExactly("short");
        assertThat(look("long")).isEqualTo(Admission.Answer.RESERVED);

        // the starved job is served in five minutes at the latest
        endsBy("holder", NOW.plus(Duration.ofMinutes(5)));
        assertThat(admission.toWake(NAME)).isEmpty();
        assertThat(look("short")).isEqualTo(Admission.Answer.RESERVED);
    }

    /** Those that may not pass are not looked at one by one. */
    @Test
    void whoMayPassIsFoundBehindManyThatMayNot() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        insertJob("holder", "guest", 12, 1, 0);
        apply("holder", "guest", 12);
        waiting("starved", 20, hourAgo, 1);
        for (int i = 0; i < 40; i++) {
            waiting("endless" + i, 4, hourAgo, 2);
        }
        waiting("short", 4, NOW.toEpochMilli(), 3);
        endsBy("short", NOW.plus(Duration.ofMinutes(1)));

        assertThat(admission.toWake(NAME)).containsExactly("short");
    }

    @Test
    void aJobThatWantsMoreThanThereIsStandsInNobodysWay() {
        long hourAgo = NOW.minus(Duration.ofHours(1)).toEpochMilli();
        waiting("impossible", 30, hourAgo, 1);
        waiting("small", 2, NOW.toEpochMilli(), 2);

        assertThat(admission.toWake(NAME)).containsExactly("small");
        assertThat(look("small")).isEqualTo(Admission.Answer.SERVED);
    }

    @Test
    void aJobThatIsAboutToLookIsNotWokenAgainAndItsShareIsKeptForIt() {
        long minutesAgo = NOW.minus(Duration.ofMinutes(5)).toEpochMilli();
        waiting("looking", 12, minutesAgo, 1);
        waiting("second", 12, minutesAgo, 2);
        waiting("third", 8, minutesAgo, 3);
        jdbc.update("delete from act_ru_event_subscr where proc_inst_id_ = 'looking'");

        assertThat(admission.toWake(NAME)).containsExactly("third");
    }

    @Test
    void aNewcomerDoesNotTakeWhatAnotherWasWokenFor() {
        waiting("woken", 12, NOW.minus(Duration.ofMinutes(5)).toEpochMilli(), 1);
        jdbc.update("delete from act_ru_event_subscr where proc_inst_id_ = 'woken'");
        insertJob("newcomer", "guest", 12, 1, 2);
        insertJob("small", "guest", 8, 1, 3);

        assertThat(look("newcomer")).isEqualTo(Admission.Answer.NO_ROOM);
        assertThat(look("small")).isEqualTo(Admission.Answer.SERVED);
        assertThat(look("woken")).isEqualTo(Admission.Answer.SERVED);
    }

    private void waiting(String job, long cores, long since, long createTime) {
        insertJob(job, "guest", cores, 1, createTime);
        jdbc.update(
                "update job set wait_since = ?, wait_reason = 'x', wanted_cores = ?, process_instance_id = job_id"
                        + " where job_id = ?",
                since,
                cores,
                job);
        jdbc.update("insert into act_ru_event_subscr values (?, 'resources released')", job);
    }

    private void endsBy(String job, Instant deadline) {
        jdbc.update("update job set deadline = ? where job_id = ?", deadline.toEpochMilli(), job);
    }

    private Admission.Answer look(String job) {
        return transaction.execute(status -> admission.look(NAME, job)).answer();
    }

    private Grant apply(String job, String role, long cores) {
        return transaction.execute(status -> manager.applyJob(job, role, "9999", NAME, Resources.of(cores, 0)));
    }

    private Grant applyTask(String taskId) {
        return transaction.execute(status -> manager.applyTask(task(taskId), NAME));
    }

    private Grant applyGate(String taskId) {
        return transaction.execute(status -> manager.gate().apply(gate(taskId)));
    }

    private static LeaseKey task(String taskId) {
        return LeaseKey.task("j1", Party.of("guest", "9999"), taskId, 0);
    }

    private static LeaseKey gate(String taskId) {
        return LeaseKey.gate("j1", Party.of("guest", "9999"), taskId, 0);
    }

    private void insertJob(String job, String role, long taskCores, int slots, long createTime) {
        jdbc.update(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users,"
                        + " initiator_role, initiator_party_id, is_initiator, runtime_conf_on_party, status, progress,"
                        + " ready_signal, cancel_signal, rerun_signal, end_scheduling_updates, cores, memory,"
                        + " remaining_cores, remaining_memory, resource_in_use, inheritance_info, inheritance_status,"
                        + " gate_slots, remaining_gate_slots, task_cores, task_memory, error_report, create_time,"
                        + " update_time) values (?, ?, '9999', '', '', '', '', '{}', '{}', 'guest', '9999', ?, '{}',"
                        + " 'waiting', 0, false, false, false, 0, 0, 0, 0, 0, false, '{}', 'pass', ?, ?, ?, 0, '', ?,"
                        + " ?)",
                job,
                role,
                role.equals("guest"),
                slots,
                slots,
                taskCores,
                createTime,
                createTime);
    }
}
