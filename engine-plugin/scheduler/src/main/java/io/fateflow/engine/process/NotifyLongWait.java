package io.fateflow.engine.process;

import java.time.Duration;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.notification.Notifications;

/** A job had begun to wait for resources some time ago: if it still does, receivers are told. */
public final class NotifyLongWait extends Step {

    private final Notifications notifications;

    public NotifyLongWait(Notifications notifications) {
        this.notifications = notifications;
    }

    @Override
    void run(DelegateExecution execution) {
        String after = (String) execution.getVariable(ApplyJobResources.LOOK_AGAIN);
        notifications.longWait(execution.getProcessBusinessKey(), Duration.parse(after));
    }
}
