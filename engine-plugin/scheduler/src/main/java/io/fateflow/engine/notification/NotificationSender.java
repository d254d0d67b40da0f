package io.fateflow.engine.notification;

/** Makes one try, on the caller's thread, within the limits of the settings. */
public interface NotificationSender {

    /** Never throws for what the receiver or the network does. */
    Delivery send(Notification notification);
}
