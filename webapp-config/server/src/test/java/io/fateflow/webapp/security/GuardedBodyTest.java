package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.util.unit.DataSize;

import io.fateflow.webapp.security.BodyGuard.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Bodies that come piece by piece, by a clock that the test sets. */
final class GuardedBodyTest {

    private static final int KIBIBYTE = 1024;

    @TempDir
    private Path directory;

    private long nanos;
    private final BodyGuard guard = new BodyGuard(
            new BodyGuard.Rules(DataSize.ofKilobytes(1), Duration.ofMinutes(1), 2, 3), 64L * KIBIBYTE, () -> nanos);

    /** One byte each time, after so long. */
    private MockHttpServletRequest trickle(Duration between) {
        return request(between, 1);
    }

    private MockHttpServletRequest request(Duration between, int piece) {
        return request(new Trickle(between, piece));
    }

    private static MockHttpServletRequest request(Trickle body) {
        MockHttpServletRequest request = new MockHttpServletRequest() {
            @Override
            public ServletInputStream getInputStream() {
                return body;
            }
        };
        request.setRemoteAddr("192.0.2.7");
        return request;
    }

    private static void readAll(MockHttpServletRequest request, BodyGuard guard) throws IOException {
        GuardedBody body = new GuardedBody(request, guard);
        try {
            body.readNBytes(10 * KIBIBYTE * KIBIBYTE);
        } finally {
            body.letGo();
        }
    }

    @Test
    void whoSendsAByteNowAndThenIsCutOff() {
        assertThatThrownBy(() -> readAll(trickle(Duration.ofSeconds(2)), guard))
                .isInstanceOfSatisfying(
                        BodyRefusedException.class, e -> assertThat(e.status()).isEqualTo(408))
                .hasMessageContaining("FFB-6336");
        assertThat(Duration.ofNanos(nanos)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void aServerThatStoodStillDoesNotCallItsCallersSlow() throws IOException {
        Trickle bytes = new Trickle(Duration.ofSeconds(25), 100);
        bytes.left = 300;
        GuardedBody body = new GuardedBody(request(bytes), guard);

        assertThat(body.read(new byte[100])).isEqualTo(100);
        bytes.between = Duration.ZERO;
        bytes.here = 200;

        assertThat(body.readAllBytes()).hasSize(200);
    }

    @Test
    void whoSendsFastEnoughAllDayIsCutOffToo() {
        BodyGuard roomy = new BodyGuard(
                new BodyGuard.Rules(DataSize.ofKilobytes(1), Duration.ofMinutes(1), 2, 3), 1L << 30, () -> nanos);

        assertThatThrownBy(() -> readAll(request(Duration.ofSeconds(1), 2 * KIBIBYTE), roomy))
                .hasMessageContaining("FFB-6336");
        assertThat(Duration.ofNanos(nanos)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(63));
    }

    @Test
    void whatGoesToTheDiskTakesAnyTimeAndNoMemory() throws IOException {
        GuardedBody body = onDisk(request(Duration.ofSeconds(1), 2 * KIBIBYTE), DataSize.ofBytes(1));

        assertThat(body.readNBytes(1000 * KIBIBYTE)).hasSize(1000 * KIBIBYTE);
        assertThat(Duration.ofNanos(nanos)).isGreaterThan(Duration.ofMinutes(5));
        guard.keep(64);
    }

    @Test
    void whoWasFastAtFirstMayNotStandStillLater() throws IOException {
        Trickle bytes = new Trickle(Duration.ZERO, 8 * KIBIBYTE);
        GuardedBody body = onDisk(request(bytes), DataSize.ofBytes(1));
        body.readNBytes(64 * KIBIBYTE * KIBIBYTE);
        bytes.between = Duration.ofSeconds(2);
        bytes.piece = 1;

        assertThatThrownBy(() -> body.readNBytes(1000)).hasMessageContaining("FFB-6336");
        assertThat(Duration.ofNanos(nanos)).isLessThan(Duration.ofSeconds(80));
    }

    @Test
    void aDiskWithoutRoomTakesNothing() {
        assertThatThrownBy(() -> onDisk(trickle(Duration.ZERO), DataSize.ofTerabytes(1_000_000)))
                .isInstanceOfSatisfying(
                        BodyRefusedException.class, e -> assertThat(e.status()).isEqualTo(507))
                .hasMessageContainingAll("FFB-5230", "fate.exchange.keep-free");
    }

    private GuardedBody onDisk(MockHttpServletRequest request, DataSize keepFree) throws IOException {
        GuardedBody body = new GuardedBody(request, guard);
        body.goesTo(new Spool(directory, keepFree));
        return body;
    }

    @Test
    void whoIsKnownMayTakeItsTime() throws IOException {
        MockHttpServletRequest known = trickle(Duration.ofMinutes(1));
        CallerProof.given(known);
        GuardedBody body = new GuardedBody(known, guard);

        assertThat(body.readNBytes(100)).hasSize(100);
    }

    @Test
    void oneAddressDoesNotTakeAllThreads() throws IOException {
        guard.enter("192.0.2.7", Wait.FOR_BODY);
        guard.enter("192.0.2.7", Wait.FOR_BODY);

        assertThatThrownBy(() -> guard.enter("192.0.2.7", Wait.FOR_BODY)).hasMessageContaining("FFB-6337");
        guard.enter("192.0.2.8", Wait.FOR_BODY);
        assertThatThrownBy(() -> guard.enter("192.0.2.9", Wait.FOR_BODY)).hasMessageContaining("FFB-6337");
        guard.leave("192.0.2.7", Wait.FOR_BODY);
        guard.enter("192.0.2.9", Wait.FOR_BODY);
        // what is only read to be thrown away takes nobody's place
        guard.enter("192.0.2.7", Wait.TO_SKIP);
    }

    @Test
    void bodiesDoNotTakeAllMemoryAndGiveItBack() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> readAll(request(Duration.ZERO, KIBIBYTE), guard))
                    .isInstanceOfSatisfying(BodyRefusedException.class, e -> assertThat(e.status())
                            .isEqualTo(503))
                    .hasMessageContaining("FFB-6339");
        }
        guard.keep(64);
    }

    /** Never ends. */
    private final class Trickle extends ServletInputStream {
        private Duration between;
        private int piece;
        private int here;
        private long left = Long.MAX_VALUE;

        Trickle(Duration between, int piece) {
            this.between = between;
            this.piece = piece;
        }

        @Override
        public int read() {
            nanos += between.toNanos();
            return 'x';
        }

        @Override
        public int available() {
            return here;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            nanos += between.toNanos();
            int read = (int) Math.min(left, Math.min(piece, length));
            left -= read;
            here = Math.max(0, here - read);
            return read;
        }

        @Override
        public boolean isFinished() {
            return left == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("it is read");
        }
    }
}
