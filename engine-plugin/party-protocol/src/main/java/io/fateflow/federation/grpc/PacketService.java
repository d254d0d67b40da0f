package io.fateflow.federation.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import io.fateflow.database.DatabaseError;
import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.Metadata;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.incoming.Entry;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;

/** A call is a packet, its answer is another. FATE Flow uses no other of the service's methods. */
final class PacketService extends DataTransferServiceGrpc.DataTransferServiceImplBase {

    private final WireDispatcher dispatcher;
    private final Packets packets;
    private final int maxMessageBytes;

    PacketService(WireDispatcher dispatcher, Packets packets, int maxMessageBytes) {
        this.dispatcher = dispatcher;
        this.packets = packets;
        this.maxMessageBytes = maxMessageBytes;
    }

    @Override
    public void unaryCall(Packet request, StreamObserver<Packet> caller) {
        Metadata header = request.getHeader();
        CallFacts.TRAILERS
                .get()
                .set(RoutingMetadata.ofAnswer(
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
            Entry entry = dispatcher.enter(new CallHead(
                    request.getHeader().getOperator(),
                    request.getBody().getKey(),
                    Packets.headers(request),
                    CallFacts.EVIDENCE.get()));
            return entry instanceof Entry.Open open ? answer(open, request) : ((Entry.Over) entry).answer();
        } catch (WireFormatException e) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6202 the packet's header.task.model.dataKey is not a JSON object");
        }
    }

    private Answer answer(Entry.Open open, Packet request) {
        int limit = open.limit().bytes(maxMessageBytes);
        ByteString body = request.getBody().getValue();
        return body.size() > limit ? Answer.tooLong(limit) : dispatcher.dispatch(open, body.toByteArray());
    }
}
