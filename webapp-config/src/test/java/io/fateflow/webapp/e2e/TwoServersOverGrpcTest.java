package io.fateflow.webapp.e2e;

import java.util.Map;

import io.fateflow.engine.federation.directory.PartyRoute;
import io.fateflow.engine.federation.directory.Protocol;
import io.fateflow.engine.federation.grpc.GrpcServer;

final class TwoServersOverGrpcTest extends TwoServersContract {

    @Override
    void settings(Map<String, Object> settings) {
        settings.put("fate.federation.grpc.enabled", true);
        settings.put("fate.federation.grpc.port", 0);
    }

    @Override
    PartyRoute routeTo(ServerInThisJvm server) {
        return new PartyRoute(
                Protocol.GRPC, "127.0.0.1", server.part(GrpcServer.class).port(), null);
    }
}
