package io.fateflow.webapp.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.FederatedServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@FederatedServerTest
class PartiesApiTest {

    @TempDir
    private static Path place;

    @Autowired
    private Caller caller;

    @BeforeAll
    static void noRoutesYet() throws IOException {
        Files.writeString(place.resolve("routes.yaml"), "# none yet\n");
    }

    @DynamicPropertySource
    static void routesFile(DynamicPropertyRegistry registry) {
        registry.add("fate.federation.routes-file", () -> place.resolve("routes.yaml"));
    }

    @Test
    void showsWhoIsReachableWhenSomebodyAsks() throws IOException {
        assertThat(caller.get("/v1/federation/parties").body()).contains("\"data\":[]");

        Files.writeString(place.resolve("routes.yaml"), """
                routes:
                  10001:
                    host: 127.0.0.1
                    http-port: %s
                  10002:
                    host: 127.0.0.1
                    protocol: grpc
                    grpc-port: 1
                """.formatted(caller.port()));
        assertThat(caller.post("/v1/federation/reload", "{}").body()).contains("\"parties\":2");

        String parties = caller.get("/v1/federation/parties").body();
        assertThat(parties)
                .contains("\"party_id\":\"10001\",\"reachable\":true")
                .contains("\"route\":\"http://127.0.0.1:" + caller.port() + "\"")
                .contains("\"version\":\"1.11.4\"")
                .contains("\"party_id\":\"10002\",\"reachable\":false")
                .contains("\"route\":\"grpc://127.0.0.1:1\"")
                .contains("UNAVAILABLE");
    }

    @Test
    void keepsTheRoutesIfTheFileIsGone() throws IOException {
        Files.delete(place.resolve("routes.yaml"));

        assertThat(caller.post("/v1/federation/reload", "{}").body())
                .contains("\"retcode\":100", "fate.federation.routes-file", "can't be read");
    }
}
