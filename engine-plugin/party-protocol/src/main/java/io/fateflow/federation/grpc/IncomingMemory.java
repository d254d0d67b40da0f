package io.fateflow.federation.grpc;

import java.util.concurrent.atomic.AtomicLong;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;

/**
 * What messages of all callers may take of the memory together, from their first byte until they are answered: whose they
 * are is known only when they are whole.
 */
final class IncomingMemory extends ServerStreamTracer.Factory {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    /** @param most how many bytes */
    IncomingMemory(long most) {
        this.most = most;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        return new IncomingCall(this);
    }

    /** Whether there was room. Otherwise it is held all the same, until it is given back. */
    boolean hold(long bytes) {
        return held.addAndGet(bytes) <= most;
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }
}
