package io.fateflow.webapp.notification;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.engine.notification.AllowedHosts;
import io.fateflow.engine.notification.InvalidNotificationsException;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotificationSettings.ForJobs;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.WebhookSecret;

/**
 * Who outside is told of jobs.
 *
 * @param publicUrl where people reach this server's pages; without it notifications have no link
 * @param receivers by the names that jobs use
 * @param secrets of receivers that have none of their own, and of URLs that jobs name
 * @param secretsFile the same in a file, one a line
 * @param allowedHosts hosts, or host:port, of URLs that jobs may name
 * @param allowPrivateAddresses whether these may be in this network, or on this machine
 * @param longWait after which a job that waits is told of; null if it never is
 * @param pauses before each further try; then an operator is called
 * @param connectTimeout for a connection
 * @param answerTimeout for the whole of a try
 * @param longestPause up to which a receiver's Retry-After counts
 */
@ConfigurationProperties("fate.notifications")
public record NotificationProperties(
        @Nullable URI publicUrl,
        @DefaultValue Map<String, ReceiverProperties> receivers,
        @DefaultValue List<String> secrets,
        @Nullable Path secretsFile,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue("false") boolean allowPrivateAddresses,
        @Nullable Duration longWait,

        @DefaultValue({"5s", "30s", "2m", "10m", "30m", "1h", "2h", "4h"})
        List<Duration> pauses,

        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("10s") Duration answerTimeout,
        @DefaultValue("1h") Duration longestPause) {

    /**
     * One receiver.
     *
     * @param url where to
     * @param format {@code webhook}, or {@code openlineage}
     * @param namespace with {@code openlineage}: of this site's jobs and datasets
     * @param apiKeyFile with {@code openlineage}: a file with the key that it wants; none if it wants none
     * @param secrets {@code whsec_} and base64; each signs
     * @param secretsFile the same in a file, one a line
     * @param events of which it is told; of all if none is named
     * @param jobs {@code own}, {@code foreign}, {@code all}, or {@code named}: only those that name it
     */
    public record ReceiverProperties(
            @Nullable URI url,
            @DefaultValue("webhook") String format,
            @DefaultValue("fate") String namespace,
            @Nullable Path apiKeyFile,
            @DefaultValue List<String> secrets,
            @Nullable Path secretsFile,
            @DefaultValue Set<String> events,
            @DefaultValue("own") String jobs) {

        /** A URL may have a token in it. */
        @Override
        public String toString() {
            return "ReceiverProperties[events=%s, jobs=%s]".formatted(events, jobs);
        }
    }

    /** @throws IllegalArgumentException FFB-5123, for settings that can't be */
    public NotificationSettings settings() {
        try {
            List<WebhookSecret> common = secrets(secrets, secretsFile);
            Map<String, Receiver> byName = new TreeMap<>();
            receivers.forEach((name, receiver) -> byName.put(name, receiver(name, receiver, common)));
            return new NotificationSettings(
                    publicUrl,
                    byName,
                    new ForJobs(new AllowedHosts(allowedHosts), common, allowPrivateAddresses),
                    longWait,
                    new DeliveryLimits(pauses, connectTimeout, answerTimeout, longestPause));
        } catch (InvalidNotificationsException e) {
            throw new IllegalArgumentException("FFB-5123 fate.notifications: " + e.getMessage(), e);
        }
    }

    private static Receiver receiver(String name, ReceiverProperties given, List<WebhookSecret> common) {
        URI url = given.url();
        if (url == null) {
            throw new InvalidNotificationsException("receiver " + name + ": it has no url");
        }
        Receiver.Format format = format(name, given, common);
        Set<NotifiedEvent> events = events(name, given);
        if (events.isEmpty()) {
            events = format instanceof Receiver.OpenLineage ? NotifiedEvent.ends() : NotifiedEvent.ofJobs();
        }
        return new Receiver(name, url, format, events, scope(name, given));
    }

    private static Receiver.Format format(String name, ReceiverProperties given, List<WebhookSecret> common) {
        List<WebhookSecret> own = secrets(given.secrets(), given.secretsFile());
        return switch (given.format()) {
            case "webhook" -> new Receiver.Webhook(own.isEmpty() ? common : own);
            case "openlineage" -> new Receiver.OpenLineage(given.namespace(), apiKey(name, given.apiKeyFile()));
            default ->
                throw new InvalidNotificationsException(
                        "receiver %s: format is webhook or openlineage, not '%s'".formatted(name, given.format()));
        };
    }

    private static @Nullable String apiKey(String name, @Nullable Path file) {
        if (file == null) {
            return null;
        }
        return lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElseThrow(() -> new InvalidNotificationsException(
                        "receiver %s: the api-key-file %s is empty".formatted(name, file)));
    }

    private static Set<NotifiedEvent> events(String name, ReceiverProperties given) {
        Set<NotifiedEvent> events = EnumSet.noneOf(NotifiedEvent.class);
        given.events()
                .forEach(event -> events.add(NotifiedEvent.of(event)
                        .orElseThrow(
                                () -> new InvalidNotificationsException("receiver %s: there is no event '%s', but %s"
                                        .formatted(
                                                name,
                                                event,
                                                NotifiedEvent.ofJobs().stream()
                                                        .map(NotifiedEvent::wire)
                                                        .toList())))));
        return events;
    }

    private static Receiver.Scope scope(String name, ReceiverProperties given) {
        try {
            return Receiver.Scope.valueOf(given.jobs().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new InvalidNotificationsException(
                    "receiver %s: jobs is own, foreign, all or named, not '%s'".formatted(name, given.jobs()));
        }
    }

    private static List<WebhookSecret> secrets(List<String> given, @Nullable Path file) {
        return Stream.concat(given.stream(), lines(file).stream())
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(WebhookSecret::of)
                .toList();
    }

    private static List<String> lines(@Nullable Path file) {
        try {
            return file == null ? List.of() : Files.readAllLines(file);
        } catch (IOException e) {
            throw new InvalidNotificationsException("the file %s can't be read".formatted(file));
        }
    }

    /** Secrets are not shown. */
    @Override
    public String toString() {
        return "NotificationProperties[receivers=%s, allowedHosts=%s]".formatted(receivers, allowedHosts);
    }
}
