package io.fateflow.engine.contract;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.fateflow.engine.contract.WebhookReceiver.Received;
import io.fateflow.engine.notification.AllowedHosts;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotificationSettings.ForJobs;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.Receiver.Scope;
import io.fateflow.engine.notification.WebhookSecret;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorReport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A site that tells receivers of its jobs, and one of them; on any database. */
abstract class NotifyingSite {

    static final Duration LONG_ENOUGH = Duration.ofSeconds(20);
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String OLD_SECRET = "whsec_plJ3nmyCDGBKInavdOK15jslAAAAAAAA";
    static final String TOKEN = "token-of-the-url";
    static final Duration LONG_WAIT = Duration.ofMinutes(30);
    static final Set<NotifiedEvent> ALL = EnumSet.copyOf(NotifiedEvent.ofJobs());

    final WebhookReceiver receiver = new WebhookReceiver();
    TestSite site;
    final ByHand byHand = new ByHand(() -> site);

    abstract Database database();

    @BeforeEach
    void openSite() {
        site = TestSite.on(database(), settings(true), Clock.systemUTC());
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
            receiver.close();
        }
    }

    EngineSettings settings(boolean privateAddresses) {
        return settings(privateAddresses, List.of(Duration.ofMillis(20), Duration.ofMillis(20)));
    }

    EngineSettings settings(boolean privateAddresses, List<Duration> pauses) {
        DeliveryLimits usual = DeliveryLimits.standard();
        return settings(
                privateAddresses, new DeliveryLimits(pauses, usual.connect(), usual.answer(), Duration.ofSeconds(10)));
    }

    EngineSettings settings(boolean privateAddresses, DeliveryLimits limits) {
        return EngineSettings.standard()
                .with(new NotificationSettings(
                        URI.create("https://flow.example/"),
                        Map.of(
                                "ops", to("ops", "/ops?key=" + TOKEN, ALL, Scope.OWN),
                                "lineage", lineage(),
                                "on-call", to("on-call", "/on-call", EnumSet.of(NotifiedEvent.FAILED), Scope.NAMED)),
                        new ForJobs(
                                new AllowedHosts(List.of("127.0.0.1:" + receiver.port())),
                                List.of(WebhookSecret.of(SECRET)),
                                privateAddresses),
                        LONG_WAIT,
                        limits));
    }

    Receiver to(String name, String path, Set<NotifiedEvent> events, Scope scope) {
        return new Receiver(
                name,
                receiver.url(path),
                List.of(WebhookSecret.of(SECRET), WebhookSecret.of(OLD_SECRET)),
                events,
                scope);
    }

    private Receiver lineage() {
        return new Receiver(
                "lineage",
                receiver.url(LINEAGE),
                new Receiver.OpenLineage("bank-a", "key-of-the-catalogue"),
                NotifiedEvent.ends(),
                Scope.NAMED);
    }

    static final String LINEAGE = "/api/v1/lineage";
    static final String OPS = "/ops?key=" + TOKEN;

    String succeeds(JobFixture job) throws InterruptedException {
        return runs(job, true);
    }

    String fails(JobFixture job) throws InterruptedException {
        return runs(job, false);
    }

    String runs(JobFixture fixture, boolean well) throws InterruptedException {
        return ends(
                fixture,
                well ? TestWorker.succeeded() : TestWorker.failed("FFB-9990 column x is missing\nWhat to do: add it"),
                well ? "success" : "failed");
    }

    String ends(JobFixture fixture, ExecutorReport report, String status) throws InterruptedException {
        String job = site.jobs().submit(fixture.submission()).jobId();
        try (TestWorker worker = TestWorker.ending(site, task -> report)) {
            await().atMost(LONG_ENOUGH).until(() -> status.equals(site.jobStatus(job)));
            assertThat(worker.troubles()).isEmpty();
        }
        return job;
    }

    void awaitOutcomes(String... outcomes) {
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(outcomes()).containsExactlyInAnyOrder(outcomes));
    }

    List<String> outcomes() {
        return site.jdbc()
                .queryForList("select receiver || ' ' || event || ' ' || outcome from notification", String.class);
    }

    static Received only(List<Received> received) {
        assertThat(received).hasSize(1);
        return received.get(0);
    }

    /** As a receiver computes it. */
    static String signed(String secret, Received told) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
        String content = told.id() + "." + told.timestamp() + "." + told.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    }

    long running(String process) {
        return site.engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey(process)
                .count();
    }

    void awaitIncident(String... words) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(incidents()).singleElement().satisfies(text -> assertThat(text)
                        .contains(words)));
    }

    List<String> incidents() {
        return site.doctor().look().stream()
                .filter(finding -> finding.rule() == Rule.INCIDENT)
                .map(Finding::toString)
                .toList();
    }
}
