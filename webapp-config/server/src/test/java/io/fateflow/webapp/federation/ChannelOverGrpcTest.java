package io.fateflow.webapp.federation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.grpc.GrpcServer;
import io.fateflow.transfer.Chunks;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.TransferSender;
import io.fateflow.transfer.grpc.GrpcTransferSender;
import io.fateflow.transfer.grpc.proto.ExchangeGrpc;
import io.fateflow.transfer.grpc.proto.Frame;
import io.fateflow.transfer.grpc.proto.Offer;
import io.fateflow.transfer.grpc.proto.Part;
import io.fateflow.transfer.grpc.proto.Standing;

import static org.assertj.core.api.Assertions.assertThat;

class ChannelOverGrpcTest extends ChannelContract {

    @Autowired
    private GrpcServer server;

    @Override
    TransferSender carrier(Duration stall) {
        return new GrpcTransferSender(stall);
    }

    @Override
    PartyRoute route(int port) {
        return new PartyRoute(Protocol.GRPC, "127.0.0.1", port, null);
    }

    @Override
    int port() {
        return server.port();
    }

    @Test
    void aSiteWithoutThisServiceIsNamed() throws Exception {
        Server python = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .build()
                .start();
        try {
            redirect(route(python.getPort()));
            send("share", bytes(100));

            assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                    .contains("FFB-6602", "party 10000", "FATE Flow in Python"));
        } finally {
            python.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void framesThatCantBeEndTheStream() throws Exception {
        assertThat(answerTo(Frame.getDefaultInstance())).contains("FFB-6607");
        assertThat(answerTo(part(10))).contains("FFB-6606");
        assertThat(answerTo(part(Chunks.LONGEST + 1))).contains("FFB-6606");
        assertThat(answerTo(Frame.newBuilder()
                        .setOffer(Offer.newBuilder().setTransfer(ByteString.copyFromUtf8("{\"job_id\"")))
                        .build()))
                .contains("FFB-6606");
    }

    private static Frame part(int length) {
        return Frame.newBuilder()
                .setPart(Part.newBuilder().setData(ByteString.copyFrom(new byte[length])))
                .build();
    }

    /** What a stream with one frame ends with. */
    private String answerTo(Frame frame) throws Exception {
        ManagedChannel channel = Grpc.newChannelBuilderForAddress(
                        "127.0.0.1", server.port(), InsecureChannelCredentials.create())
                .build();
        CompletableFuture<Status> end = new CompletableFuture<>();
        try {
            StreamObserver<Frame> stream = ExchangeGrpc.newStub(channel).deliver(new StreamObserver<>() {
                @Override
                public void onNext(Standing standing) {
                    end.complete(Status.OK.withDescription(standing.getReason()));
                }

                @Override
                public void onError(Throwable failure) {
                    end.complete(Status.fromThrowable(failure));
                }

                @Override
                public void onCompleted() {
                    end.complete(Status.OK);
                }
            });
            stream.onNext(frame);
            Status status = end.get(30, TimeUnit.SECONDS);
            assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            return String.valueOf(status.getDescription());
        } finally {
            channel.shutdownNow();
        }
    }
}
