package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

import org.springframework.util.unit.DataSize;

/** A body that is not read on, because nobody knows whose it is, and it takes what others need. */
public final class BodyRefusedException extends IOException {

    private final int status;

    private BodyRefusedException(int status, String message) {
        super(message);
        this.status = status;
    }

    static BodyRefusedException tooSlow(long bytes, long seconds) {
        return new BodyRefusedException(
                408,
                "FFB-6336 The body of this request is too slow: %d bytes in %d s; see fate.access.slowest-body and"
                                .formatted(bytes, seconds)
                        + " fate.access.body-time.");
    }

    static BodyRefusedException tooMany() {
        return new BodyRefusedException(
                503,
                "FFB-6337 Too many unfinished requests from this address; see fate.access.bodies-per-address. Call again.");
    }

    static BodyRefusedException noMemory() {
        return new BodyRefusedException(
                503, "FFB-6339 The bodies of other requests take the memory for this one. Call again.");
    }

    static BodyRefusedException noDisk(Path directory, DataSize keepFree) {
        return new BodyRefusedException(
                507,
                "FFB-5230 The disk of %s would have less than %d MB left (fate.exchange.keep-free): make room there."
                        .formatted(directory, keepFree.toMegabytes()));
    }

    static BodyRefusedException badForm(String why) {
        return new BodyRefusedException(400, "FFB-5231 The multipart form can't be read: " + why);
    }

    /** The one that a failure comes from: who reads forms wraps it. */
    public static Optional<BodyRefusedException> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BodyRefusedException refused) {
                return Optional.of(refused);
            }
        }
        return Optional.empty();
    }

    /** The HTTP status of the answer. */
    public int status() {
        return status;
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
