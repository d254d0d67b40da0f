package io.fateflow.transfer.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

import io.fateflow.federation.grpc.CallFacts;
import io.fateflow.transfer.OfferHandler;
import io.fateflow.transfer.grpc.proto.ExchangeGrpc;
import io.fateflow.transfer.grpc.proto.Frame;
import io.fateflow.transfer.grpc.proto.Standing;

/** Takes transfers of other sites, one a stream. */
public final class TransferService extends ExchangeGrpc.ExchangeImplBase {

    private final OfferHandler offers;

    public TransferService(OfferHandler offers) {
        this.offers = offers;
    }

    @Override
    public StreamObserver<Frame> deliver(StreamObserver<Standing> sender) {
        ServerCallStreamObserver<Standing> call = (ServerCallStreamObserver<Standing>) sender;
        IncomingTransfer transfer = new IncomingTransfer(offers, call, CallFacts.EVIDENCE.get());
        call.setOnCancelHandler(transfer::close);
        return transfer;
    }
}
