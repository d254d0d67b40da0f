package io.fateflow.webapp.security;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.FederatedServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server of ten threads takes of callers that it does not know. */
@FederatedServerTest
@TestPropertySource(properties = {"server.tomcat.threads.max=10", "fate.access.bodies-per-address=4"})
class BodiesOfStrangersTest {

    private static final int MORE_THAN_THREADS = 30;

    @Autowired
    private Caller caller;

    private final List<Socket> slow = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/engine-rest/engine",
                "/v1/worker/fetch",
                "/v1/exchange/send?name=a&role=guest&party=1",
                "/v1/party/202601021530450000010/host/10000/create",
                "/v1/channel/offer",
                "/v1/job/submit",
                "/v1/data/upload?namespace=e&table_name=t&head=1&partition=1"
            })
    void bodiesThatNeverEndStopNobody(String path) throws IOException {
        for (int i = 0; i < MORE_THAN_THREADS; i++) {
            Socket socket = new Socket(
                    InetAddress.getLoopbackAddress(),
                    Integer.parseInt(caller.port()),
                    InetAddress.getByName("127.0.0.2"),
                    0);
            slow.add(socket);
            socket.getOutputStream()
                    .write(String.join(
                                    "\r\n",
                                    (path.contains("exchange") ? "PUT " : "POST ") + path + " HTTP/1.1",
                                    "Host: 127.0.0.1",
                                    "SRC-PARTY-ID: 9999",
                                    "Content-Type: "
                                            + (path.contains("upload")
                                                    ? "multipart/form-data; boundary=b"
                                                    : "application/json"),
                                    "Content-Length: 100000",
                                    "",
                                    "{")
                            .getBytes(StandardCharsets.US_ASCII));
        }

        for (int i = 0; i < 3; i++) {
            assertThat(caller.send(caller.request("/actuator/health")
                                    .timeout(Duration.ofSeconds(8))
                                    .GET())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(caller.post("/v1/version/get", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void moreThanACallCanHaveIsNotMadeIntoObjects() {
        String bomb = "{\"dsl\":[" + "{},".repeat(200_000) + "{}]}";

        assertThat(caller.post("/v1/job/submit", bomb).body()).contains("FFB-6330");
        assertThat(caller.post("/v1/job/submit", "[".repeat(10_000)).body()).contains("FFB-6330");
        assertThat(caller.post("/v1/party/202601021530450000010/host/10000/create", bomb)
                        .body())
                .contains("FFB-6330");
    }

    @Test
    void whoIsRefusedGetsToSeeItHoweverMuchHeSends() {
        String big = "x".repeat(20_000_000);

        assertThat(caller.post("/engine-rest/engine", big).statusCode()).isEqualTo(401);
        assertThat(caller.post("/nothing", big).statusCode()).isEqualTo(403);
    }
}
