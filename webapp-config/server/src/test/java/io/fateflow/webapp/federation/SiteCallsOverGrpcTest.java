package io.fateflow.webapp.federation;

import java.util.concurrent.atomic.AtomicReference;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.grpc.GrpcCallSender;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.federation.grpc.proto.Data;
import io.fateflow.federation.grpc.proto.DataTransferServiceGrpc;
import io.fateflow.federation.grpc.proto.Model;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.grpc.proto.Task;
import io.fateflow.federation.grpc.proto.Topic;
import io.fateflow.federation.outgoing.CallSender;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@TestPropertySource(properties = "fate.limits.requests-per-minute.partners.77=2")
class SiteCallsOverGrpcTest extends SiteCallsContract {

    @Autowired
    private GrpcServer server;

    @Override
    CallSender carrier() {
        return new GrpcCallSender("127.0.0.1", 9360, MAX_MESSAGE);
    }

    @Override
    PartyRoute route(int port) {
        return new PartyRoute(Protocol.GRPC, "127.0.0.1", port, null);
    }

    @Override
    int port() {
        return server.port();
    }

    @Override
    String sendRaw(String path, String body) {
        return exchange(packet(path, body, "{}"), new AtomicReference<>())
                .getBody()
                .getValue()
                .toStringUtf8();
    }

    @Test
    void answersArePacketsTheOtherWayRound() {
        AtomicReference<Metadata> trailers = new AtomicReference<>();

        Packet answer = exchange(packet("/v1/info/common", "null", "{}"), trailers);

        assertThat(answer.getHeader().getSrc().getPartyId()).isEqualTo("10000");
        assertThat(answer.getHeader().getDst().getPartyId()).isEqualTo("9999");
        assertThat(answer.getHeader().getSrc().getRole()).isEqualTo("fateflow");
        assertThat(answer.getHeader().getOperator()).isEqualTo("POST");
        assertThat(answer.getHeader().getTask().getModel().getName()).isEqualTo("headers");
        assertThat(answer.getHeader().getTask().getModel().getDataKey()).isEqualTo("null");
        assertThat(answer.getBody().getKey()).isEqualTo("/v1/info/common");
        Metadata ofAnswer = requireNonNull(trailers.get());
        assertThat(ofAnswer.get(Metadata.Key.of("src-party-id", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo("9999");
        assertThat(ofAnswer.get(Metadata.Key.of("dest-role", Metadata.ASCII_STRING_MARSHALLER)))
                .isEqualTo("host");
    }

    @Test
    void headersThatAreNoJsonGetAClearAnswer() {
        assertThat(exchange(packet("/v1/info/common", "{}", "{"), new AtomicReference<>())
                        .getBody()
                        .getValue()
                        .toStringUtf8())
                .contains("FFB-6202");
        assertThat(exchange(Packet.getDefaultInstance(), new AtomicReference<>())
                        .getBody()
                        .getValue()
                        .toStringUtf8())
                .contains("404: Not Found");
    }

    /** With a status that is no answer of FATE's, which would be final. */
    @Test
    void aPartnerThatCallsTooOftenIsToldWhenAgain() {
        Packet call = packet("/v1/info/common", "null", "{\"src_party_id\": \"77\"}");
        for (int i = 0; i < 2; i++) {
            exchange(call, new AtomicReference<>());
        }
        AtomicReference<Metadata> trailers = new AtomicReference<>();

        assertThatThrownBy(() -> exchange(call, trailers))
                .isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
                    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
                    assertThat(refused.getStatus().getDescription()).contains("FFB-5030", "party 77", "2 requests");
                });
        assertThat(requireNonNull(trailers.get()).get(Metadata.Key.of("retry-after", Metadata.ASCII_STRING_MARSHALLER)))
                .isNotNull();
        exchange(packet("/v1/info/common", "null", "{\"src_party_id\": \"78\"}"), new AtomicReference<>());
    }

    private static Packet packet(String path, String body, String headers) {
        return Packet.newBuilder()
                .setHeader(io.fateflow.federation.grpc.proto.Metadata.newBuilder()
                        .setTask(Task.newBuilder().setModel(Model.newBuilder().setDataKey(headers)))
                        .setSrc(Topic.newBuilder().setPartyId("9999"))
                        .setDst(Topic.newBuilder().setPartyId("10000"))
                        .setOperator("POST"))
                .setBody(Data.newBuilder().setKey(path).setValue(ByteString.copyFromUtf8(body)))
                .build();
    }

    private Packet exchange(Packet request, AtomicReference<Metadata> trailers) {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "127.0.0.1", server.port(), InsecureChannelCredentials.create())
                .build();
        try {
            return DataTransferServiceGrpc.newBlockingStub(channel)
                    .withInterceptors(MetadataUtils.newCaptureMetadataInterceptor(new AtomicReference<>(), trailers))
                    .unaryCall(request);
        } finally {
            channel.shutdownNow();
        }
    }
}
