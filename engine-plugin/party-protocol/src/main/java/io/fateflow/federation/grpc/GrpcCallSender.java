package io.fateflow.federation.grpc;

import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.grpc.Deadline;
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

/** Carries calls as packets, those of one route on one connection. */
public final class GrpcCallSender implements CallSender, AutoCloseable {

    private final Packets packets;
    private final GrpcChannels channels;

    /**
     * Makes a sender.
     *
     * @param ownHost where this site's own gRPC server can be reached, for the packet's callback
     * @param maxAnswerBytes a longer answer is refused
     */
    public GrpcCallSender(String ownHost, int ownPort, int maxAnswerBytes) {
        this.packets = new Packets(ownHost, ownPort);
        this.channels = new GrpcChannels(settings -> settings.maxInboundMessageSize(maxAnswerBytes));
    }

    @Override
    public Carried carry(PartyRoute route, OutgoingCall call) throws IOException {
        Deadline end = Deadline.after(call.timeout().toMillis(), TimeUnit.MILLISECONDS);
        GrpcChannels.Kept connection = channels.of(route);
        try {
            return carry(route, connection, call, end);
        } catch (StatusRuntimeException e) {
            if (connection.isNew() || e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
                throw failure(e.getStatus());
            }
        }
        // whoever was there may have gone since the connection was made: a new one tells
        try {
            return carry(route, channels.of(route), call, end);
        } catch (StatusRuntimeException e) {
            throw failure(e.getStatus());
        }
    }

    private Carried carry(PartyRoute route, GrpcChannels.Kept connection, OutgoingCall call, Deadline end) {
        AtomicReference<@Nullable Metadata> trailers = new AtomicReference<>();
        CalledSession session = new CalledSession();
        try {
            Packet answer = stub(connection.channel(), call)
                    .withDeadline(end)
                    .withInterceptors(
                            session, MetadataUtils.newCaptureMetadataInterceptor(new AtomicReference<>(), trailers))
                    .unaryCall(packets.of(call));
            return new Carried(
                    answer.getBody().getValue().toByteArray(),
                    null,
                    RoutingMetadata.protocol(trailers.get()),
                    PeerCertificates.end(session.get()));
        } catch (StatusRuntimeException e) {
            channels.ended(route, connection.channel(), e.getStatus().getCode());
            throw e;
        }
    }

    @Override
    public void close() {
        channels.close();
    }

    private static DataTransferServiceBlockingStub stub(ManagedChannel channel, OutgoingCall call) {
        return DataTransferServiceGrpc.newBlockingStub(channel)
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
