package io.fateflow.federation.grpc;

import java.util.Optional;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;

import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.grpc.proto.Endpoint;
import io.fateflow.federation.grpc.proto.RouteServiceGrpc;
import io.fateflow.federation.grpc.proto.Topic;

/** Says where this site's calls for a party go. */
final class RouteTable extends RouteServiceGrpc.RouteServiceImplBase {

    private final PartyDirectory directory;

    RouteTable(PartyDirectory directory) {
        this.directory = directory;
    }

    @Override
    public void query(Topic topic, StreamObserver<Endpoint> caller) {
        Optional<PartyRoute> route = route(topic.getPartyId());
        if (route.isEmpty()) {
            caller.onError(Status.NOT_FOUND
                    .withDescription("this site has no route to that party")
                    .asRuntimeException());
            return;
        }
        caller.onNext(Endpoint.newBuilder()
                .setIp(route.get().host())
                .setHostname(route.get().host())
                .setPort(route.get().port())
                .build());
        caller.onCompleted();
    }

    private Optional<PartyRoute> route(String partyId) {
        try {
            return directory.routes().to(Long.parseLong(partyId));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
