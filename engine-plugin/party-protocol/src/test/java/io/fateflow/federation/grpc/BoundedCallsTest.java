package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.federation.grpc.GrpcServer.Settings;
import io.fateflow.federation.grpc.GrpcServer.Strangers;
import io.fateflow.federation.grpc.proto.Data;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc.DataTransferServiceBlockingStub;
import io.fateflow.federation.grpc.proto.Packet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What callers may take of a gRPC server before anybody knows who they are, with handlers that wait. */
class BoundedCallsTest {

    private static final int MESSAGE = 200_000;

    private final GrpcServer.Threads threads = GrpcServer.Threads.of(8);
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private final Semaphore handled = new Semaphore(0);
    private @Nullable Server server;

    @AfterEach
    void stop() {
        go.countDown();
        channels.forEach(ManagedChannel::shutdownNow);
        if (server != null) {
            server.shutdownNow();
        }
        threads.shutdownNow();
    }

    @Test
    @Tag("slow")
    void messagesThatTakeTooMuchTogetherAreRefusedAndTakenLater() throws Exception {
        start(new Strangers(100, 100, 3 * MESSAGE / 2, Duration.ofMinutes(1)));
        CompletableFuture<Packet> first = send(channel(), MESSAGE - 1_000);
        awaitHandled(1);

        assertThatThrownBy(() -> stub(channel()).unaryCall(packet(MESSAGE - 1_000)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE))
                .hasMessageContaining("FFB-5232");
        CompletableFuture<Packet> small = send(channel(), 10);
        go.countDown();

        assertThat(first).succeedsWithin(Duration.ofSeconds(10));
        assertThat(small).succeedsWithin(Duration.ofSeconds(10));
        for (int i = 0; i < 10; i++) {
            assertThat(send(channel(), MESSAGE - 1_000)).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    @Test
    void aCallWhoseMessageDoesNotComeEnds() throws IOException {
        start(new Strangers(100, 100, 10 * MESSAGE, Duration.ofMillis(300)));
        CompletableFuture<Status> ended = new CompletableFuture<>();
        ClientCall<Packet, Packet> silent = channel().newCall(streaming(), CallOptions.DEFAULT);
        silent.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.complete(status);
                    }
                },
                new Metadata());

        assertThat(ended)
                .succeedsWithin(Duration.ofSeconds(10))
                .extracting(Status::getDescription)
                .asString()
                .contains("FFB-5233");
        assertThat(handled.availablePermits()).isZero();
    }

    @Test
    @Tag("slow")
    void aCallMayTakeItsTimeOnceItsMessageIsHere() throws IOException {
        start(new Strangers(100, 100, 10 * MESSAGE, Duration.ofMillis(300)));
        CompletableFuture<Packet> call = send(channel(), 10);

        assertThat(call).failsWithin(Duration.ofSeconds(1));
        go.countDown();

        assertThat(call).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void oneConnectionDoesNotTakeAllHandlers() throws Exception {
        start(new Strangers(100, 2, 10 * MESSAGE, Duration.ofMinutes(1)));
        ManagedChannel busy = channel();
        List<CompletableFuture<Packet>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(send(busy, 10));
        }
        awaitHandled(2);
        assertThat(handled.tryAcquire(300, TimeUnit.MILLISECONDS)).isFalse();
        calls.add(send(channel(), 10));
        awaitHandled(1);

        go.countDown();

        assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(Duration.ofSeconds(10)));
        awaitHandled(1);
    }

    @Test
    void connectionsThatAreTooManyAreRefusedUntilOthersEnd() throws Exception {
        start(new Strangers(2, 100, 10 * MESSAGE, Duration.ofMinutes(1)));
        go.countDown();
        ManagedChannel first = channel();
        assertThat(send(first, 10)).succeedsWithin(Duration.ofSeconds(10));
        assertThat(send(channel(), 10)).succeedsWithin(Duration.ofSeconds(10));

        assertThatThrownBy(() -> stub(channel()).unaryCall(packet(10)))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
        first.shutdownNow();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(send(channel(), 10)).succeedsWithin(Duration.ofSeconds(2)));
    }

    @Test
    void whoOpensCallsOnlyToCancelThemLosesTheConnection() throws Exception {
        start(new Strangers(100, 100, 10 * MESSAGE, Duration.ofMinutes(1)));
        ManagedChannel honest = channel();
        CompletableFuture<Packet> afterSome = send(honest, 10);
        ManagedChannel flood = channel();
        CompletableFuture<Packet> afterMany = send(flood, 10);
        awaitHandled(2);

        for (int i = 0; i < 100; i++) {
            openAndCancel(honest);
        }
        for (int i = 0; i < 500 && !afterMany.isDone(); i++) {
            openAndCancel(flood);
        }

        assertThat(afterMany)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("ENHANCE_YOUR_CALM");
        go.countDown();
        assertThat(afterSome).succeedsWithin(Duration.ofSeconds(10));
    }

    /** Its head has left before it is canceled. */
    private static void openAndCancel(ManagedChannel channel) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        ClientCall<Packet, Packet> call = channel.newCall(streaming(), CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onReady() {
                        open.countDown();
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        open.countDown();
                    }
                },
                new Metadata());
        assertThat(open.await(10, TimeUnit.SECONDS)).isTrue();
        call.cancel("not wanted any more", null);
    }

    /** A unary call's head would wait for its message. */
    private static MethodDescriptor<Packet, Packet> streaming() {
        return DataTransferServiceGrpc.getUnaryCallMethod().toBuilder()
                .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                .build();
    }

    private void start(Strangers strangers) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = GrpcServer.bounded(new Settings(anyPort, MESSAGE, 8, strangers, null), threads)
                .addService(new Waiting())
                .build()
                .start();
    }

    private void awaitHandled(int more) throws InterruptedException {
        assertThat(handled.tryAcquire(more, 10, TimeUnit.SECONDS)).isTrue();
    }

    private ManagedChannel channel() {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "127.0.0.1", requireNonNull(server).getPort(), InsecureChannelCredentials.create())
                .build();
        channels.add(channel);
        return channel;
    }

    private static DataTransferServiceBlockingStub stub(ManagedChannel channel) {
        return DataTransferServiceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Packet> send(ManagedChannel channel, int bytes) {
        return CompletableFuture.supplyAsync(
                () -> stub(channel).unaryCall(packet(bytes)), task -> new Thread(task).start());
    }

    private static Packet packet(int bytes) {
        return Packet.newBuilder()
                .setBody(Data.newBuilder().setValue(ByteString.copyFrom(new byte[bytes])))
                .build();
    }

    private final class Waiting extends DataTransferServiceGrpc.DataTransferServiceImplBase {

        @Override
        public void unaryCall(Packet request, StreamObserver<Packet> caller) {
            handled.release();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            caller.onNext(Packet.getDefaultInstance());
            caller.onCompleted();
        }
    }
}
