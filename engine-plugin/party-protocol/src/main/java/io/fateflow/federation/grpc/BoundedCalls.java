package io.fateflow.federation.grpc;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/** Ends calls whose messages take too much memory together, or do not come. */
final class BoundedCalls implements ServerInterceptor {

    private final Duration firstMessage;
    private final ScheduledExecutorService timer;

    /** @param firstMessage how long a call's first message may take; before it nobody knows whose call it is */
    BoundedCalls(Duration firstMessage, ScheduledExecutorService timer) {
        this.firstMessage = firstMessage;
        this.timer = timer;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        EndedOnce<Q, A> bounded = new EndedOnce<>(call);
        Runnable tooMuch = () -> bounded.close(
                Status.UNAVAILABLE.withDescription(
                        "FFB-5232 the messages of other calls take the memory for this one; call again"),
                new Metadata());
        Runnable late = () -> bounded.close(
                Status.CANCELLED.withDescription(
                        "FFB-5233 the call's message did not come in " + firstMessage.toSeconds() + " s"),
                new Metadata());
        IncomingCall.KEY.get().endBy(tooMuch, timer.schedule(late, firstMessage.toMillis(), TimeUnit.MILLISECONDS));
        return next.startCall(bounded, headers);
    }

    /** Whoever ends it first has ended it; what others say then is said to nobody. */
    private static final class EndedOnce<Q, A> extends SimpleForwardingServerCall<Q, A> {

        private final AtomicBoolean ended = new AtomicBoolean();

        EndedOnce(ServerCall<Q, A> call) {
            super(call);
        }

        @Override
        public void sendHeaders(Metadata headers) {
            if (!ended.get()) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public void sendMessage(A message) {
            if (!ended.get()) {
                super.sendMessage(message);
            }
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (ended.compareAndSet(false, true)) {
                super.close(status, trailers);
            }
        }
    }
}
