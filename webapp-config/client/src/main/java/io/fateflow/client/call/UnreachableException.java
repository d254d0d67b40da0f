package io.fateflow.client.call;

import org.jspecify.annotations.Nullable;

/** Nobody answers there, or nobody that can answer now; the call may have been done all the same. It may pass. */
public final class UnreachableException extends FateFlowException {

    public UnreachableException(String message, @Nullable Exception cause) {
        super(message, "", cause);
    }
}
