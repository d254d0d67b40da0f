package io.fateflow.engine.process;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.threeten.extra.MutableClock;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.SlowParties;
import io.fateflow.engine.node.DatabaseSessions;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.SiteCall;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartyCallsTest {

    private static final long PARTY = 10000;
    private static final Party OWN = new Party("guest", 9999);

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicReference<Supplier<CallOutcome>> party = new AtomicReference<>(PartyCallsTest::done);
    private SlowParties slow;
    private PartyCalls calls;
    private PartyCalls callsOfAnotherNode;

    @BeforeEach
    void twoNodesOnOneDatabase() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:slow_%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()));
        TestSchema.migrate(database);
        slow = new SlowParties(new JdbcTemplate(database), new DataSourceTransactionManager(database), clock);
        calls = node();
        callsOfAnotherNode = node();
    }

    private PartyCalls node() {
        return new PartyCalls(
                (sender, receiver, call, tries) -> {
                    made.incrementAndGet();
                    return requireNonNull(party.get()).get();
                },
                slow,
                DatabaseSessions.own(),
                clock);
    }

    @Test
    void aPartyThatTookTooLongIsLeftAloneForAsLongAndTwiceAsLongTheNextTime() {
        party.set(() -> timedOut(Duration.ofSeconds(100)));
        call(calls);

        assertThatNobodyCallsFor(Duration.ofSeconds(100));
        call(callsOfAnotherNode);
        assertThatNobodyCallsFor(Duration.ofSeconds(200));
        call(calls);
        assertThatNobodyCallsFor(Duration.ofSeconds(400));

        assertThat(made).hasValue(3);
    }

    /** One silence: with three calls side by side, 40 seconds of it became 160. */
    @Test
    void callsThatRunOutOfTimeSideBySideCountOnce() {
        CyclicBarrier bothAreThere = new CyclicBarrier(2);
        party.set(() -> {
            meet(bothAreThere);
            return timedOut(Duration.ofSeconds(40));
        });

        CompletableFuture.allOf(
                        CompletableFuture.runAsync(() -> call(calls)),
                        CompletableFuture.runAsync(() -> call(callsOfAnotherNode)))
                .join();

        assertThatNobodyCallsFor(Duration.ofSeconds(40));
        party.set(PartyCallsTest::done);
        call(calls);
    }

    @Test
    void nobodyIsLeftAloneForLongerThanTenMinutes() {
        party.set(() -> timedOut(Duration.ofSeconds(100)));
        for (int i = 0; i < 8; i++) {
            call(calls);
            clock.add(Duration.ofMinutes(10));
        }

        assertThat(made).hasValue(8);
    }

    @Test
    @Tag("slow")
    void aSlowPartyGetsOneCallAtATimeFromAllNodesTogether() {
        party.set(() -> timedOut(Duration.ofSeconds(40)));
        call(calls);
        clock.add(Duration.ofSeconds(41));
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<CallOutcome> answer =
                new CompletableFuture<CallOutcome>().completeOnTimeout(done(), 20, TimeUnit.SECONDS);
        party.set(() -> {
            begun.complete(null);
            return answer.join();
        });
        CompletableFuture<Void> underWay = CompletableFuture.runAsync(() -> call(calls));
        begun.join();

        assertThatItIsTooEarly(callsOfAnotherNode, Duration.ofSeconds(5));
        answer.complete(done());
        underWay.join();
        call(callsOfAnotherNode);

        assertThat(made).hasValue(3);
    }

    @Test
    void aPartyThatAnswersIsCalledByTwoAtOnce() {
        CyclicBarrier bothAreThere = new CyclicBarrier(2);
        party.set(() -> {
            meet(bothAreThere);
            return done();
        });

        CompletableFuture.allOf(
                        CompletableFuture.runAsync(() -> call(calls)), CompletableFuture.runAsync(() -> call(calls)))
                .join();

        assertThat(made).hasValue(2);
    }

    @Test
    @Tag("slow")
    void whoeverDiedCallingASlowPartyIsNotWaitedForForever() {
        party.set(() -> timedOut(Duration.ofSeconds(40)));
        call(calls);
        clock.add(Duration.ofSeconds(41));
        assertThat(slow.turn(PARTY, Duration.ofSeconds(40)).granted()).isTrue();

        assertThatItIsTooEarly(calls, Duration.ofSeconds(5));
        clock.add(Duration.ofSeconds(71));
        call(calls);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertThatNobodyCallsFor(Duration pause) {
        assertThatItIsTooEarly(calls, pause);
        assertThatItIsTooEarly(callsOfAnotherNode, pause);
        clock.add(pause);
    }

    private void assertThatItIsTooEarly(PartyCalls node, Duration left) {
        assertThatThrownBy(() -> call(node))
                .isInstanceOfSatisfying(DeferredException.class, later -> assertThat(later.until())
                        .isEqualTo(clock.instant().plus(left)));
    }

    private static void call(PartyCalls node) {
        node.call(OWN, PARTY, new SiteCall.CommonInfo());
    }

    private static CallOutcome timedOut(Duration took) {
        return new CallOutcome.TimedOut(PARTY, took);
    }

    private static CallOutcome done() {
        return new CallOutcome.Done(new Answer(Answer.SUCCESS, "success", JsonNodeFactory.instance.objectNode()));
    }
}
