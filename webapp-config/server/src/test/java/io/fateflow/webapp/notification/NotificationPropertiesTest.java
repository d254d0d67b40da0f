package io.fateflow.webapp.notification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.WebhookSecret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class NotificationPropertiesTest {

    private static final String PREFIX = "fate.notifications.";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @TempDir
    private Path folder;

    @Test
    void tellNobodyUnlessSomebodyIsConfigured() {
        NotificationSettings settings = bind(Map.of()).settings();

        assertThat(settings).isEqualTo(NotificationSettings.none());
        assertThat(settings.delivery()).isEqualTo(DeliveryLimits.standard());
    }

    @Test
    void aReceiverHasWhatIsSetAndTheCommonSecretsOtherwise() throws IOException {
        Path file = Files.writeString(folder.resolve("secrets"), SECRET + "\n\n" + SECRET + "\n");
        NotificationProperties properties = bind(Map.of(
                PREFIX + "secrets", SECRET,
                PREFIX + "receivers.ops.url", "https://ops.example/t0ken",
                PREFIX + "receivers.ops.events", "job.failed,job.timeout",
                PREFIX + "receivers.all.url", "http://all.example:8080/",
                PREFIX + "receivers.all.secrets-file", file.toString(),
                PREFIX + "receivers.all.jobs", "foreign",
                PREFIX + "long-wait", "30m"));

        NotificationSettings settings = properties.settings();

        assertThat(settings.receiver("ops").orElseThrow()).satisfies(ops -> {
            assertThat(ops.events()).containsOnly(NotifiedEvent.FAILED, NotifiedEvent.TIMEOUT);
            assertThat(ops.scope()).isEqualTo(Receiver.Scope.OWN);
            assertThat(secrets(ops)).hasSize(1);
        });
        assertThat(settings.receiver("all").orElseThrow()).satisfies(all -> {
            assertThat(all.events()).isEqualTo(NotifiedEvent.ofJobs());
            assertThat(all.scope()).isEqualTo(Receiver.Scope.FOREIGN);
            assertThat(secrets(all)).hasSize(2);
        });
        assertThat(settings.longWait()).isEqualTo(Duration.ofMinutes(30));
        assertThat(properties + " " + settings).doesNotContain(SECRET.substring(6), "t0ken");
    }

    private static List<WebhookSecret> secrets(Receiver receiver) {
        return ((Receiver.Webhook) receiver.format()).secrets();
    }

    @Test
    void whoWantsOpenLineageNeedsNoSecretAndIsToldOfEnds() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "k3y\n");
        NotificationSettings settings = bind(Map.of(
                        PREFIX + "receivers.catalogue.url", "https://catalogue.example/api/v1/lineage",
                        PREFIX + "receivers.catalogue.format", "openlineage",
                        PREFIX + "receivers.catalogue.api-key-file", key.toString(),
                        PREFIX + "receivers.catalogue.namespace", "bank-a"))
                .settings();

        assertThat(settings.receiver("catalogue").orElseThrow()).satisfies(catalogue -> {
            assertThat(catalogue.format()).isEqualTo(new Receiver.OpenLineage("bank-a", "k3y"));
            assertThat(catalogue.events()).isEqualTo(NotifiedEvent.ends());
        });
        assertThat(settings.toString()).doesNotContain("k3y");
        assertThatThrownBy(() -> bind(Map.of(
                                PREFIX + "receivers.catalogue.url", "https://catalogue.example/",
                                PREFIX + "receivers.catalogue.format", "openlineage",
                                PREFIX + "receivers.catalogue.events", "job.waiting"))
                        .settings())
                .hasMessageContaining("it is told of ends of jobs alone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "receivers.ops.url | ftp://x/ | receiver ops: its URL is not",
                "receivers.ops.url | https://u:p@x/ | receiver ops: its URL has a user",
                "receivers.ops.events | job.failed | it has no url",
                "secrets | short | a secret is whsec_",
                "secrets-file | /nowhere/secrets | can't be read",
                "allowed-hosts | https://x/ | allowed-hosts has no host",
                "allowed-hosts | hooks.example | allowed-hosts needs secrets",
                "long-wait | 10ms | long-wait is shorter",
                "answer-timeout | 2m | at most a minute",
                "connect-timeout | 20s | at least connect-timeout"
            })
    void whatCantBeStopsTheServerAndSaysWhy(String name, String value, String words) {
        assertThatThrownBy(() -> bind(Map.of(PREFIX + name, value)).settings())
                .hasMessageContaining("FFB-5123 fate.notifications: ")
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource({
        "events,job.approval,there is no event 'job.approval'",
        "jobs,some,'own, foreign, all or named'",
        "format,xml,'webhook or openlineage'"
    })
    void soDoesAReceiverThatWantsWhatThereIsNot(String name, String value, String words) {
        Map<String, String> values =
                new HashMap<>(Map.of(PREFIX + "secrets", SECRET, PREFIX + "receivers.ops.url", "https://ops.example/"));
        values.put(PREFIX + "receivers.ops." + name, value);

        assertThatThrownBy(() -> bind(values).settings()).hasMessageContaining(words);
    }

    @Test
    void nothingIsSentUnsigned() {
        assertThatThrownBy(() -> bind(Map.of(PREFIX + "receivers.ops.url", "https://ops.example/"))
                        .settings())
                .hasMessageContaining("receiver ops: it has no secret");
    }

    private static NotificationProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("fate.notifications", NotificationProperties.class);
    }
}
