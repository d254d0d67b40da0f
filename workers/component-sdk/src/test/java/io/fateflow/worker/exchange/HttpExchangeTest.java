package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

import com.fasterxml.jackson.databind.node.DoubleNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.testing.ExchangeServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HttpExchangeTest {

    private static final Party GUEST = new Party("guest", "9999");
    private static final Party HOST = new Party("host", "10000");
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(1), Duration.ofMillis(5));

    private ExchangeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ExchangeServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatOneSendsTheOtherReceives() throws Exception {
        of(GUEST).sendJson("module.Class.v", "default", HOST, DoubleNode.valueOf(1.5));

        assertThat(of(HOST).receiveJson("module.Class.v", "default", GUEST).asDouble())
                .isEqualTo(1.5);
    }

    @Test
    void aTagMakesTheSameVariableADifferentMessage() throws Exception {
        Exchange guest = of(GUEST);
        guest.sendJson("v", "fit.0.0", HOST, DoubleNode.valueOf(1));
        guest.sendJson("v", "fit.0.1", HOST, DoubleNode.valueOf(2));

        assertThat(of(HOST).receiveJson("v", "fit.0.1", GUEST).asDouble()).isEqualTo(2);
    }

    @Test
    void sendingTwiceIsRefusedHereAndAtTheServer() throws Exception {
        Exchange guest = of(GUEST);
        guest.sendJson("v", "default", HOST, DoubleNode.valueOf(1));

        assertThatThrownBy(() -> guest.sendJson("v", "default", HOST, DoubleNode.valueOf(1)))
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("duplicate tag");
        assertThatThrownBy(() -> of(GUEST).sendJson("v", "default", HOST, DoubleNode.valueOf(1)))
                .hasMessageContaining("duplicate tag");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 503})
    void aServerThatIsBusyOrStoodStillIsAskedAgain(int status) throws Exception {
        server.failNext(3, status);
        of(GUEST).sendJson("v", "default", HOST, DoubleNode.valueOf(1));
        server.failNext(3, status);

        assertThat(of(HOST).receiveJson("v", "default", GUEST).asDouble()).isEqualTo(1);
    }

    @Test
    void aTaskThatIsOverSaysWhy() {
        server.endTasks("host 10000 failed: out of memory");

        assertThatThrownBy(() -> of(GUEST).receiveJson("v", "default", HOST))
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("host 10000 failed: out of memory");
    }

    @Test
    void aServerThatStaysAwayIsGivenUpAndNoTokenIsShown() {
        server.close();
        Exchange exchange = new HttpExchange(server.url().toString(), "hush", QUICK, Duration.ofMillis(50));

        assertThatThrownBy(() -> exchange.sendJson("v", "default", HOST, DoubleNode.valueOf(1)))
                .hasMessageContaining("cannot be reached")
                .hasMessageNotContaining("hush");
    }

    @Test
    void whenItsServerIsGoneTheSitesNextOneIsAsked() throws Exception {
        Exchange exchange = new HttpExchange(new SiteServers(
                List.of("http://127.0.0.1:1", server.url().toString()), "guest:9999", QUICK, Duration.ofSeconds(5)));

        exchange.sendJson("v", "default", HOST, DoubleNode.valueOf(1));

        assertThat(of(HOST).receiveJson("v", "default", GUEST).asDouble()).isEqualTo(1);
    }

    @Test
    void largePayloadsAreStreamed() throws Exception {
        byte[] block = new byte[1 << 20];
        of(GUEST).send("big", "default", HOST, out -> {
            for (int i = 0; i < 8; i++) {
                out.write(block);
            }
        });

        long size = of(HOST).receive("big", "default", GUEST, HttpExchangeTest::length);

        assertThat(size).isEqualTo(8L << 20);
    }

    @Test
    void whatIsLargeIsRemovedAtTheServerOnceItIsHere() throws Exception {
        of(GUEST).send("big", "default", HOST, out -> out.write(new byte[2 << 20]));
        of(GUEST).send("small", "default", HOST, out -> out.write(new byte[10]));

        of(HOST).receive("big", "default", GUEST, HttpExchangeTest::length);
        of(HOST).receive("small", "default", GUEST, HttpExchangeTest::length);

        assertThat(server.kept()).isEqualTo(1);
    }

    @Test
    void settlingWaitsUntilOtherSitesHaveWhatWasSent() throws Exception {
        Exchange guest = of(GUEST);
        guest.sendJson("v", "default", HOST, DoubleNode.valueOf(1));
        server.deliverAfter(3);
        server.failNext(1);

        guest.settle();

        server.lose("FFB-6601 v can't be delivered to host 10000: the cable is cut");
        assertThatThrownBy(guest::settle)
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("FFB-6601")
                .hasMessageContaining("host 10000");
    }

    @Test
    void whoHasSentNothingSettlesWithoutAServer() throws Exception {
        Exchange guest = of(GUEST);
        server.close();

        guest.settle();
    }

    private Exchange of(Party party) {
        return new HttpExchange(
                server.url().toString(), party.role() + ":" + party.partyId(), QUICK, Duration.ofSeconds(5));
    }

    private static long length(InputStream in) throws IOException {
        long length = 0;
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            length += read;
        }
        return length;
    }
}
