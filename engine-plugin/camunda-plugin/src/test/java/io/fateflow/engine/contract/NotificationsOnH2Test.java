package io.fateflow.engine.contract;

final class NotificationsOnH2Test extends NotificationContract {

    @Override
    Database database() {
        return Database.H2;
    }
}
