package io.fateflow.engine.federation.wire;

/** What came in is no call between sites, or a call with values that can't be. The message is for the caller. */
public final class WireFormatException extends RuntimeException {

    public WireFormatException(String message) {
        super(message);
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
