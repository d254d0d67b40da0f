package io.fateflow.federation.grpc;

import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/** Remembers one call, to say over which TLS session it went. */
final class CalledSession implements ClientInterceptor {

    private final AtomicReference<@Nullable ClientCall<?, ?>> made = new AtomicReference<>();

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        ClientCall<Q, A> call = next.newCall(method, options);
        made.set(call);
        return call;
    }

    /** Once it is answered; null without TLS. */
    @Nullable
    SSLSession get() {
        ClientCall<?, ?> call = made.get();
        return call == null ? null : call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    }
}
