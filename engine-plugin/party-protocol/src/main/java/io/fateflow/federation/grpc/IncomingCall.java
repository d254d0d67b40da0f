package io.fateflow.federation.grpc;

import java.util.concurrent.Future;

import io.grpc.Context;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Counts the bytes of one call's messages: a message counts until the next one begins, or the call ends. */
final class IncomingCall extends ServerStreamTracer {

    static final Context.Key<IncomingCall> KEY = Context.key("incoming-call");

    private final IncomingMemory memory;
    private @Nullable Runnable refusal;
    private @Nullable Future<?> deadline;
    private long held;
    private boolean closed;
    private boolean isWhole;

    IncomingCall(IncomingMemory memory) {
        this.memory = memory;
    }

    @Override
    public Context filterContext(Context context) {
        return context.withValue(KEY, this);
    }

    /**
     * Says how it ends before its time.
     *
     * @param whenTooMuch is called at most once, by whoever brings the byte that is too much
     * @param whenLate is canceled when the first message is here
     */
    synchronized void endBy(Runnable whenTooMuch, Future<?> whenLate) {
        refusal = whenTooMuch;
        deadline = whenLate;
        if (isWhole || closed) {
            whenLate.cancel(false);
        }
    }

    @Override
    public synchronized void inboundMessage(int number) {
        letGo();
    }

    @Override
    public synchronized void inboundMessageRead(int number, long wireSize, long size) {
        isWhole = true;
        cancelDeadline();
    }

    @Override
    public void inboundWireSize(long bytes) {
        Runnable now = count(bytes);
        if (now != null) {
            now.run();
        }
    }

    private synchronized @Nullable Runnable count(long bytes) {
        if (closed) {
            return null;
        }
        held += bytes;
        if (memory.hold(bytes)) {
            return null;
        }
        Runnable now = refusal;
        refusal = null;
        return now;
    }

    @Override
    public synchronized void streamClosed(Status status) {
        closed = true;
        cancelDeadline();
        letGo();
    }

    private void cancelDeadline() {
        Future<?> set = deadline;
        if (set != null) {
            set.cancel(false);
        }
    }

    private void letGo() {
        memory.giveBack(held);
        held = 0;
    }
}
