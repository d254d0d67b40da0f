package io.fateflow.engine.federation.grpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import io.fateflow.engine.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.engine.federation.grpc.proto.Metadata;
import io.fateflow.engine.federation.grpc.proto.Packet;
import io.fateflow.engine.federation.incoming.WireDispatcher;
import io.fateflow.engine.federation.incoming.WireRequest;
import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.federation.wire.WireFormatException;
import io.fateflow.engine.federation.wire.WireText;
import io.fateflow.engine.sql.DatabaseError;

/** A call is a packet, its answer is another. FATE Flow uses no other of the service's methods. */
final class PacketService extends DataTransferServiceGrpc.DataTransferServiceImplBase {

    private final WireDispatcher dispatcher;
    private final Packets packets;

    PacketService(WireDispatcher dispatcher, Packets packets) {
        this.dispatcher = dispatcher;
        this.packets = packets;
    }

    @Override
    public void unaryCall(Packet request, StreamObserver<Packet> caller) {
        Metadata header = request.getHeader();
        CallFacts.TRAILERS
                .get()
                .set(RoutingMetadata.of(
                        header.getSrc().getPartyId(), header.getDst().getPartyId()));
        Answer answer;
        try {
            answer = answer(request);
        } catch (RuntimeException e) {
            if (!DatabaseError.isTransient(e)) {
                throw e;
            }
            caller.onError(Status.UNAVAILABLE
                    .withDescription("the site's database does not answer now")
                    .asRuntimeException());
            return;
        }
        caller.onNext(packets.answerTo(request, WireText.write(answer)));
        caller.onCompleted();
    }

    private Answer answer(Packet request) {
        try {
            return dispatcher.dispatch(new WireRequest(
                    request.getHeader().getOperator(),
                    request.getBody().getKey(),
                    Packets.headers(request),
                    request.getBody().getValue().toByteArray(),
                    CallFacts.EVIDENCE.get()));
        } catch (WireFormatException e) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6202 the packet's header.task.model.dataKey is not a JSON object");
        }
    }
}
