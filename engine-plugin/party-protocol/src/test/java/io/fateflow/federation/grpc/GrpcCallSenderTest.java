package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.grpc.GrpcServer.Settings;
import io.fateflow.federation.grpc.GrpcServer.Strangers;
import io.fateflow.federation.grpc.proto.Data;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.wire.CallHeaders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Connections that are kept, and have died since. */
class GrpcCallSenderTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final GrpcServer.Threads threads = GrpcServer.Threads.of(4);
    private final GrpcCallSender sender = new GrpcCallSender("127.0.0.1", 9360, 100_000);
    private Server server;
    private Forwarder network;

    @BeforeEach
    void start() throws IOException {
        server = serve(0);
        network = new Forwarder(server.getPort());
    }

    @AfterEach
    void stop() throws IOException {
        sender.close();
        network.close();
        server.shutdownNow();
        threads.shutdownNow();
    }

    @Test
    void callsGoOverOneConnection() throws IOException {
        for (int i = 0; i < 3; i++) {
            assertThat(call(network.port(), LONG)).isEqualTo("heard");
        }

        assertThat(network.connections()).isEqualTo(1);
    }

    @Test
    void aConnectionThatBreaksUnderACallIsReplacedAtOnce() throws IOException {
        call(network.port(), LONG);

        network.doom(Forwarder.Fate.BROKEN);

        assertThat(call(network.port(), LONG)).isEqualTo("heard");
        assertThat(network.connections()).isEqualTo(2);
    }

    /** As when a firewall forgets it, or the machine at its other end has been replaced. */
    @Test
    void afterACallWithoutAnAnswerTheNextOneGoesOverAnotherConnection() throws IOException {
        call(network.port(), LONG);

        network.doom(Forwarder.Fate.LOST);

        assertThatThrownBy(() -> call(network.port(), Duration.ofMillis(300))).isInstanceOf(HttpTimeoutException.class);
        assertThat(call(network.port(), LONG)).isEqualTo("heard");
    }

    /** Not when gRPC's pause is over, in which a connection's calls fail without being tried. */
    @Test
    void aSiteThatComesBackIsReachedAtOnce() throws Exception {
        int port = server.getPort();
        call(port, LONG);
        server.shutdownNow();
        assertThat(server.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> call(port, LONG)).hasMessageContaining("UNAVAILABLE");

        server = serve(port);

        assertThat(call(port, LONG)).isEqualTo("heard");
    }

    private String call(int port, Duration timeout) throws IOException {
        byte[] answer = sender.carry(
                        new PartyRoute(Protocol.GRPC, "127.0.0.1", port, null),
                        new OutgoingCall(
                                "/v1/info/common",
                                new CallHeaders("1.11.4", "9999", "10000", "guest", ""),
                                "",
                                "{}",
                                timeout))
                .answer();
        return new String(answer, StandardCharsets.UTF_8);
    }

    private Server serve(int port) throws IOException {
        return GrpcServer.bounded(
                        new Settings(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                                100_000,
                                4,
                                new Strangers(100, 100, 1_000_000, Duration.ofMinutes(1)),
                                null),
                        threads)
                .addService(new DataTransferServiceGrpc.DataTransferServiceImplBase() {
                    @Override
                    public void unaryCall(Packet request, StreamObserver<Packet> caller) {
                        caller.onNext(Packet.newBuilder()
                                .setBody(Data.newBuilder().setValue(ByteString.copyFromUtf8("heard")))
                                .build());
                        caller.onCompleted();
                    }
                })
                .build()
                .start();
    }
}
