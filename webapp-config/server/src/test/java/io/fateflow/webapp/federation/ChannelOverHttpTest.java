package io.fateflow.webapp.federation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.TransferSender;
import io.fateflow.transfer.http.HttpTransferSender;
import io.fateflow.webapp.Caller;

import static org.assertj.core.api.Assertions.assertThat;

class ChannelOverHttpTest extends ChannelContract {

    @Autowired
    private Caller caller;

    @Override
    TransferSender carrier(Duration stall) {
        return new HttpTransferSender(stall);
    }

    @Override
    PartyRoute route(int port) {
        return new PartyRoute(Protocol.HTTP, "127.0.0.1", port, null);
    }

    @Override
    int port() {
        return Integer.parseInt(caller.port());
    }

    @Test
    void aSiteWithoutThisServiceIsNamed() throws Exception {
        HttpServer python = python();
        try {
            redirect(route(python.getAddress().getPort()));
            send("share", bytes(100));

            assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                    .contains("FFB-6602", "party 10000", "FATE Flow in Python"));
        } finally {
            python.stop(0);
        }
    }

    /** FATE Flow's answer to a path that it does not know. */
    private static HttpServer python() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer =
                    "{\"retcode\":100,\"retmsg\":\"<NotFound '404: Not Found'>\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void dataWithoutAnOfferIsRefused() {
        assertThat(caller.send(caller.request("/v1/channel/data").PUT(BodyPublishers.ofString("x")))
                        .body())
                .contains("FFB-6610");
        assertThat(caller.send(caller.request("/v1/channel/data")
                                .header("Authorization", "Bearer guessed")
                                .PUT(BodyPublishers.ofString("x")))
                        .body())
                .contains("FFB-6610");
    }

    @Test
    void offersThatAreNoneAreRefused() {
        assertThat(caller.post("/v1/channel/offer", "{").body()).contains("FFB-6606");
        assertThat(caller.post("/v1/channel/offer", "[]").body()).contains("FFB-6606");
        assertThat(caller.post("/v1/channel/offer", "{}").body()).contains("FFB-6606");
    }
}
