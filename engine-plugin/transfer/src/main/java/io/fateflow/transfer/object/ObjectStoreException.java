package io.fateflow.transfer.object;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** An object store does not do what it is asked for; the message has an id, and what to do. */
public final class ObjectStoreException extends IOException {

    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** What is wrong. */
    public enum Reason {
        /** It does not answer, or has too much to do: it may another time. */
        AWAY,
        /** Somebody has to change something first. */
        REFUSED
    }

    private ObjectStoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The one that is behind another failure; null if there is none. */
    public static @Nullable ObjectStoreException in(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof ObjectStoreException)) {
            cause = cause.getCause();
        }
        return cause instanceof ObjectStoreException found ? found : null;
    }

    public Reason reason() {
        return reason;
    }

    /** It could not be reached, broke off, or said that it can't now. */
    public static ObjectStoreException away(ObjectStoreSettings store, String what, Throwable cause) {
        return new ObjectStoreException(
                Reason.AWAY,
                "FFB-5263 The object store %s did not answer to %s: %s. It is asked again; see that it runs and is reached"
                                .formatted(store.endpoint(), what, cause.getMessage())
                        + " from here (fate.objects.endpoint).",
                cause);
    }

    /** It does not know who asks, or does not let him. */
    public static ObjectStoreException login(ObjectStoreSettings store, String what, String code, Throwable cause) {
        return new ObjectStoreException(
                Reason.REFUSED,
                "FFB-5264 The object store %s refuses to %s in bucket %s: %s. Correct fate.objects.access-key and secret-key,"
                                .formatted(store.endpoint(), what, store.bucket(), code)
                        + " or let them read, write, list and delete there.",
                cause);
    }

    /** There is no such bucket. */
    public static ObjectStoreException bucket(ObjectStoreSettings store, Throwable cause) {
        return new ObjectStoreException(
                Reason.REFUSED,
                "FFB-5265 The object store %s has no bucket %s. Make it, or correct fate.objects.bucket (or its region,"
                                .formatted(store.endpoint(), store.bucket())
                        + " or fate.objects.path-style).",
                cause);
    }

    /** It says something else. */
    public static ObjectStoreException refused(ObjectStoreSettings store, String what, String code, Throwable cause) {
        return new ObjectStoreException(
                Reason.REFUSED,
                "FFB-5237 The object store %s refuses to %s in bucket %s: %s. Its own log says more."
                        .formatted(store.endpoint(), what, store.bucket(), code),
                cause);
    }
}
