package io.fateflow.transfer.grpc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.grpc.GrpcChannels;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.federation.grpc.RoutingMetadata;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.transfer.Chunks;
import io.fateflow.transfer.Delivery;
import io.fateflow.transfer.Transfer;
import io.fateflow.transfer.TransferSender;
import io.fateflow.transfer.grpc.OutgoingTransfer.BrokenException;
import io.fateflow.transfer.grpc.proto.ExchangeGrpc;

/** Carries transfers over gRPC, those of one route on one connection. */
public final class GrpcTransferSender implements TransferSender {

    private static final int MOST_UNSENT_BYTES = 2 << 20;

    private final GrpcChannels channels =
            new GrpcChannels(settings -> settings.flowControlWindow(GrpcServer.FLOW_WINDOW_BYTES));
    private final Duration stall;

    /**
     * Makes a sender.
     *
     * @param stall how long a receiver may say nothing before the connection is given up
     */
    public GrpcTransferSender(Duration stall) {
        this.stall = stall;
    }

    @Override
    public Delivery carry(PartyRoute route, CallHeaders headers, Transfer transfer, Path data) {
        try (FileChannel file = Chunks.open(data)) {
            return carry(route, channels.of(route).channel(), new OutgoingTransfer(transfer, headers, file), transfer);
        } catch (IOException e) {
            return new Delivery.Interrupted("its data or this route's TLS files can't be read", 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Delivery.Interrupted("this server stops", 0);
        }
    }

    private Delivery carry(PartyRoute route, ManagedChannel channel, OutgoingTransfer outgoing, Transfer transfer)
            throws InterruptedException {
        ExchangeGrpc.newStub(channel)
                .withOnReadyThreshold(MOST_UNSENT_BYTES)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(RoutingMetadata.of(
                        transfer.from().partyId(), transfer.to().partyId())))
                .deliver(outgoing);
        try {
            outgoing.offer();
            return outgoing.await(stall);
        } catch (BrokenException e) {
            return broken(route, channel, transfer, e);
        } finally {
            outgoing.cancel();
        }
    }

    private Delivery broken(PartyRoute route, ManagedChannel channel, Transfer transfer, BrokenException broken) {
        Status.Code code = broken.status().getCode();
        if (code == Status.Code.UNIMPLEMENTED) {
            return new Delivery.Refused(
                    ("FFB-6602 what answers for party %d at %s takes no data between executors: it is"
                                    + " FATE Flow in Python, or a proxy that does not pass it on; a job with executors of this"
                                    + " server needs this server at every party")
                            .formatted(transfer.receiver(), route));
        }
        // a fresh connection may find another way, and is tried at once
        channels.ended(route, channel, code);
        return new Delivery.Interrupted(
                "party %d at %s: gRPC status %s, %s".formatted(transfer.receiver(), route, code, broken.getMessage()),
                broken.confirmed());
    }

    @Override
    public void close() {
        channels.close();
    }
}
