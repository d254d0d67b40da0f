package io.fateflow.engine.notification.webhook;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import com.sun.net.httpserver.HttpServer;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.notification.AllowedHosts;
import io.fateflow.engine.notification.Delivery;
import io.fateflow.engine.notification.Notification;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotificationSettings.ForJobs;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.WebhookSecret;

import static org.assertj.core.api.Assertions.assertThat;

/** What a try ends as, for what a receiver answers, or does not. */
final class WebhookSenderTest {

    private static final WebhookSecret SECRET = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
    private static final Duration ANSWER = Duration.ofMillis(700);

    private final AtomicInteger requests = new AtomicInteger();
    private int status = 204;
    private @Nullable String retryAfter;
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            if (retryAfter != null) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Delivery toReceiver(URI url) throws IOException {
        try (WebhookSender sender = new WebhookSender(settings(url, false, UnaryOperator.identity()), NOON)) {
            return sender.send(notification(null));
        }
    }

    private Delivery toReceiver() throws IOException {
        return toReceiver(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/x"));
    }

    private Delivery ofJob(boolean privateAddresses, DnsResolver names) throws IOException {
        String host = "hooks.example:" + server.getAddress().getPort();
        try (WebhookSender sender = new WebhookSender(
                settings(URI.create("http://127.0.0.1:1/"), privateAddresses, hosts -> new AllowedHosts(List.of(host))),
                NOON,
                names)) {
            return sender.send(notification("http://" + host + "/x"));
        }
    }

    private static NotificationSettings settings(URI url, boolean privateAddresses, UnaryOperator<AllowedHosts> hosts) {
        return new NotificationSettings(
                null,
                Map.of(
                        "ops",
                        new Receiver(
                                "ops",
                                url,
                                List.of(SECRET),
                                EnumSet.copyOf(NotifiedEvent.ofJobs()),
                                Receiver.Scope.OWN)),
                new ForJobs(hosts.apply(AllowedHosts.none()), List.of(SECRET), privateAddresses),
                null,
                new DeliveryLimits(List.of(), ANSWER, ANSWER, Duration.ofMinutes(1)));
    }

    private static Notification notification(@Nullable String url) {
        return new Notification("msg_1", "2026", NotifiedEvent.SUCCESS, "ops", url, "{}");
    }

    @ParameterizedTest
    @CsvSource({
        "200,delivered", "204,delivered", "301,refused", "307,refused", "400,refused", "401,refused", "404,refused",
        "408,failed", "410,gone", "422,refused", "425,failed", "429,failed", "500,failed", "503,failed"
    })
    void anAnswersStatusSaysWhatBecomesOfIt(int answered, String outcome) throws IOException {
        status = answered;

        assertThat(toReceiver().outcome()).isEqualTo(outcome);
        assertThat(requests).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({
        "429,7,PT7S",
        "503,0,PT0S",
        "503,3600,PT1M",
        "503,'Sun, 01 Mar 2026 12:00:30 GMT',PT30S",
        "503,'Sun, 01 Mar 2026 11:00:00 GMT',PT0S",
        "503,99999999999999999999,",
        "503,soon,",
        "500,7,"
    })
    void aReceiverMaySayWhenWithinBounds(int answered, String said, @Nullable String expected) throws IOException {
        status = answered;
        retryAfter = said;

        assertThat(toReceiver()).isInstanceOfSatisfying(Delivery.Failed.class, failed -> assertThat(failed.after())
                .isEqualTo(expected == null ? null : Duration.parse(expected)));
    }

    @Test
    void whoDoesNotListenIsTriedAgain() throws IOException {
        server.stop(0);

        assertThat(toReceiver().words()).contains("can't be reached");
    }

    /** Each byte comes before any single wait is over. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTryEndsHoweverSlowlyBytesCome() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (ServerSocket slow = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread drips = new Thread(() -> drip(slow, ended), "drips");
            drips.start();
            long start = System.nanoTime();

            Delivery delivery = toReceiver(URI.create("http://127.0.0.1:" + slow.getLocalPort() + "/"));

            assertThat(delivery.words()).contains("has not answered within PT0.7S");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            ended.countDown();
            drips.join(5000);
        }
    }

    private static void drip(ServerSocket slow, CountDownLatch ended) {
        try (Socket socket = slow.accept();
                OutputStream out = socket.getOutputStream()) {
            out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
            while (!ended.await(100, TimeUnit.MILLISECONDS)) {
                out.write('a');
                out.flush();
            }
        } catch (IOException e) {
            // the sender has hung up
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.0.0.7", "::1"})
    void aJobsHostWithAnInnerAddressIsNotCalled(String address) throws IOException {
        assertThat(ofJob(false, names(address)).words()).contains("jobs may send nothing");
        assertThat(requests).hasValue(0);
    }

    @Test
    void oneInnerAddressAmongOthersIsEnough() throws IOException {
        assertThat(ofJob(false, names("192.0.0.8", "8.8.8.8", "127.0.0.1")).outcome())
                .isEqualTo("refused");
        assertThat(requests).hasValue(0);
    }

    @Test
    void aNameIsLookedUpOnceAndTheConnectionGoesThere() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        DnsResolver changing = names("127.0.0.1");

        Delivery delivery = ofJob(true, new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                asked.incrementAndGet();
                return changing.resolve(host);
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        });

        assertThat(delivery.outcome()).isEqualTo("delivered");
        assertThat(asked).hasValue(1);
        assertThat(requests).hasValue(1);
    }

    private static DnsResolver names(String... addresses) {
        return new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                InetAddress[] all = new InetAddress[addresses.length];
                for (int i = 0; i < all.length; i++) {
                    all[i] = InetAddress.getByName(addresses[i]);
                }
                return all;
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }
}
