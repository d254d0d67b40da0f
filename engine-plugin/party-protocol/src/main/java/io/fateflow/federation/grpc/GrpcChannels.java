package io.fateflow.federation.grpc;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.RemovalListener;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;

import io.fateflow.federation.directory.PartyRoute;

/**
 * Connections to other sites, one a route, kept for a minute: a connection for each call was a fifth of the processor
 * time of a component between sites.
 *
 * <p>What is kept may have died since. So whoever finds a connection broken throws it away, and the next call has a new one at once,
 * not after gRPC's pause.
 */
public final class GrpcChannels implements AutoCloseable {

    /** So that other TLS files, and other addresses of a host, count soon. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private static final Set<Status.Code> BROKEN =
            Set.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED, Status.Code.INTERNAL);

    private static final Duration IDLE = Duration.ofSeconds(20);

    private final Cache<PartyRoute, ManagedChannel> kept = CacheBuilder.newBuilder()
            .expireAfterWrite(KEPT)
            // calls that are under way on it end as they would have
            .removalListener((RemovalListener<PartyRoute, ManagedChannel>)
                    removed -> removed.getValue().shutdown())
            .build();

    private final GrpcCredentials credentials = new GrpcCredentials();
    private final UnaryOperator<NettyChannelBuilder> settings;

    /** @param settings of each connection */
    public GrpcChannels(UnaryOperator<NettyChannelBuilder> settings) {
        this.settings = settings;
    }

    /**
     * A route's connection.
     *
     * @param isNew nobody has used it before
     */
    public record Kept(ManagedChannel channel, boolean isNew) {}

    /**
     * Gives the route's connection.
     *
     * @throws IOException if the route's TLS files can't be read
     */
    public Kept of(PartyRoute route) throws IOException {
        ManagedChannel known = kept.getIfPresent(route);
        if (known != null) {
            return new Kept(known, false);
        }
        ManagedChannel made = settings.apply(
                        NettyChannelBuilder.forAddress(route.host(), route.port(), credentials.of(route)))
                .idleTimeout(IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        ManagedChannel first = kept.asMap().putIfAbsent(route, made);
        if (first == null) {
            return new Kept(made, true);
        }
        made.shutdown();
        return new Kept(first, false);
    }

    /** A call has ended so: if that may be the connection's fault, the next call gets another one. */
    public void ended(PartyRoute route, ManagedChannel channel, Status.Code code) {
        if (BROKEN.contains(code)) {
            kept.asMap().remove(route, channel);
        }
    }

    @Override
    public void close() {
        kept.asMap().values().forEach(ManagedChannel::shutdownNow);
        kept.invalidateAll();
    }
}
