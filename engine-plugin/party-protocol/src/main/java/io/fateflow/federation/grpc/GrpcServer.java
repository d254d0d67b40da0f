package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.incoming.PartnerLimit;
import io.fateflow.federation.incoming.WireDispatcher;

/** This site's gRPC server: what comes in packets is handed to the dispatcher; who takes other calls says so. */
public final class GrpcServer implements AutoCloseable {

    /** Of every call, in both directions. */
    public static final int FLOW_WINDOW_BYTES = 4 << 20;

    private static final int KEEP_ALIVE_SECONDS = 30;

    /** Without a call, or until the greeting has come. */
    private static final int IDLE_MINUTES = 10;

    private static final int GREETING_SECONDS = 20;

    /** CVE-2023-44487: a caller that opens calls only to cancel them; an honest one may cancel all that it has. */
    private static final int CANCELED_CALLS = 400;

    private static final int CANCELED_CALLS_SECONDS = 30;

    private final Server server;
    private final Threads threads;

    private GrpcServer(Server server, Threads threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * What an operator decides.
     *
     * @param address where it listens
     * @param maxMessageBytes longer packets are refused before they are read
     * @param threads how many calls are handled at once
     * @param strangers what callers may take of the server before it is known who they are
     * @param tls null for plain text; with {@code trusted} the other side must show a certificate
     */
    public record Settings(
            InetSocketAddress address,
            int maxMessageBytes,
            int threads,
            Strangers strangers,
            @Nullable TlsFiles tls) {}

    /**
     * What callers may take of the server before it is known who they are.
     *
     * @param connections of all callers together
     * @param calls of one connection at once; more wait at the caller
     * @param memory of the messages of all calls, in bytes
     * @param firstMessage how long a call's first message may take
     */
    public record Strangers(int connections, int calls, long memory, Duration firstMessage) {

        /** A site needs two to each of its partners: calls and data. */
        private static final int CONNECTIONS = 1_000;

        /** A proxy has the calls of many sites on one connection. */
        private static final int CALLS = 100;

        /** @param memory but at least one message fits */
        public static Strangers of(long memory, int maxMessageBytes) {
            return new Strangers(CONNECTIONS, CALLS, Math.max(memory, 2L * maxMessageBytes), Duration.ofMinutes(1));
        }
    }

    /** Those that handle calls, one that ends calls that do not come, and those that read and write. */
    record Threads(ExecutorService handlers, ScheduledExecutorService timer, EventLoopGroup network) {

        static Threads of(int handlers) {
            ScheduledThreadPoolExecutor timer =
                    new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "fate-grpc-timer"));
            timer.setRemoveOnCancelPolicy(true);
            return new Threads(
                    Executors.newFixedThreadPool(
                            handlers, task -> new Thread(task, "fate-grpc-" + Integer.toHexString(task.hashCode()))),
                    timer,
                    new MultiThreadIoEventLoopGroup(
                            new DefaultThreadFactory("fate-grpc-network", true), NioIoHandler.newFactory()));
        }

        @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for threads that have nothing left to do
        void shutdownNow() {
            handlers.shutdownNow();
            timer.shutdownNow();
            network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** One that takes as many calls as come. */
    public static GrpcServer start(
            Settings settings,
            WireDispatcher dispatcher,
            PartyDirectory directory,
            List<? extends BindableService> others)
            throws IOException {
        return start(settings, dispatcher, PartnerLimit.NONE, directory, others);
    }

    /**
     * Starts it.
     *
     * @param limit of calls of partners
     * @param others what takes calls that are no packets
     * @throws IOException if the port is taken or the TLS files can't be read
     */
    public static GrpcServer start(
            Settings settings,
            WireDispatcher dispatcher,
            PartnerLimit limit,
            PartyDirectory directory,
            List<? extends BindableService> others)
            throws IOException {
        Packets packets = new Packets(
                settings.address().getHostString(), settings.address().getPort());
        Threads threads = Threads.of(settings.threads());
        NettyServerBuilder builder = bounded(settings, threads)
                .addService(new PacketService(dispatcher, packets, settings.maxMessageBytes(), limit))
                .addService(new RouteTable(directory));
        others.forEach(builder::addService);
        Server server = builder.build();
        try {
            return new GrpcServer(server.start(), threads);
        } catch (IOException e) {
            threads.shutdownNow();
            throw new IOException("the gRPC server can't listen at " + settings.address(), e);
        }
    }

    /** A server without services, that is bounded in all that strangers may take of it. */
    static NettyServerBuilder bounded(Settings settings, Threads threads) throws IOException {
        Strangers strangers = settings.strangers();
        ServerTls tls = settings.tls() == null ? null : new ServerTls(settings.tls());
        ServerCredentials credentials = tls == null ? InsecureServerCredentials.create() : tls.credentials();
        BoundedServerChannel.Greeting greeting = tls == null ? () -> {} : tls::look;
        NettyServerBuilder builder = NettyServerBuilder.forAddress(settings.address(), credentials)
                .executor(threads.handlers())
                .maxInboundMessageSize(settings.maxMessageBytes())
                .maxConcurrentCallsPerConnection(strangers.calls())
                .addStreamTracerFactory(new IncomingMemory(strangers.memory()))
                .flowControlWindow(FLOW_WINDOW_BYTES)
                // a caller that vanished without a word is noticed
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .handshakeTimeout(GREETING_SECONDS, TimeUnit.SECONDS)
                .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                .maxRstFramesPerWindow(CANCELED_CALLS, CANCELED_CALLS_SECONDS)
                .channelFactory(() -> new BoundedServerChannel(strangers.connections(), greeting))
                .bossEventLoopGroup(threads.network())
                .workerEventLoopGroup(threads.network())
                .intercept(new CallFacts())
                // the last one is asked first
                .intercept(new BoundedCalls(strangers.firstMessage(), threads.timer()));
        greeting.before();
        return builder;
    }

    public int port() {
        return server.getPort();
    }

    /** Calls under way get a few seconds to end. */
    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(5, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.shutdownNow();
        }
        threads.shutdownNow();
    }
}
