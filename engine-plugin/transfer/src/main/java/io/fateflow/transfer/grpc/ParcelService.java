package io.fateflow.transfer.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

import io.fateflow.federation.grpc.CallFacts;
import io.fateflow.transfer.ReceivingDesk;
import io.fateflow.transfer.grpc.proto.ExchangeGrpc;
import io.fateflow.transfer.grpc.proto.Frame;
import io.fateflow.transfer.grpc.proto.Standing;

/** Takes parcels of other sites, one a stream. */
public final class ParcelService extends ExchangeGrpc.ExchangeImplBase {

    private final ReceivingDesk desk;

    public ParcelService(ReceivingDesk desk) {
        this.desk = desk;
    }

    @Override
    public StreamObserver<Frame> deliver(StreamObserver<Standing> sender) {
        IncomingParcel parcel = new IncomingParcel(desk, sender, CallFacts.EVIDENCE.get());
        ((ServerCallStreamObserver<Standing>) sender).setOnCancelHandler(parcel::close);
        return parcel;
    }
}
