package io.fateflow.transfer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.transfer.TransferProgress.State;

import static io.fateflow.transfer.Transfers.SHARE;
import static io.fateflow.transfer.Transfers.chunk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TransferReceiverTest {

    private static final byte[] DATA = Transfers.bytes(10_000);
    private static final Transfer PARCEL = Transfers.of(DATA);

    @TempDir
    private Path directory;

    private ExchangeSpool spool;
    private TransferReceiver arrivals;

    @BeforeEach
    void start() {
        spool = new ExchangeSpool(directory, new DiskSpace(0));
        arrivals = new TransferReceiver(spool);
    }

    @Test
    void wakesWhoWaitsWhenAllOfItIsThere() throws IOException {
        CompletableFuture<Received> waiting = spool.receive(SHARE, Duration.ofMinutes(1));

        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            assertThat(arrival.append(chunk(DATA, 0, 4_000)).state()).isEqualTo(State.GO);
            assertThat(waiting).isNotDone();
            assertThat(arrival.append(chunk(DATA, 4_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }

        assertThat(content(waiting)).isEqualTo(DATA);
        assertThat(arrivals.isHere(PARCEL)).isTrue();
    }

    @Test
    void goesOnWhereTheConnectionWasLost() throws IOException {
        try (ReceivingConnection broken = arrivals.open(PARCEL)) {
            broken.append(chunk(DATA, 0, 6_000));
        }
        try (ReceivingConnection next = arrivals.open(PARCEL)) {
            assertThat(next.received()).isEqualTo(6_000);
            assertThat(next.append(chunk(DATA, 6_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }

        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    @Test
    void goesOnAfterARestart() throws IOException {
        arrivals.open(PARCEL).append(chunk(DATA, 0, 6_000));

        start();
        try (ReceivingConnection next = arrivals.open(PARCEL)) {
            assertThat(next.received()).isEqualTo(6_000);
            assertThat(next.append(chunk(DATA, 6_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }

        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    /** A link to {@code /dev/full} is a disk that takes nothing. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void goesOnAfterTheDiskHasFailed() throws IOException {
        byte[] data = Transfers.bytes(200_000);
        Transfer transfer = Transfers.of(data);
        try (ReceivingConnection first = arrivals.open(transfer)) {
            first.append(chunk(data, 0, 6_000));
        }
        Path half = onlyHalf();
        Path aside = Files.move(half, directory.resolve("aside"));
        Files.createSymbolicLink(half, Path.of("/dev/full"));
        try (ReceivingConnection full = arrivals.open(transfer)) {
            Chunks.Chunk chunk = chunk(data, 6_000, 200_000);
            assertThatThrownBy(() -> full.append(chunk)).isInstanceOf(IOException.class);
        }
        Files.delete(half);
        Files.move(aside, half);

        try (ReceivingConnection next = arrivals.open(transfer)) {
            assertThat(next.received()).isEqualTo(6_000);
            assertThat(next.append(chunk(data, 6_000, 200_000)).state()).isEqualTo(State.COMPLETE);
        }
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(data);
    }

    private Path onlyHalf() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(SpoolDirectory.HALF))
                    .findAny()
                    .orElseThrow();
        }
    }

    @Test
    void theNewerOfTwoConnectionsWrites() throws IOException {
        try (ReceivingConnection older = arrivals.open(PARCEL);
                ReceivingConnection newer = arrivals.open(PARCEL)) {
            newer.append(chunk(DATA, 0, 6_000));

            assertThatThrownBy(() -> older.append(chunk(DATA, 0, 6_000))).hasMessageContaining("another connection");
            older.close();
            assertThat(newer.append(chunk(DATA, 6_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    @Test
    void anOfferThatNothingFollowsDisturbsNobody() throws IOException {
        try (ReceivingConnection writes = arrivals.open(PARCEL)) {
            writes.append(chunk(DATA, 0, 6_000));
            try (ReceivingConnection offered = arrivals.open(PARCEL)) {
                assertThat(offered.received()).isEqualTo(6_000);
                assertThat(writes.append(chunk(DATA, 6_000, 8_000)).state()).isEqualTo(State.GO);
            }
            assertThat(writes.append(chunk(DATA, 8_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    @Test
    void aConnectionOfBeforeWritesNothingWhenItIsWhole() throws IOException {
        try (ReceivingConnection late = arrivals.open(PARCEL);
                ReceivingConnection arrival = arrivals.open(PARCEL)) {
            arrival.append(chunk(DATA, 0, 10_000));

            assertThatThrownBy(() -> late.append(chunk(DATA, 0, 6_000))).isInstanceOf(SupersededException.class);
        }
        assertThat(arrivals.halfReceived(PARCEL)).isZero();
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    @Test
    void aChunkThatComesTwiceIsWrittenOnce() throws IOException {
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            arrival.append(chunk(DATA, 0, 6_000));
            arrival.append(chunk(DATA, 0, 6_000));
            arrival.append(chunk(DATA, 6_000, 10_000));
        }
        assertThat(content(spool.receive(SHARE, Duration.ZERO))).isEqualTo(DATA);
    }

    @Test
    void chunksThatCantBeAreRefusedAndNothingIsLost() throws IOException {
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            arrival.append(chunk(DATA, 0, 1_000));
            ByteBuffer empty = ByteBuffer.allocate(0);
            ByteBuffer tooLong = ByteBuffer.allocate(Chunks.LONGEST + 1);
            ByteBuffer part = ByteBuffer.wrap(DATA, 1_000, 10).slice();
            for (Chunks.Chunk bad : new Chunks.Chunk[] {
                chunk(DATA, 2_000, 3_000),
                new Chunks.Chunk(-1, part, Chunks.crc32c(part)),
                new Chunks.Chunk(1_000, empty, Chunks.crc32c(empty)),
                new Chunks.Chunk(1_000, tooLong, Chunks.crc32c(tooLong)),
                new Chunks.Chunk(1_000, part, Chunks.crc32c(part) + 1),
                new Chunks.Chunk(1_000, ByteBuffer.allocate(9_001), Chunks.crc32c(ByteBuffer.allocate(9_001)))
            }) {
                assertThatThrownBy(() -> arrival.append(bad))
                        .isInstanceOf(BadChunkException.class)
                        .hasMessageContaining("FFB-6607");
            }
            assertThat(arrival.append(chunk(DATA, 1_000, 10_000)).state()).isEqualTo(State.COMPLETE);
        }
    }

    @Test
    void readsChunksOutOfAStreamUntilItBreaks() throws IOException {
        byte[] first = Chunks.framed(chunk(DATA, 0, 5_000)).array();
        byte[] second = Chunks.framed(chunk(DATA, 5_000, 10_000)).array();
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            assertThatThrownBy(() -> arrival.appendAll(new SequenceInputStream(
                            new ByteArrayInputStream(first), new ByteArrayInputStream(second, 0, 4_000))))
                    .isInstanceOf(IOException.class);
            assertThat(arrival.received()).isEqualTo(5_000);
            assertThat(arrival.appendAll(new ByteArrayInputStream(second)).state())
                    .isEqualTo(State.COMPLETE);
        }
    }

    @Test
    void aLengthThatCantBeIsRefusedBeforeItsBytesAreRead() throws IOException {
        byte[] head = ByteBuffer.allocate(Chunks.HEAD)
                .putLong(0)
                .putInt(Integer.MAX_VALUE)
                .putInt(0)
                .array();
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            assertThatThrownBy(() -> arrival.appendAll(new ByteArrayInputStream(head)))
                    .isInstanceOf(BadChunkException.class);
        }
    }

    @Test
    void dataThatIsNotWhatWasDescribedIsThrownAway() throws IOException {
        byte[] other = Transfers.bytes(10_001);
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            assertThat(arrival.append(chunk(other, 0, 10_000)).state()).isEqualTo(State.LATER);
        }
        assertThat(arrivals.halfReceived(PARCEL)).isZero();
        assertThat(arrivals.isHere(PARCEL)).isFalse();
        try (ReceivingConnection again = arrivals.open(PARCEL)) {
            assertThat(again.append(chunk(DATA, 0, 10_000)).state()).isEqualTo(State.COMPLETE);
        }
    }

    @Test
    void nothingIsKeptOfASessionThatEndsMeanwhile() throws IOException {
        try (ReceivingConnection arrival = arrivals.open(PARCEL)) {
            arrival.append(chunk(DATA, 0, 6_000));
            spool.close(SHARE.session());

            assertThatThrownBy(() -> arrival.append(chunk(DATA, 6_000, 10_000))).isInstanceOf(IOException.class);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whatDoesNotFitIsPutOff() {
        TransferReceiver full = new TransferReceiver(new ExchangeSpool(directory, new DiskSpace(Long.MAX_VALUE / 2)));

        assertThatThrownBy(() -> full.open(PARCEL))
                .isInstanceOf(NoSpaceException.class)
                .hasMessageContaining("FFB-5204");
    }

    private static byte[] content(CompletableFuture<Received> received) throws IOException {
        assertThat(received).isCompletedWithValueMatching(Received.Available.class::isInstance);
        return Files.readAllBytes(((Received.Available) received.join()).file());
    }
}
