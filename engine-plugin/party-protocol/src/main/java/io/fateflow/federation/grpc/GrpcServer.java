package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.incoming.WireDispatcher;

/** This site's gRPC server: what comes in packets is handed to the dispatcher; who takes other calls says so. */
public final class GrpcServer implements AutoCloseable {

    /** Of every call, in both directions. */
    public static final int FLOW_WINDOW_BYTES = 4 << 20;

    private static final int KEEP_ALIVE_SECONDS = 30;

    private final Server server;
    private final ExecutorService threads;

    private GrpcServer(Server server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * What an operator decides.
     *
     * @param address where it listens
     * @param maxMessageBytes longer packets are refused before they are read
     * @param threads how many calls are handled at once
     * @param tls null for plain text; with {@code trusted} the other side must show a certificate
     */
    public record Settings(
            InetSocketAddress address,
            int maxMessageBytes,
            int threads,
            @Nullable TlsFiles tls) {}

    /**
     * Starts it.
     *
     * @param others what takes calls that are no packets
     * @throws IOException if the port is taken or the TLS files can't be read
     */
    public static GrpcServer start(
            Settings settings,
            WireDispatcher dispatcher,
            PartyDirectory directory,
            List<? extends BindableService> others)
            throws IOException {
        Packets packets = new Packets(
                settings.address().getHostString(), settings.address().getPort());
        ExecutorService threads = Executors.newFixedThreadPool(
                settings.threads(), task -> new Thread(task, "fate-grpc-" + Integer.toHexString(task.hashCode())));
        NettyServerBuilder builder = NettyServerBuilder.forAddress(settings.address(), credentials(settings.tls()))
                .executor(threads)
                .maxInboundMessageSize(settings.maxMessageBytes())
                .flowControlWindow(FLOW_WINDOW_BYTES)
                // a caller that vanished without a word is noticed
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .intercept(new CallFacts())
                .addService(new PacketService(dispatcher, packets, settings.maxMessageBytes()))
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

    private static ServerCredentials credentials(@Nullable TlsFiles files) throws IOException {
        if (files == null) {
            return InsecureServerCredentials.create();
        }
        if (files.certificate() == null || files.privateKey() == null) {
            throw new IllegalArgumentException("the gRPC server needs a certificate and a private key for TLS");
        }
        TlsServerCredentials.Builder credentials = TlsServerCredentials.newBuilder()
                .keyManager(files.certificate().toFile(), files.privateKey().toFile());
        if (files.trusted() != null) {
            credentials.trustManager(files.trusted().toFile()).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        return credentials.build();
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
