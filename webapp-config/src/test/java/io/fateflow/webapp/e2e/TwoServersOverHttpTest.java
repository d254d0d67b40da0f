package io.fateflow.webapp.e2e;

import java.util.Map;

import io.fateflow.engine.federation.directory.PartyRoute;
import io.fateflow.engine.federation.directory.Protocol;

final class TwoServersOverHttpTest extends TwoServersContract {

    @Override
    void settings(Map<String, Object> settings) {
        settings.put("fate.federation.grpc.enabled", false);
    }

    @Override
    PartyRoute routeTo(ServerInThisJvm server) {
        return new PartyRoute(Protocol.HTTP, "127.0.0.1", server.port(), null);
    }
}
