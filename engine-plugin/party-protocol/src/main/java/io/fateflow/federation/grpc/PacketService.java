package io.fateflow.federation.grpc;

import java.util.Optional;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

import io.fateflow.database.DatabaseError;
import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.Metadata;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.incoming.Entry;
import io.fateflow.federation.incoming.PartnerLimit;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;

/** A call is a packet, its answer is another. FATE Flow uses no other of the service's methods. */
final class PacketService extends DataTransferServiceGrpc.DataTransferServiceImplBase {

    private final WireDispatcher dispatcher;
    private final Packets packets;
    private final int maxMessageBytes;
    private final PartnerLimit limit;

    PacketService(WireDispatcher dispatcher, Packets packets, int maxMessageBytes, PartnerLimit limit) {
        this.dispatcher = dispatcher;
        this.limit = limit;
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
        } catch (StatusRuntimeException refusal) {
            caller.onError(refusal);
            return;
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

    /** No answer of FATE's, which would be final: who is told so calls again. */
    private static StatusRuntimeException later(Packet request, PartnerLimit.Beyond beyond) {
        Metadata header = request.getHeader();
        CallFacts.TRAILERS
                .get()
                .set(RoutingMetadata.ofRefusal(
                        header.getSrc().getPartyId(), header.getDst().getPartyId(), beyond.seconds()));
        return Status.RESOURCE_EXHAUSTED.withDescription(beyond.words()).asRuntimeException();
    }

    private Answer answer(Packet request) {
        try {
            CallHead head = new CallHead(
                    request.getHeader().getOperator(),
                    request.getBody().getKey(),
                    Packets.headers(request),
                    CallFacts.EVIDENCE.get());
            Entry entry = dispatcher.enter(head);
            boolean proved = entry instanceof Entry.Open open && open.proved();
            Optional<PartnerLimit.Beyond> beyond =
                    limit.take(head.headers().srcPartyId(), proved ? "" : host(head.evidence()));
            if (beyond.isPresent()) {
                throw later(request, beyond.get());
            }
            return entry instanceof Entry.Open open ? answer(open, request) : ((Entry.Over) entry).answer();
        } catch (WireFormatException e) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6202 the packet's header.task.model.dataKey is not a JSON object");
        }
    }

    /** Without the port, which is another one for each connection. */
    private static String host(CallerEvidence evidence) {
        String address = evidence.remoteAddress();
        int port = address.lastIndexOf(':');
        return port < 0 ? address : address.substring(0, port);
    }

    private Answer answer(Entry.Open open, Packet request) {
        int limit = open.limit().bytes(maxMessageBytes);
        ByteString body = request.getBody().getValue();
        return body.size() > limit ? Answer.tooLong(limit) : dispatcher.dispatch(open, body.toByteArray());
    }
}
