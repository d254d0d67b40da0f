package io.fateflow.webapp.security;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** A body that must keep coming, unless its caller has proved who it is. */
final class GuardedBody extends ServletInputStream {

    /** Before that nobody is too slow: a lost packet takes its time. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final int KIBIBYTE = 1024;

    private final HttpServletRequest request;
    private final ServletInputStream in;
    private final BodyGuard guard;
    private final String address;
    private long begun;
    private long from;
    private long count;
    private int kept;
    private boolean waits;
    private boolean skips;
    private @Nullable Spool spool;
    private long checked;

    GuardedBody(HttpServletRequest request, BodyGuard guard) throws IOException {
        this.request = request;
        this.in = request.getInputStream();
        this.guard = guard;
        this.address = request.getRemoteAddr();
        this.begun = guard.now();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        requireRoom();
        boolean known = !skips && CallerProof.isGiven(request);
        if (known) {
            letGo();
            int read = in.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
        if (in.available() == 0 && !in.isFinished()) {
            checkPace();
            if (!waits) {
                guard.enter(address, what());
                waits = true;
            }
        }
        int read = in.read(target, offset, length);
        if (read < 0) {
            leave();
        } else {
            count += read;
            keep();
        }
        return read;
    }

    /** Only before this server waits: while it stood still itself, the caller may have sent everything. */
    private void checkPace() throws BodyRefusedException {
        Duration taken = Duration.ofNanos(guard.now() - begun);
        BodyGuard.Rules rules = guard.rules();
        boolean tooSlow = taken.compareTo(GRACE) > 0
                && count - from < rules.slowest().toBytes() * TimeUnit.NANOSECONDS.toSeconds(taken.toNanos());
        boolean tooLong = taken.compareTo(rules.longest()) > 0;
        if (tooSlow || (tooLong && spool == null)) {
            throw BodyRefusedException.tooSlow(count - from, taken.toSeconds());
        }
        if (tooLong) {
            from = count;
            begun = guard.now();
        }
    }

    /**
     * What is read from now on is written to a disk: it takes no memory, and any time, as long as it keeps coming; who was
     * fast at first may not stand still later.
     */
    void goesTo(Spool disk) throws IOException {
        disk.require(Math.max(0, request.getContentLengthLong()));
        spool = disk;
        checked = count;
    }

    private void requireRoom() throws IOException {
        Spool disk = spool;
        if (disk != null && count - checked >= Spool.STRIDE) {
            disk.require(Spool.STRIDE);
            checked = count;
        }
    }

    /** What is only skipped, or goes to a disk, stays nowhere. */
    private void keep() throws BodyRefusedException {
        int more = skips || spool != null ? 0 : (int) (count / KIBIBYTE) - kept;
        if (more > 0) {
            guard.keep(more);
            kept += more;
        }
    }

    private BodyGuard.Wait what() {
        return skips ? BodyGuard.Wait.TO_SKIP : BodyGuard.Wait.FOR_BODY;
    }

    void skipRest() throws IOException {
        leave();
        skips = true;
        spool = null;
        begun = guard.now();
        from = count;
        byte[] nothing = new byte[8 * KIBIBYTE];
        int read = 0;
        while (read >= 0) {
            read = read(nothing, 0, nothing.length);
        }
    }

    long count() {
        return count;
    }

    void letGo() {
        leave();
        guard.forget(kept);
        kept = 0;
    }

    private void leave() {
        if (waits) {
            waits = false;
            guard.leave(address, what());
        }
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public boolean isFinished() {
        return in.isFinished();
    }

    @Override
    public boolean isReady() {
        return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        in.setReadListener(listener);
    }
}
