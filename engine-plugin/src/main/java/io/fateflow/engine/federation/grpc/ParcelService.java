package io.fateflow.engine.federation.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

import io.fateflow.engine.federation.channel.ReceivingDesk;
import io.fateflow.engine.federation.grpc.proto.ExchangeGrpc;
import io.fateflow.engine.federation.grpc.proto.Frame;
import io.fateflow.engine.federation.grpc.proto.Standing;

/** Takes parcels of other sites, one a stream. */
final class ParcelService extends ExchangeGrpc.ExchangeImplBase {

    private final ReceivingDesk desk;

    ParcelService(ReceivingDesk desk) {
        this.desk = desk;
    }

    @Override
    public StreamObserver<Frame> deliver(StreamObserver<Standing> sender) {
        IncomingParcel parcel = new IncomingParcel(desk, sender, CallFacts.EVIDENCE.get());
        ((ServerCallStreamObserver<Standing>) sender).setOnCancelHandler(parcel::close);
        return parcel;
    }
}
