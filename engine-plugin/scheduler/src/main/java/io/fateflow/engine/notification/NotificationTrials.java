package io.fateflow.engine.notification;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;

/** Tries a configured receiver, once and at once, with the event {@code test}: is it reached, does it know the signature? */
public final class NotificationTrials {

    private final NotificationSettings settings;
    private final NotificationSender sender;
    private final AuditLog audit;
    private final Clock clock;

    public NotificationTrials(NotificationSettings settings, NotificationSender sender, AuditLog audit, Clock clock) {
        this.settings = settings;
        this.sender = sender;
        this.audit = audit;
        this.clock = clock;
    }

    /** The names of receivers there are. */
    public List<String> receivers() {
        return settings.receivers().keySet().stream().sorted().toList();
    }

    /** What became of it; empty if no receiver has that name. */
    public Optional<Trial> of(String name) {
        return settings.receiver(name).map(receiver -> {
            String id = Notifications.newId();
            String body = receiver.format() instanceof Receiver.OpenLineage lineage
                    ? new LineageEvents(lineage.namespace(), null).test(id, clock.millis())
                    : NotificationBody.test(id, clock.millis());
            Delivery delivery = sender.send(new Notification(id, "", NotifiedEvent.TEST, receiver.name(), null, body));
            audit.write(AuditEntry.done(AuditAction.NOTIFY)
                    .ended(delivery instanceof Delivery.Delivered ? AuditOutcome.DONE : AuditOutcome.REFUSED)
                    .with("receiver", receiver.name())
                    .with("event", NotifiedEvent.TEST.wire())
                    .with("notification", id)
                    .with("result", delivery.words()));
            return new Trial(id, delivery);
        });
    }

    /**
     * A try.
     *
     * @param id which the receiver has got
     */
    public record Trial(String id, Delivery delivery) {}
}
