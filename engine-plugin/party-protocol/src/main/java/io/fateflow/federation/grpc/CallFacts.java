package io.fateflow.federation.grpc;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.Fingerprints;

/** Tells the services who has connected, and lets them say what goes back behind the answer. */
public final class CallFacts implements ServerInterceptor {

    public static final Context.Key<CallerEvidence> EVIDENCE = Context.key("evidence");
    static final Context.Key<AtomicReference<Metadata>> TRAILERS = Context.key("trailers");

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        AtomicReference<Metadata> said = new AtomicReference<>(new Metadata());
        Context context = Context.current().withValue(EVIDENCE, evidence(call)).withValue(TRAILERS, said);
        ServerCall<Q, A> withTrailers = new SimpleForwardingServerCall<>(call) {
            @Override
            public void close(Status status, Metadata trailers) {
                trailers.merge(said.get());
                super.close(status, trailers);
            }
        };
        return Contexts.interceptCall(context, withTrailers, headers, next);
    }

    private static CallerEvidence evidence(ServerCall<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return new CallerEvidence(
                String.valueOf(address), certificates(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION)));
    }

    private static List<String> certificates(@Nullable SSLSession session) {
        try {
            return session == null ? List.of() : Fingerprints.of(session.getPeerCertificates());
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
    }
}
