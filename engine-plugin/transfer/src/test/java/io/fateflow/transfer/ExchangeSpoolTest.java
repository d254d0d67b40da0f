package io.fateflow.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.transfer.Address.Member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExchangeSpoolTest {

    private static final Member GUEST = new Member("guest", "9999");
    private static final Member HOST = new Member("host", "10000");
    private static final Address SHARE = new Address("job_add_0 0", "share", "0", GUEST, HOST);
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private ExchangeSpool spool;

    @BeforeEach
    void aSpool() {
        spool = new ExchangeSpool(directory, new DiskSpace(0));
    }

    @Test
    void givesWhatWasSentAsOftenAsItIsAskedFor() throws IOException {
        assertThat(spool.send(SHARE, bytes("x"))).isEqualTo(Sent.STORED);

        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo("x");
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo("x");
    }

    @Test
    void givesWhatIsThereToWhoWaitsAndHasNotBeenTold() throws IOException {
        Address later = new Address("job_add_0 0", "later", "0", GUEST, HOST);
        CompletableFuture<Received> waiting = spool.receive(SHARE, LONG);
        CompletableFuture<Received> waitsForMore = spool.receive(later, LONG);
        new ExchangeSpool(directory, new DiskSpace(0)).send(SHARE, bytes("x"));
        assertThat(waiting).isNotDone();

        spool.lookAgain();

        assertThat(content(waiting)).isEqualTo("x");
        assertThat(waitsForMore).isCompletedWithValueMatching(Received.NotYet.class::isInstance);
        assertThat(spool.receive(later, LONG)).as("it may wait on").isNotDone();
    }

    @Test
    void wakesWhoWaitsAtAnotherServerThatSharesTheSpool() throws IOException {
        List<String> arrived = new ArrayList<>();
        ExchangeSpool other = new ExchangeSpool(directory, new DiskSpace(0), arrived::add);
        CompletableFuture<Received> waiting = spool.receive(SHARE, LONG);
        other.send(SHARE, bytes("x"));
        assertThat(arrived).hasSize(1);

        spool.arrivedElsewhere("../" + arrived.get(0));
        assertThat(waiting).as("what is no name of a file here").isNotDone();
        spool.arrivedElsewhere(arrived.get(0));

        assertThat(content(waiting)).isEqualTo("x");
        other.close(SHARE.session());
        spool.close(SHARE.session());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void wakesWhoWaits() throws IOException {
        CompletableFuture<Received> first = spool.receive(SHARE, LONG);
        CompletableFuture<Received> second = spool.receive(SHARE, LONG);
        assertThat(first).isNotDone();

        spool.send(SHARE, bytes("x"));

        assertThat(content(first)).isEqualTo("x");
        assertThat(content(second)).isEqualTo("x");
    }

    @Test
    void nobodyWaitsWhenTheServerStops() throws IOException {
        CompletableFuture<Received> waits = spool.receive(SHARE, LONG);

        spool.endWaits();

        assertThat(waits).isCompletedWithValueMatching(Received.NotYet.class::isInstance);
        assertThat(spool.receive(SHARE, LONG)).isCompletedWithValueMatching(Received.NotYet.class::isInstance);
        spool.send(SHARE, bytes("x"));
        assertThat(content(spool.receive(SHARE, LONG))).isEqualTo("x");
    }

    @Test
    void keepsAddressesApart() throws IOException {
        spool.send(SHARE, bytes("x"));

        for (Address other : new Address[] {
            new Address("job_add_0 1", "share", "0", GUEST, HOST),
            new Address("job_add_0 0", "share0", "", GUEST, HOST),
            new Address("job_add_0 0", "share", "0", HOST, GUEST),
            new Address("job_add_0 0", "share", "0", GUEST, new Member("host", "10001")),
            new Address("job_add_0 0", "../share", "0", GUEST, HOST)
        }) {
            assertThat(spool.receive(other, Duration.ZERO).join()).isInstanceOf(Received.NotYet.class);
        }
    }

    @Test
    void keepsTheFirstOfTwo() throws IOException {
        spool.send(SHARE, bytes("first"));

        assertThat(spool.send(SHARE, bytes("second"))).isEqualTo(Sent.DUPLICATE);
        assertThat(content(spool.receive(SHARE, LONG))).isEqualTo("first");
    }

    @Test
    void storesNothingOfABrokenSend() throws IOException {
        InputStream broken = new SequenceInputStream(bytes("x".repeat(100_000)), new BrokenConnection());

        assertThatThrownBy(() -> spool.send(SHARE, broken)).hasMessage("connection reset");

        assertThat(spool.receive(SHARE, Duration.ZERO).join()).isInstanceOf(Received.NotYet.class);
        assertThat(files()).isZero();
        assertThat(spool.send(SHARE, bytes("again"))).isEqualTo(Sent.STORED);
    }

    @Test
    void tellsEverybodyThatTheTaskHasEndedAndKeepsNothing() throws IOException {
        Address never = new Address(SHARE.session(), "never", "", GUEST, HOST);
        CompletableFuture<Received> waiting = spool.receive(never, LONG);
        spool.send(SHARE, bytes("x"));

        spool.close(SHARE.session());

        assertThat(waiting.join()).isInstanceOf(Received.Gone.class);
        assertThat(spool.receive(SHARE, LONG).join()).isInstanceOf(Received.Gone.class);
        assertThat(spool.send(SHARE, bytes("x"))).isEqualTo(Sent.GONE);
        assertThat(files()).isZero();
    }

    @Test
    void outlivesTheServer() throws IOException {
        spool.send(SHARE, bytes("x"));

        ExchangeSpool restarted = new ExchangeSpool(directory, new DiskSpace(0));
        assertThat(content(restarted.receive(SHARE, LONG))).isEqualTo("x");
        assertThat(restarted.sessions()).containsExactly(SHARE.session());
    }

    private static final class BrokenConnection extends InputStream {

        @Override
        public int read() throws IOException {
            throw new IOException("connection reset");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }
    }

    private long files() throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("session"))
                    .count();
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String content(CompletableFuture<Received> received) throws IOException {
        Received answer = received.orTimeout(10, TimeUnit.SECONDS).join();
        assertThat(answer).isInstanceOf(Received.Available.class);
        return Files.readString(((Received.Available) answer).file());
    }
}
