package io.fateflow.engine.plugin;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.executor.NotificationTasks;
import io.fateflow.engine.job.JobEnds;
import io.fateflow.engine.notification.DueNotifications;
import io.fateflow.engine.notification.NotificationCounts;
import io.fateflow.engine.notification.NotificationDispatcher;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.NotificationStore;
import io.fateflow.engine.notification.NotificationTrials;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.notification.webhook.WebhookSender;
import io.fateflow.operations.query.LineageDatasets;

/**
 * What receivers outside are told of jobs.
 *
 * @param events decides who is told of what
 * @param due what is to be delivered
 * @param dispatcher delivers it, once it is started
 * @param counts how tries have ended on this server
 * @param trials where an operator tries a receiver
 */
public record NotificationServices(
        Notifications events,
        DueNotifications due,
        NotificationDispatcher dispatcher,
        NotificationCounts counts,
        NotificationTrials trials) {

    static NotificationServices of(SchedulerBase base, ResourceServices resources, JobEnds ends) {
        NotificationSettings settings = base.settings().notifications();
        NotificationStore store = new NotificationStore(base.jdbc(), base.clock());
        NotificationCounts counts = new NotificationCounts();
        WebhookSender sender = new WebhookSender(settings, base.clock());
        DueNotifications due =
                new NotificationTasks(base.commands(), store, settings.delivery(), base.audit(), base.clock());
        NotificationDispatcher dispatcher = new NotificationDispatcher(due, sender, counts);
        return new NotificationServices(
                new Notifications(
                        settings,
                        base.jdbc(),
                        store,
                        resources.processes(),
                        dispatcher::wake,
                        ends,
                        new LineageDatasets(new NamedParameterJdbcTemplate(base.jdbc())),
                        base.clock()),
                due,
                dispatcher,
                counts,
                new NotificationTrials(settings, sender, base.audit(), base.clock()));
    }
}
