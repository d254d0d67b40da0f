package io.fateflow.engine.notification;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Who is told, as the operator has configured it.
 *
 * @param url where to; it may have a token in it, and is shown to nobody
 * @param format of what it is sent
 * @param events of which it is told
 * @param scope of which jobs it is told although they do not name it
 */
public record Receiver(String name, URI url, Format format, Set<NotifiedEvent> events, Scope scope) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,80}");

    public Receiver {
        events = Set.copyOf(events);
        String place = "receiver " + name + ": ";
        if (!NAME.matcher(name).matches()) {
            throw new InvalidNotificationsException("a receiver's name has up to 80 letters, digits, '_', '-' and '.'");
        }
        WebhookUrls.problem(url).ifPresent(problem -> {
            throw new InvalidNotificationsException(place + problem);
        });
        if (format instanceof Webhook webhook && webhook.secrets().isEmpty()) {
            throw new InvalidNotificationsException(place + "it has no secret, and nothing is sent unsigned");
        }
        if (format instanceof OpenLineage && !NotifiedEvent.ends().containsAll(events)) {
            throw new InvalidNotificationsException(place + "with format openlineage it is told of ends of jobs alone");
        }
        if (events.isEmpty()) {
            throw new InvalidNotificationsException(place + "it has no events");
        }
    }

    /** A receiver of webhooks. */
    public Receiver(String name, URI url, List<WebhookSecret> secrets, Set<NotifiedEvent> events, Scope scope) {
        this(name, url, new Webhook(secrets), events, scope);
    }

    /** What is sent, and how it is known to be ours. */
    public sealed interface Format {}

    /**
     * A summary of {@code docs/notifications.md}, signed.
     *
     * @param secrets each signs; more than one while they are exchanged
     */
    public record Webhook(List<WebhookSecret> secrets) implements Format {
        public Webhook {
            secrets = List.copyOf(secrets);
        }
    }

    /**
     * Events of OpenLineage.
     *
     * @param namespace of this site's jobs and datasets there
     * @param apiKey that it wants with each event; null if none
     */
    public record OpenLineage(String namespace, @Nullable String apiKey) implements Format {

        /** The key is shown to nobody. */
        @Override
        public String toString() {
            return "OpenLineage[" + namespace + "]";
        }
    }

    /** Of which jobs. */
    public enum Scope {
        /** Those whose initiator is here. */
        OWN,
        /** Those of other sites that have a part here. */
        FOREIGN,
        ALL,
        /** Only those that name the receiver. */
        NAMED;

        boolean has(boolean isOwn) {
            return this == ALL || this == (isOwn ? OWN : FOREIGN);
        }
    }

    @Override
    public String toString() {
        return "Receiver[%s, %s, %s]".formatted(name, events, scope);
    }
}
