package io.fateflow.federation.wire;

/** What came in is no call between sites, or a call with values that can't be. The message is for the caller. */
public final class WireFormatException extends RuntimeException {

    private final String id;

    public WireFormatException(String message) {
        this("FFB-6201", message);
    }

    private WireFormatException(String id, String message) {
        super(message);
        this.id = id;
    }

    /** More than a call can have: it was not read to its end. */
    static WireFormatException tooMuch(String message) {
        return new WireFormatException("FFB-6330", message);
    }

    /** The error's stable id. */
    public String id() {
        return id;
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
