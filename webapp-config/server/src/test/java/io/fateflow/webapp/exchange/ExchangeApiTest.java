package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class ExchangeApiTest {

    private static final String SEND = "/v1/exchange/send?name=share&tag=0&role=host&party=10000";
    private static final String RECEIVE = "/v1/exchange/receive?name=share&tag=0&role=guest&party=9999&wait=";

    @Autowired
    private Caller caller;

    @Autowired
    private ExchangeSpool spool;

    @Test
    void bringsBytesFromOnePartyToTheOther() {
        var waiting = CompletableFuture.supplyAsync(
                () -> caller.send(as("one/host/10000", RECEIVE + 20).GET()));

        var sent = caller.send(as("one/guest/9999", SEND).PUT(BodyPublishers.ofString("data")));

        assertThat(sent.statusCode()).isEqualTo(201);
        assertThat(waiting.join().statusCode()).isEqualTo(200);
        assertThat(waiting.join().body()).isEqualTo("data");
        assertThat(caller.send(as("one/guest/9999", SEND).PUT(BodyPublishers.ofString("more")))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void bytesThatCallThemselvesAFormArriveAsTheyAre() {
        String form = "a=1&b=%20&c=" + "x".repeat(100_000);

        var sent = caller.send(as("form/guest/9999", SEND)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .PUT(BodyPublishers.ofString(form)));

        assertThat(sent.statusCode()).isEqualTo(201);
        assertThat(caller.send(as("form/host/10000", RECEIVE + 5).GET()).body()).isEqualTo(form);
    }

    @Test
    void aTokenOfAnAttemptThatHasEndedOpensNothing() throws IOException {
        assertThat(caller.send(as("ended/guest/9999", SEND).PUT(BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(410);
        assertThat(caller.send(as("ended/host/10000", RECEIVE + 20).GET()).statusCode())
                .isEqualTo(410);
        assertThat(caller.send(as("ended/host/10000", "/v1/exchange/settled?wait=0")
                                .GET())
                        .statusCode())
                .isEqualTo(410);
        assertThat(caller.send(as("ended/host/10000", RECEIVE + 20).DELETE()).body())
                .contains("FFB-5201");
        assertThat(spool.sessions()).noneMatch(session -> session.startsWith("ended"));
    }

    @Test
    void saysWhenThereIsNothingYet() {
        assertThat(caller.send(as("two/host/10000", RECEIVE + 0).GET()).statusCode())
                .isEqualTo(204);
    }

    @Test
    void saysWhenTheTaskHasEnded() throws IOException {
        spool.close(Address.session("three", 0));

        var answer = caller.send(as("three/host/10000", RECEIVE + 20).GET());

        assertThat(answer.statusCode()).isEqualTo(410);
        assertThat(answer.body()).contains("FFB-5201");
        assertThat(caller.send(as("three/guest/9999", SEND).PUT(BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(410);
    }

    @Test
    void wantsATaskToken() {
        assertThat(caller.get(RECEIVE + 0).statusCode()).isEqualTo(401);
        assertThat(caller.send(as("nonsense", SEND).PUT(BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(401);
    }

    private HttpRequest.Builder as(String token, String path) {
        return caller.request(path).header("Authorization", "Bearer " + token);
    }
}
