package io.fateflow.engine.notification;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Who is told of jobs, and how.
 *
 * @param publicUrl where people reach this server; null if links would lead nowhere
 * @param receivers by their names
 * @param forJobs what jobs may name besides
 * @param longWait after which a job that waits for resources is told of; null if it never is
 * @param delivery how often and how long it is tried
 */
public record NotificationSettings(
        @Nullable URI publicUrl,
        Map<String, Receiver> receivers,
        ForJobs forJobs,
        @Nullable Duration longWait,
        DeliveryLimits delivery) {

    public NotificationSettings {
        receivers = Map.copyOf(receivers);
        if (longWait != null && longWait.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new InvalidNotificationsException("long-wait is shorter than a second");
        }
    }

    /** Nobody is told of anything. */
    public static NotificationSettings none() {
        return new NotificationSettings(null, Map.of(), ForJobs.none(), null, DeliveryLimits.standard());
    }

    /** Whether anybody can ever be told of anything. */
    boolean isEmpty() {
        return receivers.isEmpty() && forJobs.hosts().isEmpty();
    }

    public Optional<Receiver> receiver(String name) {
        return Optional.ofNullable(receivers.get(name));
    }

    /**
     * URLs that jobs name.
     *
     * @param hosts of them
     * @param secrets with which they are signed
     * @param privateAddresses whether their hosts may be in this network, or on this machine
     */
    public record ForJobs(AllowedHosts hosts, List<WebhookSecret> secrets, boolean privateAddresses) {

        public ForJobs {
            secrets = List.copyOf(secrets);
            if (!hosts.isEmpty() && secrets.isEmpty()) {
                throw new InvalidNotificationsException(
                        "allowed-hosts needs secrets: what goes to a URL of a job is signed, too");
            }
        }

        public static ForJobs none() {
            return new ForJobs(AllowedHosts.none(), List.of(), false);
        }
    }

    /**
     * How often, and how long.
     *
     * @param pauses before each further try; after the last one an operator is called
     * @param connect how long a connection may take
     * @param answer how long the whole of a try may take
     * @param longestPause up to which a receiver's {@code Retry-After} counts
     */
    public record DeliveryLimits(List<Duration> pauses, Duration connect, Duration answer, Duration longestPause) {

        public DeliveryLimits {
            pauses = List.copyOf(pauses);
            if (pauses.stream().anyMatch(Duration::isNegative)) {
                throw new InvalidNotificationsException("a pause is negative");
            }
            if (connect.toMillis() < 1 || answer.compareTo(connect) < 0 || answer.toSeconds() > 60) {
                throw new InvalidNotificationsException(
                        "answer-timeout is at least connect-timeout, and at most a minute");
            }
        }

        /** Eight more tries within seven and a half hours; five seconds to connect, ten in all. */
        public static DeliveryLimits standard() {
            return new DeliveryLimits(
                    List.of(
                            Duration.ofSeconds(5),
                            Duration.ofSeconds(30),
                            Duration.ofMinutes(2),
                            Duration.ofMinutes(10),
                            Duration.ofMinutes(30),
                            Duration.ofHours(1),
                            Duration.ofHours(2),
                            Duration.ofHours(4)),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofHours(1));
        }
    }
}
