package io.fateflow.engine.executor;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.ExternalTaskService;
import org.camunda.bpm.engine.externaltask.ExternalTask;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.notification.Delivery;
import io.fateflow.engine.notification.DueNotifications;
import io.fateflow.engine.notification.Notification;
import io.fateflow.engine.notification.NotificationSettings.DeliveryLimits;
import io.fateflow.engine.notification.NotificationStore;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;

/**
 * The external tasks of {@code fate-notify}. A task that fails is due again after a pause of the settings; after the last one it
 * is an incident, and an operator's retry is one more try.
 */
public final class NotificationTasks implements DueNotifications {

    static final String TOPIC = "fate-notification";

    /** The error of {@code fate-notify} that ends it without a delivery. */
    private static final String GONE = "receiver_gone";

    /** Longer than any try: what is not written down by then is another server's. */
    private static final Duration HOLD = Duration.ofMinutes(2);

    private static final Retry TAKEN_MEANWHILE =
            Retry.with(new Backoff(Duration.ofMillis(5), Duration.ofMillis(50))).times(20);

    private final EngineCommands commands;
    private final NotificationStore store;
    private final DeliveryLimits limits;
    private final AuditLog audit;
    private final Clock clock;
    private final String holder = "notifications-" + UUID.randomUUID();

    public NotificationTasks(
            EngineCommands commands, NotificationStore store, DeliveryLimits limits, AuditLog audit, Clock clock) {
        this.commands = commands;
        this.store = store;
        this.limits = limits;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public List<Taken> take(int most, Collection<String> busy) {
        return TAKEN_MEANWHILE.<List<Taken>, RuntimeException>call(
                () -> look(most, busy), BadUserRequestException.class::isInstance);
    }

    private List<Taken> look(int most, Collection<String> busy) {
        return commands.execute(engine -> {
            List<Taken> taken = store.due(TOPIC, busy, most);
            // the engine refuses what another server has taken meanwhile
            taken.forEach(next -> engine.lock(next.taskId(), holder, HOLD.toMillis()));
            return taken;
        });
    }

    @Override
    public Duration nextWithin(Duration longest, Collection<String> busy) {
        return store.nextDue(TOPIC, busy)
                .map(next -> Duration.between(clock.instant(), next).plusMillis(1))
                .filter(left -> left.compareTo(longest) < 0)
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .orElse(longest);
    }

    @Override
    public void tried(Taken taken, Delivery delivery) {
        commands.execute(engine -> {
            ExternalTask task = engine.createExternalTaskQuery()
                    .externalTaskId(taken.taskId())
                    .workerId(holder)
                    .singleResult();
            if (task != null) {
                write(engine, task, taken.notification(), delivery);
            }
            return true;
        });
    }

    private void write(ExternalTaskService engine, ExternalTask task, Notification told, Delivery delivery) {
        int tries = store.tried(told.id(), delivery);
        if (delivery instanceof Delivery.Delivered) {
            engine.complete(task.getId(), holder);
            audit.write(entry(told, delivery, tries));
        } else if (delivery instanceof Delivery.Gone) {
            engine.handleBpmnError(task.getId(), holder, GONE, "FFB-3042 " + words(told, delivery));
            audit.write(entry(told, delivery, tries).ended(AuditOutcome.REFUSED));
        } else if (delivery instanceof Delivery.Failed failed && left(task) > 0) {
            String why = "FFB-3040 " + words(told, delivery) + "; it is tried again";
            engine.handleFailure(
                    task.getId(),
                    holder,
                    why,
                    why,
                    left(task),
                    pause(task, failed).toMillis());
        } else {
            String why = (delivery instanceof Delivery.Failed ? "FFB-3040 " : "FFB-3041 ") + words(told, delivery)
                    + "\nWhat to do: see to the receiver and its settings, then retry; or delete this process instance,"
                    + " and it is not told";
            engine.handleFailure(task.getId(), holder, why, why, 0, 0);
            audit.write(entry(told, delivery, tries).ended(AuditOutcome.REFUSED));
        }
    }

    private static String words(Notification told, Delivery delivery) {
        return "receiver %s was not told %s of job %s: %s"
                .formatted(told.receiver(), told.event().wire(), told.jobId(), delivery.words());
    }

    private static AuditEntry entry(Notification told, Delivery delivery, int tries) {
        return AuditEntry.done(AuditAction.NOTIFY)
                .job(told.jobId())
                .with("receiver", told.receiver())
                .with("event", told.event().wire())
                .with("notification", told.id())
                .with("result", delivery.words())
                .with("tries", tries);
    }

    /** How many tries there are after this one. */
    private int left(ExternalTask task) {
        Integer retries = task.getRetries();
        return retries == null ? limits.pauses().size() : retries - 1;
    }

    /** An operator may have given it more tries than there are pauses. */
    private Duration pause(ExternalTask task, Delivery.Failed failed) {
        List<Duration> pauses = limits.pauses();
        Duration own = pauses.isEmpty() ? limits.longestPause() : pauses.get(Math.max(0, pauses.size() - left(task)));
        Duration asked = failed.after();
        return asked == null || asked.compareTo(own) < 0 ? own : asked;
    }
}
