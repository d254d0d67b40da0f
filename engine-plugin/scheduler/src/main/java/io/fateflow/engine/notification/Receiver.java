package io.fateflow.engine.notification;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who is told, as the operator has configured it.
 *
 * @param url where to; it may have a token in it, and is shown to nobody
 * @param secrets each signs; more than one while they are exchanged
 * @param events of which it is told
 * @param scope of which jobs it is told although they do not name it
 */
public record Receiver(String name, URI url, List<WebhookSecret> secrets, Set<NotifiedEvent> events, Scope scope) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,80}");

    public Receiver {
        secrets = List.copyOf(secrets);
        events = Set.copyOf(events);
        String place = "receiver " + name + ": ";
        if (!NAME.matcher(name).matches()) {
            throw new InvalidNotificationsException("a receiver's name has up to 80 letters, digits, '_', '-' and '.'");
        }
        WebhookUrls.problem(url).ifPresent(problem -> {
            throw new InvalidNotificationsException(place + problem);
        });
        if (secrets.isEmpty()) {
            throw new InvalidNotificationsException(place + "it has no secret, and nothing is sent unsigned");
        }
        if (events.isEmpty()) {
            throw new InvalidNotificationsException(place + "it has no events");
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
