package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc.DataTransferServiceBlockingStub;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.outgoing.PeerCertificates;

/** Carries calls as packets. Each call has a channel of its own, as FATE Flow does it. */
public final class GrpcCallSender implements CallSender {

    private final Packets packets;
    private final int maxAnswerBytes;

    /**
     * Makes a sender.
     *
     * @param ownHost where this site's own gRPC server can be reached, for the packet's callback
     * @param maxAnswerBytes a longer answer is refused
     */
    public GrpcCallSender(String ownHost, int ownPort, int maxAnswerBytes) {
        this.packets = new Packets(ownHost, ownPort);
        this.maxAnswerBytes = maxAnswerBytes;
    }

    @Override
    public Carried carry(PartyRoute route, OutgoingCall call) throws IOException {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(route.host(), route.port(), GrpcCredentials.of(route))
                .maxInboundMessageSize(maxAnswerBytes)
                .build();
        try {
            AtomicReference<@Nullable Metadata> trailers = new AtomicReference<>();
            CalledSession session = new CalledSession();
            Packet answer = stub(channel, call)
                    .withInterceptors(
                            session, MetadataUtils.newCaptureMetadataInterceptor(new AtomicReference<>(), trailers))
                    .unaryCall(packets.of(call));
            return new Carried(
                    answer.getBody().getValue().toByteArray(),
                    null,
                    RoutingMetadata.protocol(trailers.get()),
                    PeerCertificates.end(session.get()));
        } catch (StatusRuntimeException e) {
            throw failure(e.getStatus());
        } finally {
            channel.shutdownNow();
        }
    }

    private static DataTransferServiceBlockingStub stub(ManagedChannel channel, OutgoingCall call) {
        return DataTransferServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(call.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(RoutingMetadata.of(
                        call.headers().srcPartyId(), call.headers().destPartyId())));
    }

    private static IOException failure(Status status) {
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> new HttpTimeoutException("no answer in time");
            case RESOURCE_EXHAUSTED ->
                isLimitOfCalls(status)
                        ? described(status)
                        : new IOException("a message is too long; see fate.federation.max-message there and here");
            default -> described(status);
        };
    }

    /** As sites of this program say it; gRPC itself has the same status for messages. */
    private static boolean isLimitOfCalls(Status status) {
        return String.valueOf(status.getDescription()).startsWith("FFB-5030");
    }

    private static IOException described(Status status) {
        return new IOException("gRPC status %s%s"
                .formatted(status.getCode(), status.getDescription() == null ? "" : ", " + status.getDescription()));
    }
}
