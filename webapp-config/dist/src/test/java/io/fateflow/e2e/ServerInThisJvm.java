package io.fateflow.e2e;

import java.util.LinkedHashMap;
import java.util.Map;

import io.fateflow.webapp.Server;

import static org.assertj.core.api.Assertions.assertThat;

/** A server as the program starts it, on a free port unless one is given. */
final class ServerInThisJvm implements AutoCloseable {

    private final Server server;

    ServerInThisJvm(Map<String, ?> settings) {
        Map<String, Object> all = new LinkedHashMap<>(settings);
        all.putIfAbsent("server.port", 0);
        all.put("fate.admin.password", FlowClient.PASSWORD);
        server = Server.start(all, WithoutStubs.class);
    }

    int port() {
        return server.port();
    }

    <T> T part(Class<T> type) {
        return server.part(type);
    }

    @Override
    public void close() {
        server.close();
        assertThat(System.getProperty("catalina.home"))
                .as("what the next server here would make again")
                .isNull();
    }
}
