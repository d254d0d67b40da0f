package io.fateflow.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.threeten.extra.MutableClock;

import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.transfer.Address.Member;

import static io.fateflow.transfer.Transfers.GUEST;
import static io.fateflow.transfer.Transfers.HOST;
import static io.fateflow.transfer.Transfers.JOB;
import static io.fateflow.transfer.Transfers.SHARE;
import static io.fateflow.transfer.Transfers.TASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OutboxTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Member ARBITER = new Member("arbiter", "10001");

    @TempDir
    private Path directory;

    private final Other other = new Other();
    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-02T15:30:45Z"), ZoneOffset.UTC);
    private ExchangeSpool spool;
    private Outbox outbox;

    @BeforeEach
    void start() {
        start(Duration.ofMinutes(10));
    }

    private void start(Duration giveUpAfter) {
        spool = new ExchangeSpool(directory, new DiskSpace(0));
        PartyRoute route = new PartyRoute(Protocol.HTTP, "127.0.0.1", 1, null);
        Routes routes = new Routes(9999, Map.of(10000L, route, 10001L, route), null);
        outbox = new Outbox(
                spool,
                new Outbox.Settings(
                        new PartyDirectory(routes, Clock.systemUTC()),
                        Map.of(Protocol.HTTP, other),
                        SiteSigner.NONE,
                        "1.11.4",
                        giveUpAfter),
                clock);
    }

    @AfterEach
    void stop() {
        other.open.countDown();
        outbox.close();
    }

    @Test
    void deliversAndKeepsNothingButThatItDid() throws Exception {
        assertThat(accept(SHARE, "data")).isEqualTo(Sent.STORED);

        assertThat(settled()).isInstanceOf(Settlement.Everything.class);
        assertThat(other.arrived).containsEntry(SHARE, "data");
        assertThat(data()).isZero();
        assertThat(accept(SHARE, "data")).isEqualTo(Sent.DUPLICATE);
    }

    @Test
    void triesAgainUntilTheOtherSiteIsBack() throws Exception {
        other.interruptions.set(3);

        accept(SHARE, "data");

        assertThat(settled()).isInstanceOf(Settlement.Everything.class);
        assertThat(other.arrived).containsEntry(SHARE, "data");
    }

    @Test
    void whatWasAcceptedGoesOutAfterARestart() throws Exception {
        other.interruptions.set(Integer.MAX_VALUE);
        accept(SHARE, "data");
        outbox.close();

        other.interruptions.set(0);
        start();
        assertThat(accept(SHARE, "data")).isEqualTo(Sent.DUPLICATE);
        outbox.start();

        assertThat(settled()).isInstanceOf(Settlement.Everything.class);
        assertThat(other.arrived).containsEntry(SHARE, "data");
    }

    @Test
    void aSiteThatStaysAwayFailsTheTaskWithItsPartyAndTheReason() throws Exception {
        outbox.close();
        start(Duration.ZERO);
        other.interruptions.set(Integer.MAX_VALUE);

        accept(SHARE, "data");

        assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                .contains("FFB-6601", "host 10000", "the cable is cut"));
        assertThat(spool.receive(SHARE, LONG).get(10, TimeUnit.SECONDS)).isInstanceOf(Received.Failed.class);
        assertThat(spool.failure(Address.session(JOB + "_other_0", 0))).isEmpty();
        assertThat(data()).isZero();
    }

    @Test
    void aRefusalIsFinalAndOutlivesTheServer() throws Exception {
        other.answer = transfer -> new Delivery.Refused("FFB-6602 it is FATE Flow in Python");
        accept(SHARE, "data");
        assertThat(settled()).isInstanceOf(Settlement.Lost.class);
        outbox.close();

        start();

        assertThat(spool.failure(SHARE.session()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("FFB-6602"));
    }

    @Test
    void aPartyThatIsAwayHoldsUpNobodyElse() throws Exception {
        other.answer = transfer -> transfer.receiver() == 10000 ? other.hang() : other.take(transfer);
        for (int i = 0; i < 20; i++) {
            accept(new Address(SHARE.session(), "share", "" + i, GUEST, HOST), "x");
        }
        Address toArbiter = new Address(Address.session(TASK, 1), "share", "0", GUEST, ARBITER);
        outbox.accept(JOB, TASK, 1, toArbiter, new ByteArrayInputStream(new byte[] {1}));

        assertThat(outbox.settled(toArbiter.session(), GUEST, LONG).get(30, TimeUnit.SECONDS))
                .isInstanceOf(Settlement.Everything.class);
        assertThat(outbox.settled(SHARE.session(), GUEST, Duration.ZERO).get(30, TimeUnit.SECONDS))
                .isInstanceOf(Settlement.NotYet.class);
    }

    @Test
    void whatIsNeverTakenHoldsUpNothingElseAndIsGivenUp() throws Exception {
        CountDownLatch twice = new CountDownLatch(2);
        other.answer = transfer -> {
            if (!transfer.name().equals("big")) {
                return other.take(transfer);
            }
            twice.countDown();
            return new Delivery.Interrupted("its disk is full", 0);
        };
        accept(new Address(SHARE.session(), "big", "0", GUEST, HOST), "x");
        Address small = new Address(Address.session(TASK, 1), "share", "0", GUEST, HOST);
        outbox.accept(JOB, TASK, 1, small, new ByteArrayInputStream(new byte[] {1}));
        assertThat(outbox.settled(small.session(), GUEST, LONG).get(30, TimeUnit.SECONDS))
                .isInstanceOf(Settlement.Everything.class);

        assertThat(twice.await(30, TimeUnit.SECONDS)).isTrue();

        clock.add(Duration.ofMinutes(11));

        assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                .contains("host 10000", "its disk is full"));
    }

    @Test
    void nothingGoesOutForATaskThatHasEnded() throws Exception {
        other.interruptions.set(Integer.MAX_VALUE);
        accept(SHARE, "data");

        spool.close(SHARE.session());

        assertThat(settled()).isInstanceOf(Settlement.Everything.class);
        assertThat(accept(SHARE, "data")).isEqualTo(Sent.GONE);
        assertThat(data()).isZero();
    }

    @Test
    void aRouteThatIsMissingIsNamed() throws Exception {
        Address elsewhere = new Address(SHARE.session(), "share", "0", GUEST, new Member("host", "777"));
        accept(elsewhere, "data");

        assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                .contains("FFB-6001", "777"));
    }

    @Test
    void whatDoesNotFitIsRefusedAndLeavesNothing() {
        outbox.close();
        spool = new ExchangeSpool(directory, new DiskSpace(Long.MAX_VALUE / 2));

        assertThatThrownBy(() -> spool.send(SHARE, new ByteArrayInputStream(new byte[1])))
                .isInstanceOf(NoSpaceException.class);
        assertThat(data()).isZero();
    }

    private Sent accept(Address address, String data) throws IOException {
        return outbox.accept(JOB, TASK, 0, address, new ByteArrayInputStream(data.getBytes(StandardCharsets.UTF_8)));
    }

    private Settlement settled() throws Exception {
        return outbox.settled(SHARE.session(), GUEST, LONG).get(30, TimeUnit.SECONDS);
    }

    private long data() {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(file -> file.toString().endsWith(SpoolDirectory.OUTGOING)
                            || file.toString().endsWith(SpoolDirectory.PART)
                            || file.toString().endsWith(SpoolDirectory.LETTER))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another site, as far as one can get there. */
    private static final class Other implements TransferSender {

        final Map<Address, String> arrived = new ConcurrentHashMap<>();
        final List<Transfer> tried = new CopyOnWriteArrayList<>();
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger interruptions = new AtomicInteger();
        volatile Function<Transfer, Delivery> answer = this::take;

        @Override
        public Delivery carry(PartyRoute route, CallHeaders headers, Transfer transfer, Path data) {
            tried.add(transfer);
            if (interruptions.getAndDecrement() > 0) {
                return new Delivery.Interrupted("the cable is cut", 0);
            }
            try {
                arrived.put(transfer.address(), Files.readString(data));
            } catch (IOException e) {
                return new Delivery.Interrupted("the data is gone", 0);
            }
            return answer.apply(transfer);
        }

        Delivery take(Transfer transfer) {
            return new Delivery.Delivered();
        }

        Delivery hang() {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Delivery.Interrupted("nobody answers", 0);
        }

        @Override
        public void close() {}
    }
}
